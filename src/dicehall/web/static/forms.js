// Sends the forms of a table without a reload.

import { showRefusal } from "./notices.js";
import { formBody, request } from "./requests.js";
import { moment, show, table } from "./table.js";

const root = document.documentElement;

// Identifies this page, so that its stream does not repeat the replies to its own requests.
export const page = Math.random().toString(36).slice(2);

const THINKING_MS = 120_000;

const sent = new WeakSet(); // each form is sent once: the reply brings a new one

addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-part]")) return;
  event.preventDefault();
  if (sent.has(form) || event.submitter?.getAttribute("aria-disabled") === "true") return;
  send(form, event.submitter);
});

async function send(form, submitter) {
  sent.add(form);
  form.setAttribute("aria-busy", "true");
  submitter?.classList.add("pressed");
  const { ok, text, reason } = await post(form, formBody(form, submitter));
  if (reason) return refuse(form, submitter, reason);
  const asks = form.method === "get";
  const sets = "sets" in form.dataset;
  if (sets) prefer(form, submitter);
  else if (asks || form.matches(".take-back")) delete root.dataset.side;
  show(text, asks || sets || !ok, "throws" in (submitter?.dataset ?? {}));
}

// The table stays as it is, and the form can be sent again.
function refuse(form, submitter, reason) {
  sent.delete(form);
  form.removeAttribute("aria-busy");
  submitter?.classList.remove("pressed");
  showRefusal(reason);
}

// Applies a setting. It swaps the form's visible button, so the focus goes to the other one.
export function prefer(form, submitter) {
  root.dataset[form.dataset.sets] = submitter.value;
  delete root.dataset.side; // show the table again
  for (const button of form.querySelectorAll("button")) button.focus();
  dispatchEvent(new CustomEvent("preferred"));
}

// Moves may be retried, because sending one twice is harmless. Hints may take long.
function post(form, body) {
  const headers = () => ({ "X-Part": "table", "X-Page": page, "X-Moment": moment(table()) });
  if (form.method === "get")
    return request(`${form.action}?${body}`, { headers, patience: THINKING_MS });
  return request(form.action, { method: "post", body, headers });
}
