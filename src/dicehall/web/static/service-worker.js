// Keeps the files of one edition, and a page for when the house cannot be reached. Nothing that is
// drawn for a guest is kept: pages, programs and streams always ask the house. EDITION, and FILES
// with the digest of each, are set before this when it is served.

const KEPT = "dicehall ";
const CACHE = KEPT + EDITION;
const OFFLINE = "/offline";
const UNREACHABLE = [502, 504]; // said by what stands before the house

// A file whose digest is another one belongs to another edition, and is no file of ours.
const fetched = (path) => fetch(path, { integrity: FILES[path] });
const fetchedAnew = (path) => fetch(path, { integrity: FILES[path], cache: "reload" });

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(begin()));
addEventListener("message", (event) => event.waitUntil(hear(event.data)));

async function keep() {
  const cache = await caches.open(CACHE);
  const put = async (path) => cache.put(path, await fetched(path).catch(() => fetchedAnew(path)));
  await Promise.all([remember(OFFLINE), ...Object.keys(FILES).map(put)]);
}

async function begin() {
  const names = (await caches.keys()).filter((name) => name.startsWith(KEPT) && name !== CACHE);
  await Promise.all(names.map((name) => caches.delete(name)));
  await registration.navigationPreload?.enable();
  await clients.claim();
}

// A page says of which edition it is and how its reader likes it. While a page of another edition is
// open its worker stays: this one waits until the only page is its own.
async function hear({ edition, look }) {
  if (edition !== EDITION) return;
  const page = `${OFFLINE}?${look}`;
  if (!(await caches.match(page, { cacheName: CACHE }))) await remember(page).catch(() => {});
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open.length < 2) await skipWaiting();
}

async function remember(page) {
  const answer = await fetch(page, { cache: "no-store" });
  if (!answer.ok) throw new Error(`${page}: ${answer.status}`);
  const cache = await caches.open(CACHE);
  await cache.delete(OFFLINE, { ignoreSearch: true });
  await cache.put(page, answer);
}

addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (mode === "navigate" && method === "GET") event.respondWith(navigate(event));
  else if (mode === "navigate" && !navigator.onLine) event.respondWith(comeBack(event.request));
  else if (origin === location.origin && Object.hasOwn(FILES, pathname))
    event.respondWith(file(pathname));
});

const file = async (path) => (await caches.match(path, { cacheName: CACHE })) ?? fetched(path);

async function navigate({ request, preloadResponse }) {
  try {
    const answer = (await preloadResponse) ?? (await fetch(request));
    if (!UNREACHABLE.includes(answer.status)) return answer;
  } catch {}
  return (
    (await caches.match(OFFLINE, { cacheName: CACHE, ignoreSearch: true })) ?? Response.error()
  );
}

// What is sent goes its own way, and cannot be sent again from here: without a line, that page is
// shown from which it came.
const comeBack = ({ referrer }) => Response.redirect(referrer || "/", 303);
