// Calls players back to their table: by title, sound and, if they allowed it, a notification.
// Closing the page withdraws an offered rematch.

const table = () => document.getElementById("table");
const title = document.title;
let called = table()?.dataset.call ?? "";

function setTitle() {
  document.title = called ? `${called} · ${title}` : title;
}

addEventListener("table", ({ detail: { dataset } }) => {
  const call = dataset.call ?? "";
  if (call && call !== called) alarm(call);
  called = call;
  setTitle();
  offer();
});

function alarm(call) {
  dispatchEvent(new CustomEvent("sound", { detail: "call" }));
  if (!document.hidden || !allowed("granted")) return;
  try {
    const notice = new Notification(call, { body: title, tag: location.pathname });
    notice.onclick = () => {
      focus();
      notice.close();
    };
  } catch {} // some phones allow notifications only to installed apps
}

// --- Notifications: only asked for when the button is pressed -----------------------------------

const allowed = (state) =>
  isSecureContext && "Notification" in window && Notification.permission === state;

function offer() {
  for (const button of document.querySelectorAll("[data-notify]"))
    button.hidden = !allowed("default");
}

addEventListener("click", async ({ target }) => {
  /** @type {HTMLButtonElement} */
  const button = target.closest("[data-notify]");
  if (!button) return;
  if ((await Notification.requestPermission()) !== "granted") return offer();
  button.textContent = button.dataset.done;
  button.disabled = true;
});

// --- Leaving ------------------------------------------------------------------------------------

let onward = "";

addEventListener("click", ({ target }) => {
  /** @type {HTMLAnchorElement} */
  const link = target.closest("a[href]");
  onward = link?.pathname ?? "";
});

addEventListener("pagehide", () => {
  const { leaving, next } = table()?.dataset ?? {};
  if (leaving && !next && !onward.startsWith(location.pathname)) navigator.sendBeacon(leaving);
});

setTitle();
offer();
