// The forms of a table are sent without a reload, until they arrive.

import { showRefusal } from "./notices.js";
import { request } from "./requests.js";
import { moment, show, table } from "./table.js";

const root = document.documentElement;

// Names this page, which need not hear of its own answers again.
export const page = Math.random().toString(36).slice(2);

const THINKING_MS = 120_000;

const sent = new WeakSet(); // a form is sent once: the answer brings a new one

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
  const { ok, text, reason } = await post(form, new URLSearchParams(new FormData(form, submitter)));
  if (reason) return refuse(form, submitter, reason);
  const asks = form.method === "get",
    sets = "sets" in form.dataset;
  if (sets) prefer(form, submitter);
  else if (asks) delete root.dataset.side;
  show(text, asks || sets || !ok, "throws" in (submitter?.dataset ?? {}));
}

// The table stands as it was, and the form may be sent again.
function refuse(form, submitter, reason) {
  sent.delete(form);
  form.removeAttribute("aria-busy");
  submitter?.classList.remove("pressed");
  showRefusal(reason);
}

// A preference shows at once; of the form's buttons another is seen then.
export function prefer(form, submitter) {
  root.dataset[form.dataset.sets] = submitter.value;
  delete root.dataset.side; // what was switched is seen at the table
  for (const button of form.querySelectorAll("button")) button.focus();
  dispatchEvent(new CustomEvent("preferred"));
}

// A move is sent again until its answer is there: the same move twice is harmless. A hint takes its time.
function post(form, body) {
  const headers = () => ({ "X-Part": "table", "X-Page": page, "X-Moment": moment(table()) });
  if (form.method === "get")
    return request(`${form.action}?${body}`, { headers, patience: THINKING_MS });
  return request(form.action, { method: "post", body, headers });
}
