// What the scripts assume about a page, for the type checker. Nothing here reaches a browser.

// Selectors find HTML elements, or the kind of element that the result is assigned to.
interface ParentNode {
  querySelector<K extends keyof HTMLElementTagNameMap>(tag: K): HTMLElementTagNameMap[K] | null;
  querySelector<E extends Element = HTMLElement>(selectors: string): E | null;
  querySelectorAll<E extends Element = HTMLElement>(selectors: string): NodeListOf<E>;
}
interface Document {
  getElementById<E extends HTMLElement = HTMLElement>(id: string): E | null;
}
interface Element {
  closest<E extends Element = HTMLElement>(selectors: string): E | null;
}

// Scripts listen on the window to events of elements.
type From<T, E> = E & { target: T };

type FieldEvent = From<HTMLInputElement, Event>;

interface ElementEvents {
  change: FieldEvent;
  click: From<HTMLElement, PointerEvent>;
  keydown: From<HTMLElement, KeyboardEvent>;
  pointerdown: From<HTMLElement, PointerEvent>;
  submit: From<HTMLFormElement, SubmitEvent>;
  toggle: From<HTMLDetailsElement, ToggleEvent>;
}

declare function addEventListener<K extends keyof ElementEvents>(
  type: K,
  listener: (event: ElementEvents[K]) => unknown,
  options?: boolean | AddEventListenerOptions,
): void;

// The window events that docs/front-end.md lists.
interface WindowEventMap {
  table: CustomEvent<HTMLElement>;
  "table-stands": CustomEvent<HTMLElement>;
  "table-next": CustomEvent<() => unknown>;
  "table-ping": CustomEvent<string>;
  "table-presence": CustomEvent<string>;
  "table-reaction": CustomEvent<string>;
  sound: CustomEvent<string>;
}

// Pyodide, which is not part of this repository.
declare module "*/pyodide.mjs" {
  // biome-ignore lint/suspicious/noExplicitAny: it has no types here
  export function loadPyodide(options: object): Promise<any>;
}
