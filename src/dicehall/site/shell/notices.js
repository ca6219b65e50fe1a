// @ts-check
// What the shell says around the frame: how far the start is, and what cannot be done. The texts are
// in the page, once for each language.

const PHASES = { fetching: 0, python: 0.55, modules: 0.75, hall: 0.9 }; // share of a first start
const LANGUAGE = "dicehall language";

export class Notices {
  #total;
  #loaded = new Map();
  #step = "fetching";
  onchoice = (/** @type {string} */ _choice) => {};

  constructor() {
    const template = /** @type {HTMLTemplateElement} */ (
      document.querySelector(`template[lang="${this.language}"]`)
    );
    this.place = document.getElementById("notices");
    this.place.append(template.content.cloneNode(true));
    this.place.lang = this.language;
    this.progress = this.place.querySelector("progress");
    this.#total = Number(this.progress.dataset.bytes);
    this.place.addEventListener("click", ({ target }) => {
      const button = /** @type {Element} */ (target).closest("button");
      if (!button) return;
      if (button.dataset.choice === "close") button.closest("p").hidden = true;
      else this.onchoice(button.dataset.choice);
    });
  }

  /** The language that the reader last used here, or the first of the browser's that we have. */
  get language() {
    const offered = [...document.querySelectorAll("template[lang]")].map(({ lang }) => lang);
    const wanted = [recall(LANGUAGE), ...navigator.languages.map((tag) => tag.split("-")[0])];
    return wanted.find((one) => offered.includes(one)) ?? offered[0];
  }

  /** Takes over the language and the theme of a page. @param {HTMLElement} page */
  dress(page) {
    document.documentElement.dataset.theme = page.dataset.theme;
    remember(LANGUAGE, page.lang);
  }

  /** @param {string} name of a file @param {number} bytes that have arrived */
  loaded(name, bytes) {
    this.#loaded.set(name, bytes);
    this.#draw();
  }

  /** @param {string} name of the step that begins */
  step(name) {
    this.#step = name;
    this.#draw();
  }

  /** Somebody waits for the application. */
  wait() {
    this.place.querySelector("#starting").classList.add("wanted");
  }

  ready() {
    this.#line("starting").hidden = true;
  }

  /** @param {string} name of a line that does not end anything */
  show(name) {
    this.#line(name).hidden = false;
  }

  /** Shows why nothing can be played here. @param {string} name of a line */
  stop(name) {
    this.ready();
    document.getElementById("app").hidden = true;
    this.place.classList.add("stopped");
    this.show(name);
  }

  #line = (name) => /** @type {HTMLElement} */ (this.place.querySelector(`#${name}`));

  #draw() {
    const fetched = [...this.#loaded.values()].reduce((sum, bytes) => sum + bytes, 0) / this.#total;
    const share = Math.max(PHASES[this.#step], Math.min(1, fetched) * PHASES.python);
    this.progress.value = share;
    const percent = this.place.querySelector("#percent");
    percent.textContent = new Intl.NumberFormat(this.language, { style: "percent" }).format(share);
  }
}

function recall(key) {
  try {
    return localStorage[key];
  } catch {
    return undefined; // storage is denied
  }
}

function remember(key, value) {
  try {
    localStorage[key] = value;
  } catch {}
}
