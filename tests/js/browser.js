// The few browser globals that the scripts touch when they are imported.

export const root = { dataset: {}, lang: "en" };

const kept = new Map();

Object.assign(globalThis, {
  addEventListener: () => {},
  dispatchEvent: () => true,
  document: { documentElement: root, querySelector: () => null, querySelectorAll: () => [] },
  localStorage: {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    clear: () => kept.clear(),
  },
});

// A module of the pages, imported after these globals are there.
export const load = (name) => import(`../../src/dicehall/web/static/${name}`);

// A DOMRect.
export const rect = (x, y, width, height) => ({
  ...{ x, y, width, height },
  right: x + width,
  bottom: y + height,
});
