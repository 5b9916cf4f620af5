/** The documents of the record in the order of their dates, with a tick where nothing is left to decide. */

import { make, onClick } from "../view/dom.ts";
import type { DocumentRow } from "./types.ts";

export class Rail {
  private readonly items = new Map<number, { button: HTMLButtonElement; state: HTMLElement }>();

  constructor(list: HTMLElement, documents: readonly DocumentRow[], chosen: (id: number) => void) {
    list.replaceChildren(...documents.map((document) => this.item(document, chosen)));
  }

  /** Shows where one is and what is left. */
  show(id: number, documents: readonly DocumentRow[]): void {
    for (const document of documents) {
      const item = this.items.get(document.id);
      if (!item) continue;
      if (document.id === id) item.button.setAttribute("aria-current", "true");
      else item.button.removeAttribute("aria-current");
      const [sign, words] = stateOf(document);
      item.state.textContent = sign;
      item.state.title = words;
      item.state.setAttribute("aria-label", words);
      item.state.className = `state ${sign === "✓" ? "done" : ""}`;
    }
  }

  private item(document: DocumentRow, chosen: (id: number) => void): HTMLElement {
    const date = document.date ? [make("time", { datetime: document.date }, document.date)] : [];
    const name = make("span", { class: "name" }, document.name ?? String(document.id));
    const state = make("span", { class: "state", role: "img" });
    const words = make("span", { class: "words" }, ...date, name);
    const button = make("button", { type: "button", "data-document": String(document.id) }, words, state);
    onClick(button, () => chosen(document.id));
    this.items.set(document.id, { button, state });
    return make("li", {}, button);
  }
}

function stateOf(document: DocumentRow): [string, string] {
  const n = document.n_undecided ?? 0;
  if (document.state === "done") return ["✓", "finished"];
  if (document.state === "reopened") return ["↺", "reopened"];
  return n > 0 ? [String(n), `${n} undecided`] : ["·", "nothing undecided, not finished"];
}
