// Sends requests and tells three failures apart: the server refuses (the caller shows why), the
// server has an error (the reader may try again), or there is no connection (the request is
// retried).

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 8_000;
const MOST_TRIES = 25; // about two minutes; then the reader decides
const PATIENCE_MS = 10_000; // a dead connection may never fail by itself
const UNREACHABLE = [408, 502, 503, 504]; // from a proxy, or from a server that starts or stops
const DATABASE_AWAY = "store-unreachable";

/**
 * @typedef {object} Reply
 * @property {boolean} ok
 * @property {number} status 0 without a connection
 * @property {string} text
 * @property {string} [code] of a refusal
 * @property {string} [reason] of a refusal, for the reader
 * @property {number} [retryAfter] in seconds
 * @property {boolean} [table] the text contains a table
 */

/**
 * @typedef {object} Options for `fetch`, and:
 * @property {() => Record<string, any>} [headers] computed anew for each attempt
 * @property {number} [patience] in ms
 * @property {AbortSignal} [signal]
 * @property {boolean} [quiet] return a server error instead of reporting it
 * @property {boolean} [once] do not retry
 * @property {string} [method]
 * @property {BodyInit} [body]
 */

// "answered" (done or refused), "broken", "away" (retry) or "wait" (retry, but later).
export function classify({ status, code = "", retryAfter = NaN, table = false }) {
  if (status === 0) return "away";
  if (table || status < 400) return "answered";
  if ((status === 429 || status === 503) && retryAfter >= 0) return "wait";
  if (UNREACHABLE.includes(status) && ["", DATABASE_AWAY].includes(code)) return "away";
  return status < 500 ? "answered" : "broken";
}

/**
 * Sends a request until it is answered, and reports problems to the reader meanwhile.
 * @param {string} address
 * @param {Options} [options]
 * @returns {Promise<Reply>}
 */
export async function request(
  address,
  { headers, patience = PATIENCE_MS, signal, quiet, once, ...options } = {},
) {
  const id = Symbol("request");
  try {
    for (let tries = 1; ; tries++) {
      const reply = await attempt(address, { ...options, headers: headers?.() }, patience, signal);
      const kind = classify(reply);
      if (kind === "answered" || once || (quiet && kind === "broken")) return reply;
      const ms = pause(kind, tries, reply.retryAfter);
      const reason = reply.code === "broken" ? "" : reply.reason; // the page says the same already
      report(id, kind === "away" && ms === Infinity ? "gone" : kind, reason, ms);
      await rest(ms, kind, signal);
    }
  } finally {
    report(id);
  }
}

/** @returns {Promise<Reply>} */
async function attempt(address, options, patience, signal) {
  const connection = new AbortController();
  const hangUp = () => connection.abort();
  const timer = setTimeout(hangUp, patience);
  signal?.addEventListener("abort", hangUp);
  try {
    const headers = { "X-Part": "page", ...options.headers };
    return await read(await fetch(address, { ...options, headers, signal: connection.signal }));
  } catch (error) {
    if (signal?.aborted) throw error;
    return { ok: false, status: 0, text: "" };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", hangUp);
  }
}

/** @param {Response} response */
async function read(response) {
  const { ok, status, headers, body } = response;
  const type = headers.get("content-type") ?? "";
  if (ok && type.includes("event-stream")) {
    await body.cancel(); // it would never end
    return { ok, status, text: "" };
  }
  const text = await response.text();
  const retryAfter = secondsIn(headers.get("retry-after"));
  const refusal = ok ? {} : refusalIn(type, text);
  return { ok, status, text, retryAfter, table: text.includes('id="table"'), ...refusal };
}

// Only the server itself replies in JSON; a proxy's error page is of no use to a player.
function refusalIn(type, text) {
  try {
    const { code, reason } = type.includes("json") ? JSON.parse(text) : {};
    return { code, reason };
  } catch {
    return {};
  }
}

// A `Retry-After` header: seconds or a date.
export function secondsIn(header) {
  if (header === null) return NaN;
  return /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
}

// Milliseconds until the next attempt, with jitter, so that clients do not return all at once.
export function pause(kind, tries, retryAfter) {
  if (kind === "broken" || tries >= MOST_TRIES) return Infinity;
  const backoff = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
  const jittered = backoff * (0.5 + Math.random() / 2);
  return Math.max(jittered, kind === "wait" ? retryAfter * 1000 : 0);
}

// Waits. A restored connection ends the wait; after an error or "wait" only the reader can.
function rest(ms, kind, signal) {
  const wakers = kind === "away" ? ["try-again", "online", "stream-open"] : ["try-again"];
  const over = new AbortController();
  return new Promise((resolve, reject) => {
    if (ms !== Infinity) setTimeout(resolve, ms);
    for (const waker of wakers) addEventListener(waker, resolve, { signal: over.signal });
    signal?.addEventListener("abort", () => reject(signal.reason), { signal: over.signal });
  }).finally(() => over.abort());
}

// The fields of a form as the body of a request.
export const formBody = (form, submitter) =>
  new URLSearchParams(/** @type {any} */ (new FormData(form, submitter)));

// --- Messages -----------------------------------------------------------------------------------

const SEVERITY = ["away", "wait", "gone", "broken"];
const problems = new Map();

// Shows the worst problem. Without a kind, the problem of this id is over.
export function report(id, kind = "", reason = "", ms = 0) {
  if (kind) problems.set(id, { kind, reason, ms });
  else if (!problems.delete(id)) return;
  const severity = (problem) => SEVERITY.indexOf(problem.kind);
  const [worst] = [...problems.values()].sort((a, b) => severity(b) - severity(a));
  const place = document.getElementById("offline");
  place.hidden = !worst;
  const line = place.querySelector("[role=status]");
  const message = worst ? describe(worst, place.dataset) : "";
  if (line.textContent !== message) line.textContent = message; // else it would be read out again
}

export function describe({ kind, reason, ms }, texts) {
  if (kind === "broken") return `${texts.broken} ${reason}`;
  if (kind !== "wait") return texts[kind];
  const later = ms === Infinity ? "" : texts.later.replace("{}", Math.ceil(ms / 1000));
  return `${reason || texts.wait} ${later}`;
}

addEventListener("click", ({ target }) => {
  if (target.closest?.("#offline button")) dispatchEvent(new Event("try-again"));
});
