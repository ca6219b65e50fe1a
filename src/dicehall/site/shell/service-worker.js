// Answers for the folder: its files come from a cache, and the application's pages from the tab that
// runs it. The build defines BASE, BUILD, FILES (digests) and SIZES in front of this text.

const KEPT = `dicehall ${BASE} `;
const CACHE = KEPT + BUILD;
const APP = `${BASE}app`;
const PACKED = ".bin"; // gzip under a name that no server knows, so that none of them unpacks it
const TYPES = {
  css: "text/css",
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  json: "application/json",
  mjs: "text/javascript",
  wasm: "application/wasm",
};
const NO_BODY = [204, 205, 304];
const SIGN_MS = 4_000; // how long a tab may take to acknowledge a request
const SEARCH_MS = 10_000;

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => event.waitUntil(receive(event)));
addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin !== location.origin || !pathname.startsWith(BASE)) return;
  if (pathname === APP || pathname.startsWith(`${APP}/`)) event.respondWith(page(event));
  else if (stored(pathname)) event.respondWith(file(stored(pathname)));
});

// The first visit fetches files when they are needed. An update fetches all of them before it takes
// over, because the build that is open may end at any time.
async function install() {
  if (registration.active) await fetchAll();
  else
    await Promise.all(
      ["", ...Object.keys(FILES).filter((name) => /\.(js|css)$/.test(name))].map(fetchFile),
    );
}

async function activate() {
  const names = (await caches.keys().catch(() => [])).filter(
    (name) => name.startsWith(KEPT) && name !== CACHE,
  );
  await Promise.all(names.map((name) => caches.delete(name)));
  await clients.claim();
}

async function receive({ data, ports }) {
  if (data === "build") ports[0].postMessage(BUILD);
  if (data === "take over") await skipWaiting();
  if (data === "keep all") await fetchAll();
  // Any other message (a sign of life) keeps this worker running while a stream is open.
}

// --- Files ----------------------------------------------------------------------------------------

// The name of the stored file for an address; undefined if there is none.
function stored(pathname) {
  const name = pathname.slice(BASE.length);
  if (name === "" || name === "index.html") return "index.html";
  return [name, name + PACKED].find((one) => Object.hasOwn(FILES, one));
}

async function file(name) {
  const response = await fetchFile(name, true);
  if (!response.ok || !name.endsWith(PACKED)) return response;
  const type = TYPES[name.slice(0, -PACKED.length).split(".").at(-1)] ?? "application/octet-stream";
  const body = response.body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: { "content-type": type } });
}

async function fetchFile(name, told = false) {
  const cache = await caches.open(CACHE).catch(() => null); // null: storage is denied
  const address = BASE + name;
  const found = await cache?.match(address);
  if (found) return found;
  const options = { integrity: FILES[name] };
  const response = await fetch(address, options).catch(() =>
    fetch(address, { ...options, cache: "reload" }),
  );
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const kept = cache?.put(address, response.clone());
  kept?.catch(() => {}); // no room: it works from the network
  return told ? counted(response, name) : kept && (await kept);
}

const fetchAll = async () => {
  for (const name of Object.keys(FILES)) await fetchFile(name);
};

// Tells the shells how much of a large file has arrived.
function counted(response, name) {
  if (!(name in SIZES)) return response;
  let loaded = 0;
  const count = new TransformStream({
    transform(chunk, controller) {
      loaded += chunk.length;
      tellShells({ loaded: [name, loaded] });
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(count), response);
}

// --- Pages of the application ---------------------------------------------------------------------

const isShell = ({ url }) => [BASE, `${BASE}index.html`].includes(new URL(url).pathname);
const shells = async () => (await clients.matchAll({ type: "window" })).filter(isShell);
const tellShells = async (message) => (await shells()).map((one) => one.postMessage(message));

async function page({ request }) {
  const { pathname, search } = new URL(request.url);
  const path = pathname.slice(APP.length) || "/";
  const fixed = path.match(/^\/static\/[0-9a-f]{10}(\/.*)/);
  if (fixed) return file(stored(`${BASE}${BUILD}/static${fixed[1]}`));
  // A link opened in a new tab: the shell there shows it.
  if (request.destination === "document") return Response.redirect(`${BASE}#${path}${search}`, 303);
  const withBody = !["GET", "HEAD"].includes(request.method);
  const message = {
    method: request.method,
    path: path + search,
    headers: [...request.headers],
    body: withBody ? await request.arrayBuffer() : null,
    page: request.destination === "iframe",
  };
  for (const until = Date.now() + SEARCH_MS; Date.now() < until; await rest(200)) {
    const keeper = await findKeeper();
    const answer = keeper && (await ask(keeper, message));
    if (answer) return respond(request, answer);
  }
  tellShells("silent");
  return new Response("", { status: 503 });
}

let keeperId = "";

// The tab that runs the application.
async function findKeeper() {
  const known = keeperId && (await clients.get(keeperId));
  if (known) return known;
  const claims = (await shells()).map(async (shell) => {
    const { port1, port2 } = new MessageChannel();
    shell.postMessage("keeper?", [port2]);
    if (!(await first(port1, 500))) throw new Error();
    return shell;
  });
  const found = await Promise.any(claims).catch(() => null);
  keeperId = found?.id ?? "";
  return found;
}

// The answer's head and the port for its body; null if the tab does not react.
async function ask(keeper, request) {
  const { port1, port2 } = new MessageChannel();
  keeper.postMessage({ request }, [port2]);
  if ((await first(port1, SIGN_MS)) === "received")
    return { port: port1, head: await first(port1) };
  keeperId = "";
  return null;
}

async function respond(request, { port, head }) {
  if (head.file) return file(stored(`${BASE}${BUILD}/${head.file}`));
  const headers = new Headers(head.headers);
  const target = headers.get("location");
  if (target) headers.set("location", new URL(target, request.url).href);
  const { status } = head;
  if (NO_BODY.includes(status)) return new Response(null, { status, headers });
  const body = new ReadableStream({
    start(controller) {
      port.onmessage = ({ data }) => {
        if (data) controller.enqueue(data);
        else controller.close();
      };
    },
    cancel: () => port.postMessage("cancel"),
  });
  return new Response(body, { status, headers });
}

// The next message of a port; undefined if it takes too long.
const first = (port, patience = 0) =>
  new Promise((resolve) => {
    const timer = patience && setTimeout(resolve, patience);
    port.onmessage = ({ data }) => {
      clearTimeout(timer);
      resolve(data);
    };
  });

const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
