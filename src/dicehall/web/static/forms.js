// The forms of a table are sent without a reload, until they arrive.

import { moment, show, table } from "./table.js";

const root = document.documentElement;

// Names this page, which need not hear of its own answers again.
export const page = Math.random().toString(36).slice(2);

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
  const { ok, text } = await persist(form, new URLSearchParams(new FormData(form, submitter)));
  const asks = form.method === "get", sets = "sets" in form.dataset;
  if (sets) prefer(form, submitter);
  else if (asks) delete root.dataset.side;
  show(text, asks || sets || !ok, "throws" in (submitter?.dataset ?? {}));
}

// A preference shows at once; of the form's buttons another is seen then.
export function prefer(form, submitter) {
  root.dataset[form.dataset.sets] = submitter.value;
  delete root.dataset.side; // what was switched is seen at the table
  for (const button of form.querySelectorAll("button")) button.focus();
  dispatchEvent(new CustomEvent("preferred"));
}

// A move is sent again until its answer is there: the same move twice is harmless.
async function persist(form, body) {
  const post = form.method === "post";
  const address = post ? form.action : `${form.action}?${body}`;
  for (let pause = 300; ; pause = Math.min(pause * 2, 4000)) {
    try {
      const answer = await fetch(address, {
        method: form.method,
        body: post ? body : undefined,
        headers: { "X-Part": "table", "X-Page": page, "X-Moment": moment(table()) },
        signal: AbortSignal.timeout(10_000), // a dead line may say nothing at all
      });
      const text = await answer.text();
      if (answer.status < 500 && answer.status !== 429) {
        offline(false);
        return { ok: answer.ok, text };
      }
    } catch {}
    offline(true);
    await rest(pause);
  }
}

// A line that is back is used at once.
function rest(pause) {
  return new Promise((resolve) => {
    setTimeout(resolve, pause);
    addEventListener("online", resolve, { once: true });
  });
}

export function offline(is) {
  document.getElementById("offline").hidden = !is;
}
