/** Curation: two annotators over one text. Only where they differ is there anything to decide. */

import { type Span, spansById } from "../core/span.ts";
import { labelWords, make, onClick, onPress, part } from "../view/dom.ts";
import { type Label, Labels } from "../view/labels.ts";
import { say } from "../view/message.ts";
import { isForElement } from "../view/own_keys.ts";
import { get, newId, pathOf, post, wordsOf } from "../view/server.ts";
import { TextView } from "../view/text_view.ts";
import { openRetag } from "../record/retag.ts";

interface Judged {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

interface Item extends Judged {
  readonly id: number | string;
  readonly left: readonly Judged[];
  readonly right: readonly Judged[];
  readonly decided?: readonly Judged[] | null;
  readonly agreed: boolean;
  readonly cause?: string | null;
  readonly by?: string | null;
}

interface Curation {
  readonly document: number;
  readonly record: number;
  readonly text: string;
  readonly language?: string;
  readonly items: readonly Item[];
  readonly causes?: readonly string[];
}

type Choice = "left" | "right" | "both" | "neither" | "own";

const CHOICES: readonly [Choice, string, string][] = [
  ["left", "1", "Digit1"],
  ["right", "2", "Digit2"],
  ["both", "3", "Digit3"],
  ["neither", "X", "KeyX"],
  ["own", "R", "KeyR"],
];

export async function openCuration(id: number, a: string, b: string): Promise<void> {
  const [scheme, data] = await Promise.all([
    get<{ labels: readonly Label[] }>("/api/scheme"),
    get<Curation>(`${pathOf("api", "curation", String(id))}?${new URLSearchParams({ a, b })}`),
  ]);
  new CurationPage(id, a, b, data, new Labels(scheme.labels)).start();
}

class CurationPage {
  private items: Map<string, Item>;
  private readonly order: string[];
  private readonly view: TextView;
  private at = 0;

  constructor(
    private readonly document_: number,
    private readonly a: string,
    private readonly b: string,
    private readonly data: Curation,
    private readonly labels: Labels,
  ) {
    this.items = new Map(data.items.map((item) => [String(item.id), item]));
    this.order = data.items.filter((item) => !item.agreed).map((item) => String(item.id));
    this.view = new TextView(data.text, data.language ?? "", { sections: [], turns: [] }, labels);
  }

  start(): void {
    part("text").replaceChildren(this.view.element);
    this.view.element.addEventListener("click", (event) => {
      const id = event.target instanceof HTMLElement ? event.target.closest("mark")?.dataset["spans"] : undefined;
      const at = this.order.indexOf(id?.split(" ")[0] ?? "");
      if (at >= 0) this.go(at);
    });
    onPress(part("next"), () => this.step(1));
    onPress(part("previous"), () => this.step(-1));
    onPress(part("either"), () => void this.mergeEither());
    onPress(part("undo"), () => void this.undo());
    document.addEventListener("keydown", (event) => this.pressed(event));
    const first = this.order.findIndex((id) => !this.isDecided(id));
    this.go(Math.max(0, first));
  }

  private isDecided(id: string): boolean {
    return Array.isArray(this.items.get(id)?.decided);
  }

  private draw(): void {
    const spans = [...this.items.values()].map((item): Span => {
      const told = (item.decided ?? [])[0] ?? item.left[0] ?? item.right[0] ?? item;
      const state = item.agreed || (Array.isArray(item.decided) && item.decided.length > 0) ? "human" : "suggested";
      const isNothing = Array.isArray(item.decided) && item.decided.length === 0;
      return { id: String(item.id), start: item.start, end: item.end, label: told.label, state: isNothing ? "weak" : state };
    });
    this.view.draw(spansById(spans));
    this.view.focus(this.order[this.at]);
    const left = this.order.filter((id) => !this.isDecided(id)).length;
    part("left").textContent = left > 0 ? `${left} of ${this.order.length} conflicts left` : "no conflict left";
  }

  private go(at: number): void {
    this.at = at;
    this.draw();
    const item = this.items.get(this.order[at] ?? "");
    part("conflict").replaceChildren(...(item ? this.card(item) : [make("p", {}, "They agree on everything.")]));
    if (item) this.view.reveal(item.start);
  }

  private step(way: -1 | 1): void {
    if (this.order[this.at + way] !== undefined) this.go(this.at + way);
  }

  private card(item: Item): HTMLElement[] {
    const sides = [this.side(this.a || "left", item.left), this.side(this.b || "right", item.right)];
    const names: Record<Choice, string> = { left: this.a || "Left", right: this.b || "Right", both: "Both", neither: "Neither", own: "Another label" };
    const buttons = CHOICES.map(([choice, key]) => {
      const isNow = Array.isArray(item.decided) && this.isChosen(item, choice);
      const button = make("button", { type: "button", "aria-pressed": String(isNow) }, names[choice], " ", make("kbd", {}, key));
      onClick(button, () => this.choose(item, choice));
      return button;
    });
    const causes = ["", ...(this.data.causes ?? [])].map((cause) => make("option", { value: cause }, cause || "cause of the difference"));
    const cause = make("select", { id: "cause", "aria-label": "Cause of the difference" }, ...causes);
    cause.value = item.cause ?? "";
    const why = make("input", { id: "why", maxlength: "300", placeholder: "why (optional)", "aria-label": "Why" });
    const string = make("p", { class: "string", dir: "auto" }, this.view.points.slice(item.start, item.end));
    const done = item.by ? [make("p", { class: "quiet" }, `decided by ${item.by}`)] : [];
    return [string, make("div", { class: "sides" }, ...sides), make("div", { class: "buttons" }, ...buttons), make("div", { class: "reasons" }, cause, why), ...done];
  }

  private side(name: string, spans: readonly Judged[]): HTMLElement {
    const chips = spans.map((span) =>
      make(
        "p",
        {},
        make("span", { class: `chip human hue-${this.labels.hue(span.label)}` }, labelWords(span.label)),
        make("span", { class: "passage", dir: "auto" }, ` ${this.view.points.slice(span.start, span.end)}`),
      ),
    );
    const nothing = [make("p", { class: "quiet" }, "nothing")];
    return make("div", {}, make("h3", {}, name), ...(chips.length > 0 ? chips : nothing));
  }

  private isChosen(item: Item, choice: Choice): boolean {
    const now = JSON.stringify(placesOf(item.decided ?? []));
    if (choice === "neither") return (item.decided ?? []).length === 0;
    return (choice === "left" || choice === "right") && now === JSON.stringify(placesOf(item[choice])) && item[choice].length > 0;
  }

  private choose(item: Item, choice: Choice): void {
    if (choice !== "own") return void this.decide(item, choice, []);
    openRetag(this.labels, (label) => void this.decide(item, "own", [{ start: item.start, end: item.end, label }]));
  }

  private async decide(item: Item, choice: Choice, spans: readonly Judged[]): Promise<void> {
    const cause = part<HTMLSelectElement>("cause").value;
    const why = part<HTMLInputElement>("why").value;
    const body = { a: this.a, b: this.b, item: item.id, choice, spans, cause, why, op_id: newId() };
    if (!(await this.send("decide", body))) return;
    const next = this.order.findIndex((id, at) => at > this.at && !this.isDecided(id));
    this.go(next >= 0 ? next : this.at);
  }

  private async mergeEither(): Promise<void> {
    const body = { a: this.a, b: this.b, rule: "either", op_id: newId() };
    if (await this.send("merge", body)) this.go(this.at);
  }

  /** Takes the last decision back, the merge of all too, after loading the page again as well. */
  private async undo(): Promise<void> {
    const { status, body } = await post("/api/undo", { record: this.data.record, layer: "adjudicated", op_id: newId() });
    if (status >= 400) return say(wordsOf(body) || "There is nothing to undo.", true);
    const { items } = await get<Curation>(this.path);
    const before = this.items;
    this.items = new Map(items.map((item) => [String(item.id), item]));
    const changed = this.order.findIndex((id) => !this.isDecided(id) && Array.isArray(before.get(id)?.decided));
    this.go(changed >= 0 ? changed : this.at);
    say("Taken back.");
  }

  private get path(): string {
    return `${pathOf("api", "curation", String(this.document_))}?${new URLSearchParams({ a: this.a, b: this.b })}`;
  }

  private async send(what: string, asked: object): Promise<boolean> {
    const path = pathOf("api", "curation", String(this.document_), what);
    const { status, body } = await post<{ items?: readonly Item[] }>(path, asked);
    if (status >= 400) {
      say(wordsOf(body) || "The server refused.", true);
      return false;
    }
    for (const item of body.items ?? []) this.items.set(String(item.id), item);
    say("Saved.");
    return true;
  }

  private pressed(event: KeyboardEvent): void {
    if (isForElement(event) || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.code === "KeyJ") return this.step(1);
    if (event.code === "KeyK") return this.step(-1);
    if (event.code === "KeyU" && !event.shiftKey && !event.repeat) return void this.undo();
    const choice = CHOICES.find(([, , code]) => code === event.code);
    const item = this.items.get(this.order[this.at] ?? "");
    if (!choice || !item || event.repeat) return;
    event.preventDefault();
    this.choose(item, choice[0]);
  }
}

function placesOf(spans: readonly Judged[]): unknown {
  return spans.map((span) => [span.start, span.end, span.label]);
}
