// Comes back by itself: when the house answers, the page that was wanted is asked for again.

async function again() {
  const answer = await fetch("/health", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

if (location.pathname !== "/offline") {
  addEventListener("online", again);
  addEventListener("visibilitychange", () => document.hidden || again());
  setInterval(again, 3_000);
}
