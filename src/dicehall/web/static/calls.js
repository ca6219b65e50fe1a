// Calls a player back to a table that is not looked at: by its title, a sound, and a notification if
// the player has allowed it. And whoever leaves while an offer to play again stands takes it back.

const table = () => document.getElementById("table");
const title = document.title;
let called = table()?.dataset.call ?? "";

function entitle() {
  document.title = called ? `${called} · ${title}` : title;
}

addEventListener("table", ({ detail: { dataset } }) => {
  const call = dataset.call ?? "";
  if (call && call !== called) alarm(call);
  called = call;
  entitle();
  offer();
});

function alarm(call) {
  dispatchEvent(new CustomEvent("sound", { detail: "call" }));
  if (!document.hidden || !allowed("granted")) return;
  try {
    const notice = new Notification(call, { body: title, tag: location.pathname });
    notice.onclick = () => (focus(), notice.close());
  } catch {} // some phones show those of installed pages only
}

// --- Notifications: asked for by a button, never by themselves ------------------------------------

const allowed = (state) =>
  isSecureContext && "Notification" in window && Notification.permission === state;

function offer() {
  for (const button of document.querySelectorAll("[data-notify]"))
    button.hidden = !allowed("default");
}

addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-notify]");
  if (!button) return;
  if ((await Notification.requestPermission()) !== "granted") return offer();
  button.textContent = button.dataset.done;
  button.disabled = true;
});

// --- Leaving --------------------------------------------------------------------------------------

let onward = "";

addEventListener("click", ({ target }) => (onward = target.closest("a[href]")?.pathname ?? ""));

addEventListener("pagehide", () => {
  const { leaving, next } = table()?.dataset ?? {};
  if (leaving && !next && !onward.startsWith(location.pathname)) navigator.sendBeacon(leaving);
});

entitle();
offer();
