// Plain forms made quick: posts without a reload, listens for news, maps keys to buttons.
// It knows no rules: what is legal, and why something is not, is handed to it in the page.

const root = document.documentElement;
const still = () =>
  root.dataset.speed === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
const table = () => document.getElementById("table");
// Names this page: what it gets as the answer to a move it need not hear of again by its stream.
const page = Math.random().toString(36).slice(2);
const version = (element) => Number(element?.dataset.version ?? 0);

// --- Showing a new state -------------------------------------------------------------------

let showing = Promise.resolve();

// `again` redraws a state that is shown already, for a notice or a hint that came with it.
function show(html, again = false) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("table");
  if (!next) return location.reload();
  showing = showing.then(() => swap(next, again)).catch(console.error);
}

// What others have to do at the table comes after what is being shown.
addEventListener("table-next", (event) => {
  showing = showing.then(event.detail).catch(console.error);
});

async function swap(next, again) {
  const old = table();
  const news = version(next) > version(old);
  if (!news && !(again && version(next) === version(old))) return;
  const replace = () => {
    const focus = document.activeElement?.id;
    const open = [...old.querySelectorAll(":popover-open")].map((panel) => panel.id);
    carry(old, next, news);
    old.replaceWith(next);
    for (const id of open) document.getElementById(id)?.showPopover();
    if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
    refresh(next);
  };
  if (news) markFresh(old, next);
  if (!news || still() || document.hidden || !document.startViewTransition) replace();
  else await travel(old, next, replace);
  document.getElementById("live").textContent = news ? next.dataset.told : next.dataset.advice ?? "";
  if (!news) return;
  dispatchEvent(new CustomEvent("table", { detail: next }));
  await rolled(next);
}

// What was chosen but not sent stays chosen: all of it in the same state of the table, afterwards
// only what is about more than this state. What was opened stays open.
function carry(old, next, news) {
  for (const field of old.querySelectorAll(news ? "[data-kept][id]" : "input[id], select[id]")) {
    const after = next.querySelector(`#${CSS.escape(field.id)}`);
    if (!after) continue;
    after.value = field.value;
    if (field.type === "checkbox" || field.checked) after.checked = field.checked;
  }
  for (const { id } of old.querySelectorAll("details[open][id]")) {
    next.querySelector(`#${CSS.escape(id)}`)?.setAttribute("open", "");
  }
}

// Dice that were not in the old picture with this roll number have just been rolled.
function markFresh(old, next) {
  for (const die of next.querySelectorAll("[data-rolled]")) {
    const before = die.id && old.querySelector(`#${CSS.escape(die.id)}[data-rolled]`);
    if (before?.dataset.rolled !== die.dataset.rolled) die.classList.add("fresh");
  }
  if (!still() && next.querySelector(".fresh")) next.dataset.rolling = "";
}

// What is still there but has no `data-travel` any more has arrived: it is left in the picture.
async function travel(old, next, replace) {
  const arrived = (id) => next.querySelector(`#${CSS.escape(id)}:not([data-travel])`);
  const name = (scope) => {
    for (const die of scope.querySelectorAll("[data-travel]")) {
      if (arrived(die.id)) continue;
      die.style.viewTransitionName = die.id;
      die.style.viewTransitionClass = "traveller";
    }
  };
  name(old);
  const transition = document.startViewTransition(() => {
    replace();
    name(next);
  });
  await transition.finished.catch(() => {});
  for (const die of next.querySelectorAll("[data-travel]")) die.style.viewTransitionName = "";
}

// While dice roll, keys and buttons wait; a click or Escape ends the roll at once.
async function rolled(scope) {
  const rolls = [...scope.querySelectorAll(".fresh")].flatMap((die) => die.getAnimations());
  const skip = () => rolls.forEach((roll) => roll.finish());
  addEventListener("pointerdown", skip, { once: true });
  addEventListener("keydown", (event) => event.key === "Escape" && skip(), { once: true });
  await Promise.allSettled(rolls.map((roll) => roll.finished));
  removeEventListener("pointerdown", skip);
  delete scope.dataset.rolling;
}

// --- Forms ---------------------------------------------------------------------------------

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
  const answer = await persist(form, new URLSearchParams(new FormData(form, submitter)));
  if (form.dataset.sets) prefer(form, submitter);
  show(await answer.text(), !answer.ok || form.method === "get" || Boolean(form.dataset.sets));
}

// A preference shows at once: the page around the table says it too. Of the form's buttons another is seen then.
function prefer(form, submitter) {
  root.dataset[form.dataset.sets] = submitter.value;
  for (const button of form.querySelectorAll("button")) button.focus();
}

// A move is sent again until it is acknowledged: the same move twice is harmless.
async function persist(form, body) {
  const post = form.method === "post";
  const address = post ? form.action : `${form.action}?${body}`;
  for (let pause = 300; ; pause = Math.min(pause * 2, 4000)) {
    try {
      const answer = await fetch(address, {
        method: form.method,
        body: post ? body : undefined,
        headers: { "X-Part": "table", "X-Page": page },
        signal: AbortSignal.timeout(10_000), // a dead line may say nothing at all
      });
      if (answer.status < 500 && answer.status !== 429) {
        offline(false);
        return answer;
      }
    } catch {}
    offline(true);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function offline(is) {
  document.getElementById("offline").hidden = !is;
}

// --- News ----------------------------------------------------------------------------------

let news;
let heard; // when the stream last gave a sign of life: it does so every 15 seconds

function listen() {
  const current = table();
  if (news || !current || !("live" in current.dataset)) return;
  news = new EventSource(`${current.dataset.stream}?version=${version(current)}&page=${page}`);
  heard = Date.now();
  news.onopen = () => offline(false);
  news.onmessage = (event) => {
    heard = Date.now();
    show(event.data);
  };
  for (const name of ["ping", "reaction", "company"]) news.addEventListener(name, pass);
  news.addEventListener("end", hush);
  news.onerror = () => {
    offline(true);
    if (news.readyState !== EventSource.CLOSED) return;
    hush();
    setTimeout(listen, 1500);
  };
}

function hush() {
  news?.close();
  news = undefined;
}

function pass(event) {
  heard = Date.now();
  offline(false);
  dispatchEvent(new CustomEvent(`table-${event.type}`, { detail: event.data }));
}

// After a sleep or a change of network a stream may be dead without an error.
function revive(patience) {
  if (!news || Date.now() - heard < patience) return;
  offline(true);
  hush();
  listen();
}

addEventListener("pagehide", hush);
addEventListener("pageshow", (event) => event.persisted && listen());
addEventListener("offline", () => table() && offline(true));
addEventListener("online", () => revive(0));
addEventListener("visibilitychange", () => document.hidden || revive(20_000));
setInterval(revive, 5_000, 40_000);

// --- Keys ----------------------------------------------------------------------------------

const typing = "input:not([type=checkbox], [type=radio]), textarea, select";
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest(typing) && !accept(event)) return;
  if (table() && "rolling" in table().dataset) return;
  const key = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  if ((key === "Enter" || key === "Space") && event.target.closest("button, a, summary")) return;
  if (toggle(event, key)) return;
  const target = document.querySelector(`[data-key~="${CSS.escape(key)}"]:not(:disabled)`);
  if (target) {
    event.preventDefault();
    if (target.matches("input")) target.focus();
    target.click();
  } else if (key in arrows) walk(event, arrows[key]);
});

// In a closed list Enter presses the button that belongs to the list, if that listens to it.
function accept(event) {
  return event.key === "Enter" && event.target.matches("select:has(~ [data-key~=Enter])");
}

// Up takes a focused die back to the table, down sets it aside.
function toggle(event, key) {
  const die = event.target.closest("input[type=checkbox][data-walk]");
  if (!die || (key !== "ArrowUp" && key !== "ArrowDown")) return false;
  event.preventDefault();
  if (die.checked !== (key === "ArrowDown")) die.click();
  return true;
}

// The nearest thing to walk to in the direction of the arrow.
function walk(event, [x, y]) {
  const all = [...document.querySelectorAll("[data-walk]")].filter((one) => one.checkVisibility({ visibilityProperty: true }));
  if (!all.length) return;
  event.preventDefault();
  const from = document.activeElement.closest("[data-walk]");
  if (!from) return all[0].focus();
  const middle = (one) => {
    const box = (one.closest("label") ?? one).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [fromX, fromY] = middle(from);
  let best, least = Infinity;
  for (const one of all) {
    const [toX, toY] = middle(one);
    const ahead = (toX - fromX) * x + (toY - fromY) * y;
    const aside = Math.abs((toX - fromX) * y) + Math.abs((toY - fromY) * x);
    if (one !== from && ahead > 1 && ahead + 2 * aside < least) [best, least] = [one, ahead + 2 * aside];
  }
  best?.focus();
}

// --- Selections: what a choice of dice would do is looked up, never computed ------------------

addEventListener("change", (event) => {
  const form = event.target.closest("form[data-choices]");
  if (form) describe(form);
});

function describe(form) {
  const chosen = [...form.querySelectorAll("input[type=checkbox]:checked")].map((box) => box.value);
  const found = (words) => JSON.parse(words ?? "{}")[chosen.join(" ")];
  const choice = { ...found(form.dataset.choices), ...found(form.dataset.worths) };
  for (const part of form.querySelectorAll("[data-choice]")) {
    const said = choice[part.dataset.choice] ?? "";
    if (part.matches("progress")) part.value = Number(said);
    else part.textContent = said;
  }
  for (const button of form.querySelectorAll("button[data-verb]")) {
    const reason = choice[button.dataset.verb] ?? "";
    button.setAttribute("aria-disabled", String(reason !== ""));
    const why = form.querySelector(`[data-why="${button.dataset.verb}"]`);
    if (why) why.textContent = reason;
  }
}

// --- Start ---------------------------------------------------------------------------------

function refresh(scope) {
  for (const form of scope.querySelectorAll("form[data-choices]")) describe(form);
  dispatchEvent(new CustomEvent("table-drawn"));
  listen();
}

refresh(document);
if (document.querySelector("[data-again]")) setTimeout(() => location.reload(), 800);
root.dataset.ready = "";
