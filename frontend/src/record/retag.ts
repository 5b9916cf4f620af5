/** Another label, by typing the letters of its name. */

import { labelWords, make } from "../view/dom.ts";
import type { Labels } from "../view/labels.ts";

/** Opens the dialog; the label chosen is told, Escape chooses none. */
export function openRetag(labels: Labels, chosen: (label: string) => void): void {
  const input = make("input", { type: "text", "aria-label": "Label", placeholder: "label", autocomplete: "off" });
  const list = make("ul", { class: "choices", role: "listbox", id: "retag-choices" });
  const dialog = make("dialog", { class: "retag", "aria-label": "Another label" }, input, list);
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-controls", "retag-choices");
  input.setAttribute("aria-expanded", "true");
  let at = 0;
  const draw = (): void => {
    const fitting = labels.fitting(input.value);
    at = Math.min(at, Math.max(0, fitting.length - 1));
    const items = fitting.map((label, index) => {
      const attributes = { role: "option", class: `hue-${labels.hue(label.name)}`, "aria-selected": String(index === at) };
      const item = make("li", attributes, make("span", { class: "dot" }), labelWords(label.name));
      item.addEventListener("click", () => finish(label.name));
      return item;
    });
    list.replaceChildren(...items);
    items[at]?.scrollIntoView({ block: "nearest" });
  };
  const finish = (label: string | undefined): void => {
    dialog.close();
    if (label) chosen(label);
  };
  input.addEventListener("input", () => {
    at = 0;
    draw();
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.code === "ArrowDown") at++;
    else if (event.code === "ArrowUp") at = Math.max(0, at - 1);
    else if (event.code === "Enter") return finish(labels.fitting(input.value)[at]?.name);
    else return;
    event.preventDefault();
    draw();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  draw();
  dialog.showModal();
}
