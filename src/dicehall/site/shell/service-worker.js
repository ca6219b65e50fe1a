// Answers for the folder: its files come from a cache, and the application's pages from the tab that
// runs it. The build defines BASE, BUILD, FILES (digests), SIZES (of packed files when unpacked) and
// START (files that Python needs) in front of this text, and adds `unpack.js`.

const KEPT = `dicehall ${BASE} `;
const CACHE = KEPT + BUILD;
const APP = `${BASE}app`;
const HERE = `${BASE}${BUILD}/`;
const PACKED = ".bin";
const TYPES = {
  css: "text/css",
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  json: "application/json",
  mjs: "text/javascript",
  svg: "image/svg+xml",
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
  else if (pathname.startsWith(HERE)) event.respondWith(file(pathname.slice(HERE.length)));
  else if ([BASE, `${BASE}index.html`].includes(pathname))
    event.respondWith(fetchFile("index.html"));
});

// The first visit fetches files when they are needed. An update fetches all of them before it takes
// over, because the build that is open may end at any time.
async function install() {
  if (registration.active) return fetchAll();
  await Promise.all([fetchFile("index.html"), readTexts()]);
  for (const name of START) fetchFile(name).catch(() => {}); // Python asks for them in a moment
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
  if (data === "claim") await clients.claim();
  if (data === "keep all") await fetchAll();
  // Any other message (a sign of life) keeps this worker running while a stream is open.
}

// --- Files ----------------------------------------------------------------------------------------

// A file of this build.
async function file(name) {
  const text = (await readTexts())[name];
  if (text !== undefined) return new Response(text, { headers: { "content-type": typeOf(name) } });
  return fetchFile(`${BUILD}/${name}`);
}

const typeOf = (name) => TYPES[name.split(".").at(-1)] ?? "application/octet-stream";

let texts;

// All small text files, by name.
function readTexts() {
  texts ??= fetchFile(`${BUILD}/texts.json`).then((response) => response.json());
  texts.catch(() => {
    texts = undefined;
  });
  return texts;
}

const arriving = new Map();

async function fetchFile(name) {
  const cache = await caches.open(CACHE).catch(() => null); // null: storage is denied
  const found = await cache?.match(BASE + name);
  if (found) return found;
  if (!arriving.has(name)) arriving.set(name, fetchNew(name, cache));
  return (await arriving.get(name).response).clone();
}

function fetchNew(name, cache) {
  const response = name in SIZES ? fetchPacked(name) : fetchPlain(name);
  const kept = response.then((found) => cache?.put(BASE + name, found.clone())).catch(() => {}); // no room: it works from the network
  kept.then(() => arriving.delete(name));
  return { response, kept };
}

async function fetchPlain(name) {
  const options = { integrity: FILES[name] };
  return fetch(BASE + name, options).catch(() =>
    fetch(BASE + name, { ...options, cache: "reload" }),
  );
}

const spoiled = new Set(); // their digests were wrong

// The unpacked content of a file, while it arrives.
async function fetchPacked(name) {
  const cache = spoiled.has(name) ? "reload" : "default";
  const response = await fetch(BASE + name + PACKED, { cache });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  const { readable, writable } = checked(name);
  response.body.pipeTo(writable).catch(() => tellShells({ lost: name }));
  const body = readable.pipeThrough(unpacked(SIZES[name]));
  return new Response(body, { headers: { "content-type": typeOf(name) } });
}

const fetchAll = async () => {
  for (const name of Object.keys(FILES)) {
    (await fetchFile(name)).body?.cancel();
    await arriving.get(name)?.kept;
  }
};

// Passes a file on, tells the shells how much of it has arrived, and fails at the end if it is not
// what it should be.
function checked(name) {
  const parts = [];
  let loaded = 0;
  return new TransformStream({
    transform(part, controller) {
      parts.push(part);
      loaded += part.length;
      if (START.includes(name)) tellShells({ loaded: [name, loaded] });
      controller.enqueue(part);
    },
    async flush() {
      const digest = await crypto.subtle.digest("SHA-256", await new Blob(parts).arrayBuffer());
      if (`sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}` === FILES[name]) return;
      spoiled.add(name);
      throw new Error(`${name} is not what it should be`);
    },
  });
}

function unpacked(size) {
  const unpacker = new Unpacker(size);
  let rest = new Uint8Array(0);
  return new TransformStream({
    transform(part, controller) {
      const all = new Uint8Array(rest.length + part.length);
      all.set(rest);
      all.set(part, rest.length);
      rest = all;
      for (let end = Unpacker.length(rest); end <= rest.length; end = Unpacker.length(rest)) {
        controller.enqueue(unpacker.decode(rest.subarray(0, end)));
        rest = rest.subarray(end);
      }
    },
  });
}

// --- Pages of the application ---------------------------------------------------------------------

const isShell = ({ url }) => [BASE, `${BASE}index.html`].includes(new URL(url).pathname);
const shells = async () => (await clients.matchAll({ type: "window" })).filter(isShell);
const tellShells = async (message) => (await shells()).map((one) => one.postMessage(message));

async function page({ request }) {
  const { pathname, search } = new URL(request.url);
  const path = pathname.slice(APP.length) || "/";
  const fixed = path.match(/^\/static\/[0-9a-f]{10}(\/.*)/);
  if (fixed) return file(`static${fixed[1]}`);
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
  if (head.file) return file(head.file);
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
