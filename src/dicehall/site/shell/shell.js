// @ts-check
// The page that lives as long as its tab. It shows the application in a frame, and runs it in a
// worker unless another tab does.

import { Exchanges } from "./exchanges.js";
import { Notices } from "./notices.js";

const { base, build } = document.documentElement.dataset;
const app = `${base}app`;
const frame = /** @type {HTMLIFrameElement} */ (document.getElementById("app"));
const notices = new Notices();
const SIGN_OF_LIFE_MS = 10_000;

/** @type {Exchanges | undefined} */
let exchanges; // with the worker, while this tab runs it
let registration;

// --- The service worker ---------------------------------------------------------------------------

async function takeControl() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return notices.stop("unsupported");
  if (location.pathname !== base && location.pathname !== `${base}index.html`)
    return notices.stop("moved");
  serviceWorker.addEventListener("message", receive);
  try {
    registration = await serviceWorker.register(`${base}service-worker.js`, {
      updateViaCache: "none",
    });
  } catch (error) {
    const denied = ["SecurityError", "NotSupportedError"].includes(error.name);
    return notices.stop(denied && isSecureContext ? "denied" : "unsupported");
  }
  if (registration.waiting && !(await othersAreOpen())) await update(registration.waiting);
  if (!serviceWorker.controller) {
    registration.active?.postMessage("claim"); // after a reload that went past it
    await once(serviceWorker, "controllerchange");
  }
  if ((await ask(serviceWorker.controller, "build")) !== build) return update(registration.waiting);
  serviceWorker.startMessages();
  return true;
}

// A new build is there: it takes over before anything of the old one has started.
async function update(waiting) {
  waiting?.postMessage("take over");
  if (waiting) await once(navigator.serviceWorker, "controllerchange");
  location.reload();
  await new Promise(() => {});
}

const lockName = `dicehall ${base}`;
const othersAreOpen = async () =>
  (await navigator.locks.query()).held.some(({ name }) => name === lockName);

function receive({ data, ports }) {
  if (data === "keeper?") ports[0].postMessage(Boolean(exchanges));
  else if (data === "silent") notices.show("silent");
  else if (data.lost) exchanges?.lose(data.lost);
  else if (data.loaded) notices.loaded(data.loaded[0], data.loaded[1]);
  else if (data.request && exchanges) exchanges.open(data.request, ports[0]);
}

const once = (target, name) =>
  new Promise((resolve) => target.addEventListener(name, resolve, { once: true }));

const ask = (worker, question) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage(question, [port2]);
  });

// --- The frame ------------------------------------------------------------------------------------

function openFrame() {
  const wanted = location.hash.slice(1);
  frame.addEventListener("load", follow);
  frame.contentWindow.location.replace(app + (wanted.startsWith("/") ? wanted : "/"));
  addEventListener("hashchange", () => {
    const path = location.hash.slice(1);
    if (path.startsWith("/") && path !== pathInFrame())
      frame.contentWindow.location.assign(app + path);
  });
}

function pathInFrame() {
  const { pathname, search } = frame.contentWindow.location;
  return pathname.slice(app.length) + search;
}

// The title and the address of the page in the frame become those of this page.
function follow() {
  const page = frame.contentDocument;
  if (!frame.contentWindow.location.pathname.startsWith(app)) return;
  const path = pathInFrame();
  history.replaceState(history.state, "", path === "/" ? base : `#${path}`);
  const copy = () => {
    document.title = page.title;
    document.documentElement.lang = page.documentElement.lang;
  };
  copy();
  const title = page.querySelector("title");
  if (title) new MutationObserver(copy).observe(title, { childList: true });
  frame.contentWindow.addEventListener("pointerdown", () => touched.add(page));
  frame.contentWindow.addEventListener("keydown", () => touched.add(page));
  notices.dress(page.documentElement);
}

const touched = new WeakSet();

// --- The application ------------------------------------------------------------------------------

// Runs the application as soon as no other tab does, and until another one takes it away.
async function run({ steal = false } = {}) {
  await navigator.locks
    .request(lockName, { steal }, () => {
      exchanges = new Exchanges({ base, place: `dicehall ${base}`, notices, onready });
      return new Promise(() => {});
    })
    .catch(() => {
      exchanges?.close();
      exchanges = undefined;
      notices.stop("elsewhere");
    });
}

function onready({ lasting, returning }) {
  if (!lasting) notices.show("forgetful");
  navigator.storage?.persist?.().catch(() => {}); // a wish: browsers may delete what is kept
  const page = frame.contentDocument;
  // The page shown so far was the same for everybody.
  if (returning && exchanges.prerendered && !touched.has(page))
    frame.contentWindow.location.reload();
  registration.active.postMessage("keep all");
  setInterval(
    () => exchanges?.streaming && registration.active?.postMessage("alive"),
    SIGN_OF_LIFE_MS,
  );
}

notices.onchoice = (choice) => {
  if (choice === "take-over") run({ steal: true });
  if (choice === "reload") location.reload();
};

if (await takeControl()) {
  run();
  openFrame();
}
