// Imports a file of records on the settings page.

import { request } from "./requests.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-archive]"));

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const [file] = /** @type {HTMLInputElement} */ (form.elements.namedItem("records")).files;
  const headers = () => ({ "content-type": "text/plain" });
  const { text, reason } = await request(form.action, { method: "post", body: file, headers });
  form.querySelector("[role=status]").textContent = reason ?? text;
});
