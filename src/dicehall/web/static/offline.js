// The offline page: reloads the wanted page as soon as the server responds.

async function again() {
  const answer = await fetch("/health", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

if (location.pathname !== "/offline") {
  addEventListener("online", again);
  addEventListener("visibilitychange", () => document.hidden || again());
  setInterval(again, 3_000);
}
