// Sends the requests that a reader waits for, and tells apart what can go wrong: the server refuses (the caller
// shows why), something broke on the server (the reader may try again), or there is no connection (retried).

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 8_000;
const MOST_TRIES = 25; // about two minutes; then the reader decides
const PATIENCE_MS = 10_000; // a dead line may say nothing at all
const UNREACHABLE = [408, 502, 503, 504]; // said by a proxy, or by a server that is starting or closing
const DATABASE_AWAY = "store-unreachable";

// What an answer means: "answered" (done or refused), "broken", "away" (retry), "wait" (retry, but later).
export function meaning({ status, code = "", retryAfter = NaN, table = false }) {
  if (status === 0) return "away";
  if (table || status < 400) return "answered";
  if ((status === 429 || status === 503) && retryAfter >= 0) return "wait";
  if (UNREACHABLE.includes(status) && ["", DATABASE_AWAY].includes(code)) return "away";
  return status < 500 ? "answered" : "broken";
}

// The answer to a request: { ok, status, text, code, reason }; `reason` is the server's sentence if it refused.
// Retries without a connection, and asks the reader what to do about a fault of the server; a `quiet` request
// gets that as an answer, and one that is sent `once` is answered after the first attempt.
export async function request(
  address,
  { headers, patience = PATIENCE_MS, signal, quiet, once, ...options } = {},
) {
  const own = Symbol("request");
  try {
    for (let tries = 1; ; tries++) {
      const answer = await attempt(address, { ...options, headers: headers?.() }, patience, signal);
      const kind = meaning(answer);
      if (kind === "answered" || once || (quiet && kind === "broken")) return answer;
      const ms = pause(kind, tries, answer.retryAfter);
      const why = answer.code === "broken" ? "" : answer.reason; // it says no more than the page does
      report(own, kind === "away" && ms === Infinity ? "gone" : kind, why, ms);
      await rest(ms, kind, signal);
    }
  } finally {
    report(own);
  }
}

async function attempt(address, options, patience, signal) {
  const line = new AbortController();
  const hangUp = () => line.abort();
  const late = setTimeout(hangUp, patience);
  signal?.addEventListener("abort", hangUp);
  try {
    const headers = { "X-Part": "page", ...options.headers };
    const answer = await fetch(address, { ...options, headers, signal: line.signal });
    return await read(answer);
  } catch (error) {
    if (signal?.aborted) throw error;
    return { ok: false, status: 0, text: "" };
  } finally {
    clearTimeout(late);
    signal?.removeEventListener("abort", hangUp);
  }
}

async function read(answer) {
  const { ok, status, headers, body } = answer;
  const kind = headers.get("content-type") ?? "";
  if (ok && kind.includes("event-stream")) {
    await body.cancel(); // it would not end
    return { ok, status, text: "" };
  }
  const text = await answer.text();
  const retryAfter = secondsIn(headers.get("retry-after"));
  return {
    ok,
    status,
    text,
    retryAfter,
    table: text.includes('id="table"'),
    ...(!ok && refusalIn(kind, text)),
  };
}

// Only the server itself answers in JSON; a proxy's page says nothing that concerns a player.
function refusalIn(kind, text) {
  try {
    const { code, reason } = kind.includes("json") ? JSON.parse(text) : {};
    return { code, reason };
  } catch {
    return {};
  }
}

const secondsIn = (later) =>
  later === null
    ? NaN
    : /^\d+$/.test(later)
      ? Number(later)
      : (Date.parse(later) - Date.now()) / 1000;

// With jitter, so that a server that comes back is not asked by everybody at once.
function pause(kind, tries, retryAfter) {
  if (kind === "broken" || tries >= MOST_TRIES) return Infinity;
  const backoff =
    Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2);
  return Math.max(backoff, kind === "wait" ? retryAfter * 1000 : 0);
}

// A connection that is back is used at once; after a fault or a request to wait, only the reader can retry early.
function rest(ms, kind, signal) {
  const wakers = kind === "away" ? ["try-again", "online", "stream-open"] : ["try-again"];
  const over = new AbortController();
  return new Promise((resolve, reject) => {
    if (ms !== Infinity) setTimeout(resolve, ms);
    for (const waker of wakers) addEventListener(waker, resolve, { signal: over.signal });
    signal?.addEventListener("abort", () => reject(signal.reason), { signal: over.signal });
  }).finally(() => over.abort());
}

// --- What is wrong, in words ------------------------------------------------------------------

const GRAVITY = ["away", "wait", "gone", "broken"];
const troubles = new Map();

// Reports a problem for `who`; without a kind, that it is over.
export function report(who, kind, reason = "", ms = 0) {
  if (kind) troubles.set(who, { kind, reason, ms });
  else if (!troubles.delete(who)) return;
  const place = document.getElementById("offline");
  const [worst] = [...troubles.values()].sort(
    (one, other) => GRAVITY.indexOf(other.kind) - GRAVITY.indexOf(one.kind),
  );
  place.hidden = !worst;
  const line = place.querySelector("[role=status]");
  const said = worst ? inWords(worst, place.dataset) : "";
  if (line.textContent !== said) line.textContent = said; // a screen reader need not hear it twice
}

function inWords({ kind, reason, ms }, words) {
  if (kind === "broken") return `${words.broken} ${reason}`;
  if (kind !== "wait") return words[kind];
  return `${reason || words.wait} ${ms === Infinity ? "" : words.later.replace("{}", Math.ceil(ms / 1000))}`;
}

addEventListener(
  "click",
  ({ target }) => target.closest?.("#offline button") && dispatchEvent(new Event("try-again")),
);
