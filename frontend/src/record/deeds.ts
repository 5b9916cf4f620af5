/** What an annotator does to the span in focus, or to the words that are chosen. */

import type { Step, Way } from "../core/boundaries.ts";
import { nextSpan } from "../core/navigation.ts";
import { Inapplicable, type Operation } from "../core/operations.ts";
import type { Session } from "../core/session.ts";
import type { Span, Spans } from "../core/span.ts";
import { labelWords } from "../view/dom.ts";
import type { Labels } from "../view/labels.ts";
import { say } from "../view/message.ts";
import { newId } from "../view/server.ts";
import type { Range, TextView } from "../view/text_view.ts";
import type { Hints } from "./hints.ts";
import { openRetag } from "./retag.ts";

/** What the deeds need to know of the page, and tell it. */
export interface Surroundings {
  readonly labels: Labels;
  readonly session: Session;
  readonly hints: Hints;
  readonly view: TextView;
  readonly documentId: number;
  spans(): Spans;
  visible(): Span[];
  /** The span in focus. */
  span(): Span | undefined;
  /** The span in focus, or the words that are chosen. */
  place(): Range | undefined;
  focusOn(span: Span | undefined): void;
  /** Goes on to what is undecided next. */
  stepOn(from: Range | undefined): void;
  draw(): void;
}

export class Deeds {
  constructor(private readonly page: Surroundings) {}

  /** Does it, or says that it cannot be done; whether it was done. */
  private act(operations: readonly Operation[]): boolean {
    try {
      this.page.session.act(newId(), this.page.documentId, operations);
      return true;
    } catch (error) {
      if (!(error instanceof Inapplicable)) throw error;
      say("That cannot be done here.");
      return false;
    }
  }

  /** Gives the span in focus a label, or marks the words that are chosen. */
  label(label: string, isForAll: boolean): void {
    const span = this.page.span();
    const choice = this.page.view.selection();
    this.page.hints.did("label-");
    if (isForAll && (span || choice)) return this.labelAll(label, span ?? (choice as Range));
    if (span) return this.decide({ kind: "accept", span: span.id, scope: "mention", label });
    if (!choice) return say("Choose a suggestion or some words first.");
    const start = this.page.view.boundaries.outsideGrapheme(choice.start);
    const { end } = choice;
    const id = newId();
    if (!this.act([{ kind: "add", span: id, start, end, label }])) return;
    this.page.focusOn(this.page.spans().get(id));
    say(`Marked as ${labelWords(label)}.`);
  }

  /** All that read the same become this label: here at once, in the other documents with the answer. */
  private labelAll(label: string | null, range: Range): void {
    const text = this.page.view.points.slice(range.start, range.end);
    const same = this.page.visible().filter((span) => this.page.view.points.slice(span.start, span.end) === text);
    const preview = same.map((span): Operation => {
      if (label === null) return { kind: "reject", span: span.id, scope: "mention" };
      return { kind: "accept", span: span.id, scope: "mention", label };
    });
    const from = this.page.place();
    this.page.session.decideString(newId(), this.page.documentId, preview, { text, label });
    this.page.stepOn(from);
  }

  /** Decides, and goes on to what is undecided next. */
  decide(operation: Operation): void {
    const from = this.page.place();
    if (this.act([operation])) this.page.stepOn(from);
  }

  resize(range: Range): void {
    const span = this.page.span();
    if (!span || (span.start === range.start && span.end === range.end)) return this.page.draw();
    if (this.act([{ kind: "resize", span: span.id, ...range }])) this.page.hints.did("resize");
    this.page.draw();
  }

  moveBorder(side: "start" | "end", way: Way, step: Step): void {
    const span = this.page.span();
    if (!span) return say("Choose a span first.");
    const border = this.page.view.boundaries[side](span[side], way, step);
    const range = { start: span.start, end: span.end, [side]: border };
    if (range.start < range.end) this.resize(range);
  }

  merge(): void {
    const span = this.page.span();
    const next = span && nextSpan(this.page.visible(), span, 1);
    if (span && next) this.act([{ kind: "merge", spans: [span.id, next.id] }]);
  }

  split(): void {
    const span = this.page.span();
    if (!span) return;
    const choice = this.page.view.selection();
    const middle = this.page.view.boundaries.start(span.start, 1, "word");
    const at = choice && choice.start > span.start && choice.start < span.end ? choice.start : middle;
    if (at > span.start && at < span.end) this.act([{ kind: "split", span: span.id, at }]);
    else say("There is no border of words to split at.");
  }

  trim(): void {
    const span = this.page.span();
    if (span) this.resize(this.page.view.boundaries.trimmed(span.start, span.end));
  }

  withSpan(does: (span: Span) => void): void {
    const span = this.page.span();
    if (span) does(span);
    else say("Choose a span first.");
  }

  retag(): void {
    const choice = this.page.view.selection();
    if (!this.page.span() && !choice) return say("Choose a span or some words first.");
    openRetag(this.page.labels, (label) => {
      if (choice) this.page.view.select(choice);
      this.label(label, false);
    });
  }
}
