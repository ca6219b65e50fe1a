// @ts-check
// Passes requests to the worker that runs the application, and its answers back to the service
// worker. If the worker dies, another one starts and gets the open requests again: resending one is
// harmless.

const PATIENCE_MS = 10_000; // without any sign from the worker
const MOST_STARTS = 3;

export class Exchanges {
  #open = new Map();
  #last = 0;
  #starts = 0;
  #heard = 0;
  #timer;

  constructor({ base, place, notices, onready }) {
    this.name = JSON.stringify({ base, place });
    this.notices = notices;
    this.onready = onready;
    this.ready = false;
    this.prerendered = false; // the last page was not made by the application
    this.pages = JSON.parse(document.getElementById("pages").textContent);
    this.#timer = setInterval(() => this.#check(), PATIENCE_MS / 4);
    this.#start();
  }

  /** Whether an answer is still going on, such as a stream of events. */
  get streaming() {
    return this.#open.size > 0;
  }

  open(request, port) {
    port.postMessage("received");
    const file = this.ready ? "" : this.#prerendered(request);
    if (request.page) this.prerendered = Boolean(file);
    if (file) return port.postMessage({ file });
    const id = ++this.#last;
    this.#open.set(id, { request, port, begun: false });
    port.onmessage = () => this.#cancel(id);
    if (!this.ready) this.notices.wait();
    this.worker.postMessage({ id, request });
  }

  /** A file did not arrive in full. @param {string} name */
  lose(name) {
    if (!this.ready) this.#restart(`${name} did not arrive`);
  }

  close() {
    clearInterval(this.#timer);
    this.worker.terminate();
  }

  // The file with a page that is the same for everybody, in the reader's language.
  #prerendered({ method, path, page }) {
    if (method !== "GET" || !page) return "";
    const { language } = this.notices;
    return this.pages[path] ? `pages/${language}/${this.pages[path]}` : "";
  }

  #start() {
    this.#starts++;
    this.#heard = Date.now();
    this.worker = new Worker(new URL("hall.js", import.meta.url), {
      type: "module",
      name: this.name,
    });
    this.worker.onmessage = ({ data }) => this.#receive(data);
    this.worker.onerror = ({ message }) => this.#restart(message);
    for (const [id, { request, begun }] of this.#open)
      if (!begun) this.worker.postMessage({ id, request });
  }

  #restart(why) {
    console.warn("the application is started again:", why);
    this.worker.terminate();
    this.ready = false;
    if (this.#starts >= MOST_STARTS) return this.notices.stop("broken");
    for (const [id, { port, begun }] of this.#open) {
      if (!begun) continue;
      port.postMessage(null); // streams reconnect
      this.#open.delete(id);
    }
    this.#start();
  }

  #receive({ id, head, chunk, step, notice, ready, failed, ...more }) {
    this.#heard = Date.now();
    if (step) this.notices.step(step);
    if (notice) this.notices.show(notice);
    if (failed) this.#restart(failed);
    if (ready) {
      this.ready = true;
      this.notices.ready();
      this.onready(more);
    }
    const exchange = this.#open.get(id);
    if (!exchange) return;
    if (head) exchange.begun = true;
    exchange.port.postMessage(head ?? chunk, chunk ? [chunk.buffer] : []);
    if (chunk === null) this.#open.delete(id);
    if (head) this.#starts = 1; // it works
  }

  #cancel(id) {
    this.worker.postMessage({ id, cancel: true });
    this.#open.delete(id);
  }

  // A worker that was killed says nothing.
  #check() {
    const waiting = [...this.#open.values()].some(({ begun }) => !begun);
    if (!waiting || !this.ready) this.#heard = Date.now();
    else if (Date.now() - this.#heard > PATIENCE_MS) this.#restart("no sign of life");
  }
}
