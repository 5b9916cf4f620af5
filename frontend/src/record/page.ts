/** The record workspace: documents at the left, one column of text, labels and the string card at the right. */

import type { Way } from "../core/boundaries.ts";
import { commandFor } from "../core/keys.ts";
import { neighbour, nextUndecided, nextWithWork } from "../core/navigation.ts";
import { Session } from "../core/session.ts";
import { drawn, isUndecided, type Span, type Spans } from "../core/span.ts";
import { labelWords, onPress, part } from "../view/dom.ts";
import { Handles } from "../view/handles.ts";
import { type Label, Labels } from "../view/labels.ts";
import { say } from "../view/message.ts";
import { drawHelp } from "../view/help.ts";
import { currentKeys, isForElement, keyOf, learnLayout } from "../view/own_keys.ts";
import { get, pathOf, Refused } from "../view/server.ts";
import { type Range, TextView } from "../view/text_view.ts";
import { Card } from "./card.ts";
import { commandsOf, type Walk } from "./commands.ts";
import { Deeds } from "./deeds.ts";
import { showFindings } from "./finding_list.ts";
import { Hints } from "./hints.ts";
import { holdLease } from "./lease.ts";
import { Palette } from "./palette.ts";
import { Rail } from "./rail.ts";
import { finishStage, isDone, showStages } from "./stages.ts";
import type { DocumentData, DocumentRow, RecordData } from "./types.ts";
import { sender, tell } from "./wire.ts";

const CARD_WAIT_MS = 180;
const NO_SUGGESTIONS = "maskerad.no-suggestions";

export async function openRecordPage(record: number, document_: number | undefined): Promise<void> {
  const [scheme, data] = await Promise.all([
    get<{ labels: readonly Label[] }>("/api/scheme"),
    get<RecordData>(pathOf("api", "records", String(record))),
    learnLayout(),
  ]);
  const first = data.documents.find((row) => (row.n_undecided ?? 0) > 0) ?? data.documents[0];
  const id = document_ ?? first?.id;
  if (id === undefined) return say("This record has no documents.");
  await new RecordPage(data, new Labels(scheme.labels)).open(id, placeOf(location.hash));
  holdLease(record);
}

/** "#12-20" of an address that leads to a place of the text. */
function placeOf(hash: string): Range | undefined {
  const found = /^#(\d+)-(\d+)$/.exec(hash);
  return found ? { start: Number(found[1]), end: Number(found[2]) } : undefined;
}

class RecordPage implements Walk {
  private readonly documents: Map<number, DocumentData> = new Map();
  readonly session: Session;
  private readonly palette: Palette;
  private readonly card: Card;
  private readonly rail: Rail;
  private readonly deeds = new Deeds(this);
  private readonly commands = commandsOf(this, this.deeds);
  readonly hints: Hints;
  private rows: DocumentRow[];
  private here!: DocumentData;
  view!: TextView;
  private handles?: Handles;
  private focused: string | undefined;
  /** Where the eyes were last; keys that choose words go on from there. */
  private cursor: Range = { start: 0, end: 0 };
  /** Lines that wrap another way move the borders. */
  private readonly sizes = new ResizeObserver(() => this.handles?.place());
  private cardTimer = 0;
  private areSuggestionsOn = localStorage.getItem(NO_SUGGESTIONS) === null;

  constructor(
    private readonly record: RecordData,
    readonly labels: Labels,
  ) {
    this.rows = [...record.documents].sort((a, b) => (a.date ?? "").localeCompare(b.date ?? ""));
    this.session = new Session(
      sender(record.id, (id) => this.documents.get(id)?.text_sha256),
      (ids) => this.redraw(ids),
      tell,
      (ms) => new Promise((wake) => setTimeout(wake, ms)),
    );
    this.session.renamedIds = (ids) => {
      this.focused = this.focused && (ids.get(this.focused) ?? this.focused);
    };
    this.palette = new Palette(labels, (label, isForAll) => this.deeds.label(label, isForAll));
    const go = (to: number, start: number, end: number): void => void this.go(to, { start, end });
    this.card = new Card(labels, { command: (name) => this.run(name), go, keyOf });
    part("palette").replaceChildren(this.palette.element);
    part("card").replaceChildren(this.card.element);
    this.rail = new Rail(part("documents"), this.rows, (id) => void this.open(id));
    this.hints = new Hints(part("hints"), keyOf);
    this.listen();
  }

  async open(id: number, place?: Range): Promise<void> {
    const data = await this.fetched(id);
    if (!data) return;
    this.here = data;
    this.focused = undefined;
    this.cursor = { start: 0, end: 0 };
    const margin = { sections: data.sections ?? [], turns: data.turns ?? [] };
    this.view = new TextView(data.text, data.language ?? "", margin, this.labels);
    this.handles = new Handles(
      this.view,
      () => this.span(),
      (range) => this.preview(range),
      (range) => this.deeds.resize(range),
    );
    this.view.element.addEventListener("mouseup", (event) => setTimeout(() => this.clicked(event)));
    part("text").replaceChildren(this.view.element);
    this.sizes.disconnect();
    this.sizes.observe(this.view.element);
    part("document-name").textContent = data.name ?? String(data.id);
    showStages(data.stages ?? []);
    showFindings(part("findings"), data, (finding) => this.goTo(finding));
    this.draw();
    history.replaceState(null, "", `?document=${id}`);
    window.scrollTo({ top: 0 });
    this.view.element.focus({ preventScroll: true });
    if (place) this.goTo(place);
    else this.focusOn(nextUndecided(this.visible(), undefined, 1));
    void this.fetchAhead();
  }

  private async fetched(id: number): Promise<DocumentData | undefined> {
    const known = this.documents.get(id);
    if (known) return known;
    try {
      const path = pathOf("api", "documents", String(id));
      let data = await get<DocumentData>(path);
      while (!this.session.isCurrent(id, data.version)) data = await get<DocumentData>(path); // overtaken on its way
      this.documents.set(id, data);
      this.session.open({ ...data, length: [...data.text].length });
      return data;
    } catch (error) {
      if (error instanceof Refused) say(error.message, true);
      else say("The server does not answer. Nothing is lost; try again.", true);
      return undefined;
    }
  }

  /** The next document is there before it is asked for. */
  private async fetchAhead(): Promise<void> {
    const next = neighbour(this.rows, this.here.id, 1);
    if (next && !this.documents.has(next.id)) await this.fetched(next.id);
  }

  get recordId(): number {
    return this.record.id;
  }

  get documentId(): number {
    return this.here.id;
  }

  // What is shown

  spans(): Spans {
    return this.session.spans(this.here.id);
  }

  visible(): Span[] {
    return drawn(this.spans()).filter((span) => this.areSuggestionsOn || !isUndecided(span));
  }

  span(): Span | undefined {
    return this.focused === undefined ? undefined : this.spans().get(this.focused);
  }

  draw(): void {
    this.view.draw(new Map(this.visible().map((span) => [span.id, span])));
    this.showFocus();
    this.showProgress();
  }

  private redraw(ids: ReadonlySet<number>): void {
    if (ids.has(this.here.id)) this.draw();
    else this.showProgress();
  }

  private preview(range: Range): void {
    const span = this.span();
    if (!span) return;
    this.view.draw(new Map([...this.visible(), { ...span, ...range }].map((one) => [one.id, one])));
    this.view.focus(span.id);
  }

  private showFocus(): void {
    const span = this.span();
    this.view.focus(span?.id);
    this.handles?.place();
    this.palette.show(span?.label);
    clearTimeout(this.cardTimer);
    if (!span) return this.showChoice();
    const text = this.view.points.slice(span.start, span.end);
    this.card.showSpan(span, text);
    this.cardTimer = window.setTimeout(() => void this.card.ask(this.record.id, text), CARD_WAIT_MS);
  }

  private showChoice(): void {
    const range = this.view.selection();
    if (range) this.card.showChoice(this.view.points.slice(range.start, range.end));
    else this.card.showNothing();
  }

  private showProgress(): void {
    this.rows = this.rows.map((row) => {
      if (!this.documents.has(row.id)) return row;
      const spans = [...this.session.spans(row.id).values()];
      return { ...row, n_undecided: spans.filter(isUndecided).length };
    });
    this.rail.show(this.here.id, this.rows);
    const left = this.rows.find((row) => row.id === this.here.id)?.n_undecided ?? 0;
    const none = this.here.is_waiting ? "suggestions are on their way" : "all decided";
    part("left").textContent = left > 0 ? `${left} undecided` : none;
  }

  // What is chosen

  focusOn(span: Span | undefined): void {
    document.getSelection()?.removeAllRanges();
    this.focused = span?.id;
    this.showFocus();
    if (!span) return;
    this.cursor = span;
    this.view.reveal(span.start);
    requestAnimationFrame(() => this.handles?.place());
    const text = this.view.points.slice(span.start, span.end);
    part("spoken").textContent = `${text}, ${span.state === "human" ? "" : `${span.state} `}${labelWords(span.label)}`;
  }

  private goTo(range: Range): void {
    const inside = this.visible().find((span) => span.start < range.end && range.start < span.end);
    if (inside && inside.start === range.start && inside.end === range.end) return this.focusOn(inside);
    this.focused = undefined;
    this.view.flash(range);
    this.showFocus();
  }

  private async go(id: number, range: Range): Promise<void> {
    if (id === this.here.id) this.goTo(range);
    else await this.open(id, range);
  }

  private clicked(event: MouseEvent): void {
    if (this.view.selection()) {
      this.focused = undefined;
      return this.showFocus();
    }
    const point = this.view.pointAt(event.clientX, event.clientY);
    const target = event.target instanceof HTMLElement && event.target.closest("mark") !== null;
    const under = point === undefined || !target ? [] : this.view.spansAt(point).filter((span) => this.isVisible(span));
    const at = under.findIndex((span) => span.id === this.focused);
    const next = under[(at + 1) % Math.max(1, under.length)];
    this.focused = next?.id;
    this.showFocus();
  }

  private isVisible(span: Span): boolean {
    return this.areSuggestionsOn || !isUndecided(span);
  }

  place(): Range | undefined {
    return this.span() ?? this.view.selection();
  }

  // Where one goes

  stepOn(from: Range | undefined): void {
    const next = nextUndecided(this.visible(), from, 1);
    this.focusOn(next ?? this.span());
    if (next) return;
    const other = nextWithWork(this.rows, this.here.id);
    const words = `All is decided here; ${keyOf("finish")} finishes.`;
    say(other ? `${words} ${keyOf("next-document")} goes on.` : words);
  }

  chooseWord(way: Way): void {
    const from = this.place() ?? this.cursor;
    const boundaries = this.view.boundaries;
    if (way > 0) return this.choose(boundaries.wordAt(from.end));
    this.choose(boundaries.wordAt(boundaries.start(from.start, -1, "word")));
  }

  moreWords(way: Way): void {
    const from = this.place();
    if (!from) return this.chooseWord(way);
    const end = this.view.boundaries.end(from.end, way, "word");
    if (end > from.start) this.choose({ start: from.start, end });
  }

  private choose(range: Range | undefined): void {
    if (!range) return;
    this.focused = undefined;
    this.cursor = range;
    this.view.select(range);
    this.view.reveal(range.start);
    this.showFocus();
    part("spoken").textContent = this.view.points.slice(range.start, range.end);
  }

  async finish(): Promise<void> {
    if (this.session.nWaiting > 0) return say("Your last decisions are still on their way; press again in a moment.");
    const { stages, findings } = await finishStage(this.here);
    this.here = { ...this.here, ...(stages && { stages }), ...(findings && { findings }) };
    this.documents.set(this.here.id, this.here);
    if (findings) showFindings(part("findings"), this.here, (finding) => this.goTo(finding));
    if (!stages) return part("findings").querySelector("button")?.focus();
    showStages(stages);
    if (stages.every(isDone)) {
      this.rows = this.rows.map((row) => (row.id === this.here.id ? { ...row, state: "done" } : row));
    }
    this.showProgress();
    const isMore = this.rows.some((row) => row.state !== "done");
    const next = `${keyOf("next-document")} goes to the next document.`;
    say(isMore ? `Finished. ${next}` : "Finished, and nothing else is left in this record.");
  }

  document(way: Way): void {
    const next = neighbour(this.rows, this.here.id, way);
    if (next) void this.open(next.id);
    else say(way > 0 ? "This is the last document of the record." : "This is the first document of the record.");
  }

  toggleSuggestions(): void {
    this.areSuggestionsOn = !this.areSuggestionsOn;
    if (this.areSuggestionsOn) localStorage.removeItem(NO_SUGGESTIONS);
    else localStorage.setItem(NO_SUGGESTIONS, "1");
    this.draw();
    say(this.areSuggestionsOn ? "Suggestions are shown." : "Suggestions are hidden.");
  }

  help(): void {
    const dialog = part<HTMLDialogElement>("help");
    drawHelp(part("help-keys"));
    dialog.showModal();
  }

  step(span: Span | undefined): void {
    if (span) return this.focusOn(span);
    const other = nextWithWork(this.rows, this.here.id);
    say(other ? `Nothing more here. ${keyOf("next-document")} goes to the next document.` : "Nothing more here.");
  }

  private run(name: string): void {
    const digit = /^label-(all-)?(\d)$/.exec(name);
    if (digit) {
      const label = this.labels.ofDigit(Number(digit[2]));
      return label ? this.deeds.label(label.name, Boolean(digit[1])) : say("No label has this digit.");
    }
    this.commands[name]?.();
    this.hints.did(name);
  }

  leakView(): void {
    if (document.body.dataset["releases"] === undefined) return say("Your role does not read what would leave.");
    location.assign(pathOf("release", String(this.here.id)));
  }

  // What comes from outside

  private listen(): void {
    document.addEventListener("keydown", (event) => {
      if (isForElement(event)) return;
      const command = commandFor(event, currentKeys());
      if (!command) {
        // A held-down key that decides does nothing, and must not scroll or press anything either.
        const isBare = !event.ctrlKey && !event.metaKey && !event.altKey;
        if (event.repeat && isBare && currentKeys().has(event.code)) event.preventDefault();
        return;
      }
      event.preventDefault();
      this.run(command.name);
    });
    window.addEventListener("beforeunload", (event) => {
      if (this.session.nWaiting > 0) event.preventDefault();
    });
    window.addEventListener("focus", () => this.session.resume());
    for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-run]")) {
      onPress(button, () => this.run(button.dataset["run"] ?? ""));
    }
    const events = new EventSource("/events");
    events.addEventListener("message", (event) => void this.heard(JSON.parse(String(event.data))));
  }

  /** Somebody, perhaps this annotator in another tab, changed a document that is held here. */
  private async heard(news: { document?: number; version?: number; suggested?: boolean }): Promise<void> {
    const id = news.document ?? -1;
    const isNews = news.suggested || (news.version ?? 0) > this.session.version(id);
    if (!this.documents.has(id)) this.session.hear(id, news.version ?? 0);
    if (!this.documents.has(id) || !isNews || this.session.nWaiting > 0) return;
    // Who has signed out meanwhile, or whose server is away, is told so with the next decision.
    const data = await get<DocumentData>(pathOf("api", "documents", String(id))).catch(() => undefined);
    if (!data || data.version < this.session.version(id) || this.session.nWaiting > 0) return;
    this.documents.set(id, data);
    this.session.open({ ...data, length: [...data.text].length });
    this.redraw(new Set([id]));
    if (id !== this.here.id) return;
    this.here = data;
    showFindings(part("findings"), data, (finding) => this.goTo(finding));
    if (news.suggested && !this.place()) this.focusOn(nextUndecided(this.visible(), undefined, 1));
  }
}
