// The analysis board without full loads: links and forms replace the main part of the page. Without
// this script each of them loads a page.

const main = document.querySelector("main");

async function show(address, keep) {
  main.setAttribute("aria-busy", "true");
  const answer = await fetch(address).catch(() => null);
  const page = answer && new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = page?.querySelector("main");
  if (!next?.querySelector(".analysis")) return location.assign(address);
  const focused = document.activeElement?.id;
  main.removeAttribute("aria-busy");
  main.replaceChildren(...next.childNodes);
  document.title = page.title;
  if (!keep) history.pushState(null, "", answer.url);
  const same = focused ? document.getElementById(focused) : null;
  if (same) same.focus({ preventScroll: true });
}

main.addEventListener("click", async (/** @type {ElementEvents["click"]} */ event) => {
  const button = event.target.closest("#copy-link");
  if (button) {
    await navigator.clipboard?.writeText(button.dataset.link);
    button.textContent = button.dataset.done;
  }
  /** @type {HTMLAnchorElement} */
  const link = event.target.closest("a[href]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const { pathname } = new URL(link.href);
  if (pathname !== location.pathname) return;
  event.preventDefault();
  if (!link.hasAttribute("aria-disabled")) show(link.href);
});

main.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.method !== "get") return;
  event.preventDefault();
  if (event.submitter?.hasAttribute("aria-disabled")) return;
  const fields = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter)));
  show(`${form.action}?${fields}`);
});

addEventListener("popstate", () => show(location.href, true));
