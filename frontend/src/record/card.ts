/** The string card: what is in focus, how it was tagged, in this record and in the corpus, and what can be decided. */

import type { Span } from "../core/span.ts";
import { counted, labelWords, make, onClick } from "../view/dom.ts";
import type { Labels } from "../view/labels.ts";
import { say } from "../view/message.ts";
import { get, Refused } from "../view/server.ts";
import type { StringCard } from "./types.ts";

export interface CardActions {
  readonly command: (name: string) => void;
  readonly go: (document: number, start: number, end: number) => void;
  readonly keyOf: (command: string) => string;
}

const BUTTONS: readonly [string, string][] = [
  ["accept", "Accept"],
  ["reject", "Not personal"],
  ["later", "Later"],
];

const STATES: Readonly<Record<string, string>> = {
  human: "decided",
  suggested: "suggested",
  weak: "suggested, weakly",
  later: "put off",
  rejected: "not personal",
};

export class Card {
  readonly element = make("section", { class: "card string-card", "aria-label": "String card" });
  private span: Span | undefined;

  constructor(
    private readonly labels: Labels,
    private readonly actions: CardActions,
  ) {
    this.showNothing();
  }

  showNothing(): void {
    this.span = undefined;
    const words = make("p", { class: "quiet" }, "Nothing is chosen. Step to a suggestion, click a mark, or select text.");
    this.element.replaceChildren(words);
  }

  /** A choice of words that is no span yet. */
  showChoice(text: string): void {
    this.span = undefined;
    const words = make("p", { class: "quiet" }, "Chosen text. A label of the palette marks it.");
    this.element.replaceChildren(this.string(text), words);
  }

  /** A span that is shown already stays as it is: somebody may be pressing one of its buttons. */
  showSpan(span: Span, text: string): void {
    if (span === this.span) return;
    this.span = span;
    const who = span.by ?? span.source ?? "";
    const score = typeof span.score === "number" ? ` · ${span.score.toFixed(2)}` : "";
    const state = `${STATES[span.state] ?? span.state}${who ? ` by ${who}` : ""}${score}`;
    const chip = make("span", { class: `chip hue-${this.labels.hue(span.label)} ${span.state}` }, labelWords(span.label));
    const head = make("p", { class: "what" }, chip, make("span", { class: "quiet" }, state));
    const buttons = BUTTONS.map(([command, words]) => this.button(command, words));
    const more = make("div", { class: "told", "aria-live": "polite" });
    this.element.replaceChildren(this.string(text), head, make("div", { class: "buttons" }, ...buttons), more);
  }

  /** Asks how the string was tagged, and tells it where it is still the one in focus. */
  async ask(record: number, text: string): Promise<void> {
    try {
      const [here, corpus] = await Promise.all([
        get<StringCard>(`/api/strings?${new URLSearchParams({ record: String(record), text })}`),
        get<StringCard>(`/api/strings?${new URLSearchParams({ corpus: "1", text })}`),
      ]);
      if (this.element.querySelector(".string")?.textContent === text) this.tell(here, corpus);
    } catch (error) {
      // Nothing hangs on these figures; that the server is away the queue of actions says.
      if (error instanceof Refused) say(error.message, true);
    }
  }

  private tell(record: StringCard, corpus: StringCard): void {
    const told = this.element.querySelector(".told");
    if (!told) return;
    const rows = [this.row("Record", record), this.row("Corpus", corpus)];
    const contexts = (record.contexts ?? []).slice(0, 6).map((context) => {
      const mark = make("mark", { class: "plain" }, context.text ?? record.text);
      const button = make("button", { type: "button", class: "context", dir: "auto" }, context.before, mark, context.after);
      onClick(button, () => this.actions.go(context.document, context.start, context.end));
      return make("li", {}, button);
    });
    told.replaceChildren(make("dl", { class: "tally" }, ...rows.flat()), make("ul", { class: "contexts" }, ...contexts));
  }

  private row(name: string, card: StringCard): HTMLElement[] {
    const labels = (card.labels ?? []).map(({ label, n, by }) => `${labelWords(label)} ${n}${by ? ` (${by})` : ""}`);
    const forms = (card.forms?.length ?? 0) > 1 ? ` in ${counted(card.forms?.length ?? 0, "form")}` : "";
    if (card.n === 0) return [make("dt", {}, name), make("dd", {}, "nothing decided")];
    const words = `${card.n} ×${forms}${labels.length > 0 ? `: ${labels.join(", ")}` : ", nothing decided"}`;
    return [make("dt", {}, name), make("dd", {}, words)];
  }

  private string(text: string): HTMLElement {
    return make("p", { class: "string", dir: "auto" }, text);
  }

  private button(command: string, words: string): HTMLButtonElement {
    const key = make("kbd", {}, this.actions.keyOf(command));
    const button = make("button", { type: "button", "data-command": command }, words, " ", key);
    button.addEventListener("mousedown", (event) => event.preventDefault());
    onClick(button, () => this.actions.command(command));
    return button;
  }
}
