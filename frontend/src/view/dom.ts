/** Elements made without markup: text is only ever set as text. */

export type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** A new element with attributes (true: without value; false or undefined: left out) and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (typeof value === "string") element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** The element of a page that the template promises. */
export function part<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no part ${id}`);
  return element as T;
}

export function onClick(element: HTMLElement, does: (event: MouseEvent) => void): void {
  element.addEventListener("click", does);
}

/** A button of the template, disabled there: only now, that somebody listens to it, can it be pressed. */
export function onPress(button: HTMLButtonElement, does: () => void): void {
  onClick(button, does);
  button.disabled = false;
}

/** "OTHER_PERSON" as people read it: "Other person". */
export function labelWords(label: string): string {
  const words = label.replaceAll("_", " ").toLowerCase();
  return SHORT[label] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const SHORT: Readonly<Record<string, string>> = { ID: "ID", IP: "IP", URL: "URL", OTHER_PHI: "Other" };

/** One of many: "1 document", "2 documents". */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}
