// Shows times in the reader's time zone; the server writes UTC. `data-local` is how the language
// joins a time {0} and a day {1}.

const { lang } = document.documentElement;
const locale = lang === "en" ? "en-GB" : lang; // the day before the month, as on the server
const relative = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
const clock = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
const calendar = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });

function dayOf(at) {
  const [day, today] = [at, new Date()].map(
    (one) => new Date(one.getFullYear(), one.getMonth(), one.getDate()),
  );
  const ago = Math.round((today.getTime() - day.getTime()) / 86_400_000);
  return ago === 0 || ago === 1 ? relative.format(-ago, "day") : calendar.format(at);
}

/** @type {NodeListOf<HTMLTimeElement>} */
const times = document.querySelectorAll("time[data-local]");
for (const time of times) {
  const at = new Date(time.dateTime);
  time.textContent = time.dataset.local.replace("{0}", clock.format(at)).replace("{1}", dayOf(at));
}
