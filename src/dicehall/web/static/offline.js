// The offline page: reloads the wanted page as soon as the server responds.

const { root } = document.documentElement.dataset;

async function again() {
  const answer = await fetch(`${root}/health`, { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

if (location.pathname !== `${root}/offline`) {
  addEventListener("online", again);
  addEventListener("visibilitychange", () => document.hidden || again());
  setInterval(again, 3_000);
}
