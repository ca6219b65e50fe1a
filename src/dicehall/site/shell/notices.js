// @ts-check
// What the shell says around the frame: how far the start is, and what cannot be done. The texts are
// in the page, once for each language.

const FETCHING = 0.75; // share of a first visit, at 10 Mbit/s
const DONE = { python: 0, modules: 0.5, hall: 0.8 }; // share of the rest, when a step begins
const LANGUAGE = "dicehall language";

export class Notices {
  #total;
  #loaded = new Map();
  #done = 0;
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
    this.#done = DONE[name];
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
    const share = fetched ? fetched * FETCHING + this.#done * (1 - FETCHING) : this.#done;
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
