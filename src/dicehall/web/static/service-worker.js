// Caches the static files of one edition, and the offline page. Nothing rendered for a guest is
// cached: pages, the API and streams always come from the server. The server defines ROOT (the
// path before all addresses, usually empty), EDITION and FILES (the digest of each file) in front
// of this text.

const KEPT = `dicehall${ROOT} `;
const CACHE = KEPT + EDITION;
const OFFLINE = `${ROOT}/offline`;
const UNREACHABLE = [502, 504]; // from a proxy

// A file with another digest belongs to another edition: the fetch fails.
const fetchFile = (path) => fetch(path, { integrity: FILES[path] });
const fetchFresh = (path) => fetch(path, { integrity: FILES[path], cache: "reload" });

addEventListener("install", (event) => event.waitUntil(store()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => event.waitUntil(receive(event.data)));

async function store() {
  const cache = await caches.open(CACHE);
  const put = async (path) => cache.put(path, await fetchFile(path).catch(() => fetchFresh(path)));
  await Promise.all([remember(OFFLINE), ...Object.keys(FILES).map(put)]);
}

async function activate() {
  const names = (await caches.keys()).filter((name) => name.startsWith(KEPT) && name !== CACHE);
  await Promise.all(names.map((name) => caches.delete(name)));
  await registration.navigationPreload?.enable();
  await clients.claim();
}

// A page reports its edition, language and theme. While a page of another edition is open, its
// worker stays in charge; this one waits until the only open page is its own.
async function receive({ edition, look }) {
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

const file = async (path) => (await caches.match(path, { cacheName: CACHE })) ?? fetchFile(path);

async function navigate({ request, preloadResponse }) {
  try {
    const answer = (await preloadResponse) ?? (await fetch(request));
    if (!UNREACHABLE.includes(answer.status)) return answer;
  } catch {}
  return (
    (await caches.match(OFFLINE, { cacheName: CACHE, ignoreSearch: true })) ?? Response.error()
  );
}

// A form cannot be sent again from here. Without a connection, show the page that it came from.
const comeBack = ({ referrer }) => Response.redirect(referrer || `${ROOT}/`, 303);
