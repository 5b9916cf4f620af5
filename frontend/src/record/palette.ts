/** The labels as buttons, those of one hue together, each with its digit. It stays where it is, whatever happens in the text. */

import { labelWords, make, onClick } from "../view/dom.ts";
import type { Hue, Label, Labels } from "../view/labels.ts";

export class Palette {
  readonly element: HTMLElement;
  private readonly buttons = new Map<string, HTMLButtonElement>();

  constructor(
    private readonly labels: Labels,
    private readonly chosen: (label: string, isForAll: boolean) => void,
  ) {
    const families = labels.families().map((family) => this.family(family.hue, family.labels));
    this.element = make("div", { class: "palette", role: "group", "aria-label": "Labels" }, ...families);
  }

  /** Shows which label the focused span has; undefined for none. */
  show(label: string | undefined): void {
    for (const [name, button] of this.buttons) button.setAttribute("aria-pressed", String(name === label));
  }

  private family(hue: Hue, labels: readonly Label[]): HTMLElement {
    return make("div", { class: `family hue-${hue}` }, ...labels.map((label) => this.button(label)));
  }

  private button(label: Label): HTMLButtonElement {
    const key = label.key ? [make("kbd", {}, label.key)] : [];
    const tip = label.text ? `${label.name}: ${label.text}` : label.name;
    const attributes = { type: "button", class: `label hue-${this.labels.hue(label.name)}`, title: tip };
    const button = make("button", { ...attributes, "aria-pressed": "false", "data-label": label.name }, ...key);
    button.append(labelWords(label.name));
    // The selection in the text is what a click is about; a button that took the focus would lose it.
    button.addEventListener("mousedown", (event) => event.preventDefault());
    onClick(button, (event) => this.chosen(label.name, event.shiftKey));
    this.buttons.set(label.name, button);
    return button;
  }
}
