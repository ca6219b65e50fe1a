// Registers the service worker, and tells it the edition, language and theme of this page.

const edition = import.meta.url.split("/").at(-2);
const { lang, dataset } = document.documentElement;
const tell = (worker) => worker?.postMessage({ edition, look: `${lang}-${dataset.theme}` });

const registration = await navigator.serviceWorker
  .register(`${dataset.root}/service-worker.js`)
  .catch(() => null);

registration?.addEventListener("updatefound", () => {
  const worker = registration.installing;
  worker.addEventListener("statechange", () => worker.state === "installed" && tell(worker));
});
tell(registration?.waiting);
tell(registration?.active);
