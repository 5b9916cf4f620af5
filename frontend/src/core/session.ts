/** The spans of a record as the annotator sees them: what the server has told, and on top of it what is on its way.
 *
 * Every action is shown at once and sent in order, one at a time. An action carries an id, so that sending it again
 * after a lost answer does nothing twice. When somebody else was faster the server answers with what is missing; then
 * that is taken in and what is on its way is put on top of it again.
 */

import { appliedAll, Inapplicable, type Operation, renamed } from "./operations.ts";
import { changed, type Change, difference, type Span, type Spans, spansById } from "./span.ts";

/** What became different in one document, as the server tells it. */
export interface DocumentChange extends Change {
  readonly document: number;
  readonly version: number;
}

export interface Answer {
  readonly status: number;
  readonly version?: number;
  readonly code?: string;
  readonly message?: string;
  readonly changes?: readonly DocumentChange[];
}

/** An action on its way. */
export interface Action {
  readonly opId: string;
  readonly kind: "ops" | "undo" | "redo" | "string";
  readonly document: number;
  /** What is sent for "ops". */
  readonly operations: readonly Operation[];
  /** What is shown until the answer comes. */
  readonly preview: readonly Operation[] | Change;
  /** What else is sent: for "string" its text and label. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

export interface Text {
  readonly id: number;
  readonly length: number;
  readonly version: number;
  readonly spans: readonly Span[];
}

/** Sends an action; throws when there is no answer. */
export type Send = (action: Action, baseVersion: number) => Promise<Answer>;

export type Note =
  | { readonly kind: "saved" }
  | { readonly kind: "waiting"; readonly n: number }
  | { readonly kind: "no-answer"; readonly n: number }
  | { readonly kind: "taken-in" }
  | { readonly kind: "lost"; readonly n: number }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "signed-out"; readonly message: string };

interface Held {
  readonly length: number;
  version: number;
  spans: Spans;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8000;

export class Session {
  private readonly held = new Map<number, Held>();
  private readonly actions: Action[] = [];
  private readonly done: { opId: string; document: number; back: Change }[] = [];
  private readonly cache = new Map<number, Spans>();
  /** Versions told of documents that are not held, perhaps because they are still on their way. */
  private readonly told = new Map<number, number>();
  private isRunning = false;
  private isStopped = false;

  constructor(
    private readonly send: Send,
    private readonly changedDocuments: (ids: ReadonlySet<number>) => void,
    private readonly note: (note: Note) => void,
    private readonly wait: (ms: number) => Promise<void>,
  ) {}

  get nWaiting(): number {
    return this.actions.length;
  }

  /** Takes in a document as the server holds it. */
  open(text: Text): void {
    const before = this.held.get(text.id);
    if (before && before.version > text.version) return;
    this.held.set(text.id, { length: text.length, version: text.version, spans: spansById(text.spans) });
    this.cache.delete(text.id);
  }

  /** Takes note that there is a version of a document that is not held. */
  hear(document: number, version: number): void {
    this.told.set(document, Math.max(version, this.told.get(document) ?? 0));
  }

  /** Whether a version of a document is as new as all that was told of it. */
  isCurrent(document: number, version: number): boolean {
    return version >= (this.told.get(document) ?? 0);
  }

  /** Spans as they are shown: those of the server with all that is on its way. */
  spans(document: number): Spans {
    const known = this.cache.get(document);
    if (known) return known;
    const held = this.held.get(document);
    if (!held) return new Map();
    let now = held.spans;
    for (const action of this.actions) {
      if (action.document === document) now = shownWith(now, action, held.length);
    }
    this.cache.set(document, now);
    return now;
  }

  version(document: number): number {
    return this.held.get(document)?.version ?? 0;
  }

  /** Shows the operations and sends them.
   *
   * @throws Inapplicable when they cannot be; then nothing happens.
   */
  act(opId: string, document: number, operations: readonly Operation[]): void {
    const before = this.spans(document);
    const after = appliedAll(before, operations, this.held.get(document)?.length ?? 0);
    this.done.push({ opId, document, back: difference(after, before) });
    this.enqueue({ opId, kind: "ops", document, operations, preview: operations });
  }

  /** Decides a string everywhere in the record; `preview` is what that does to the document before the eyes. */
  decideString(opId: string, document: number, preview: readonly Operation[], fields: Action["fields"]): void {
    const before = this.spans(document);
    const after = appliedAll(before, preview, this.held.get(document)?.length ?? 0);
    this.done.push({ opId, document, back: difference(after, before) });
    this.enqueue({ opId, kind: "string", document, operations: [], preview, ...(fields && { fields }) });
  }

  /** Takes the last action back: what it did here is gone at once, what it did elsewhere with the answer. */
  undo(opId: string, document: number): void {
    const last = this.done.pop();
    const preview = last?.document === document ? last.back : NOTHING;
    this.enqueue({ opId, kind: "undo", document, operations: [], preview });
  }

  redo(opId: string, document: number): void {
    this.enqueue({ opId, kind: "redo", document, operations: [], preview: NOTHING });
  }

  /** Takes in what others did, unless it is known already. */
  absorb(changes: readonly DocumentChange[]): void {
    const ids = new Set<number>();
    for (const change of changes) {
      const held = this.held.get(change.document);
      ids.add(change.document);
      if (!held) this.hear(change.document, change.version);
      if (!held || change.version < held.version) continue;
      held.spans = changed(held.spans, change);
      held.version = change.version;
      this.cache.delete(change.document);
    }
    if (ids.size > 0) this.changedDocuments(ids);
  }

  /** Goes on after a stop, for example when the annotator has signed in again. */
  resume(): void {
    this.isStopped = false;
    void this.run();
  }

  private enqueue(action: Action): void {
    this.actions.push(action);
    this.cache.delete(action.document);
    this.changedDocuments(new Set([action.document]));
    this.note({ kind: "waiting", n: this.actions.length });
    void this.run();
  }

  private async run(): Promise<void> {
    if (this.isRunning || this.isStopped) return;
    this.isRunning = true;
    let nFailed = 0;
    while (this.actions.length > 0 && !this.isStopped) {
      const action = this.actions[0] as Action;
      const answer = await this.answerTo(action);
      if (answer) {
        nFailed = 0;
        this.take(action, answer);
      } else {
        this.note({ kind: "no-answer", n: this.actions.length });
        await this.wait(Math.min(FIRST_WAIT_MS * 2 ** nFailed++, LONGEST_WAIT_MS));
      }
    }
    this.isRunning = false;
    if (this.actions.length === 0) this.note({ kind: "saved" });
  }

  /** The answer, or undefined when there is none worth the name: then the action goes out again. */
  private async answerTo(action: Action): Promise<Answer | undefined> {
    try {
      const answer = await this.send(action, this.version(action.document));
      return answer.status >= 500 || answer.status === 429 ? undefined : answer;
    } catch {
      return undefined;
    }
  }

  private take(action: Action, answer: Answer): void {
    if (answer.status === 401 || answer.status === 403) {
      this.isStopped = true;
      this.note({ kind: "signed-out", message: answer.message ?? "" });
    } else if (answer.status === 409 && this.isNews(answer)) {
      this.absorb(answer.changes ?? []);
      this.note({ kind: "taken-in" });
      this.dropInapplicable();
    } else {
      this.drop(action);
      if (answer.status >= 400) this.refuse(action, answer);
      this.rename(action, answer);
      this.absorb([...(answer.changes ?? [])]);
      this.changedDocuments(new Set([action.document]));
      this.dropInapplicable();
    }
  }

  private refuse(action: Action, answer: Answer): void {
    const at = this.done.findIndex((one) => one.opId === action.opId);
    if (at >= 0) this.done.splice(at, 1);
    this.note({ kind: "refused", message: answer.message ?? "" });
  }

  private isNews(answer: Answer): boolean {
    return (answer.changes ?? []).some((change) => change.version > this.version(change.document));
  }

  private drop(action: Action): void {
    this.actions.splice(this.actions.indexOf(action), 1);
    this.cache.delete(action.document);
  }

  /** What is on its way may speak of a span by the id that the browser gave it; from now on by that of the server. */
  private rename(action: Action, answer: Answer): void {
    const ids = new Map<string, string>();
    const news = (answer.changes ?? []).find((change) => change.document === action.document)?.set ?? [];
    const after = Array.isArray(action.preview) ? addedBy(action.preview as readonly Operation[]) : [];
    for (const span of after) {
      const same = news.find((one) => one.start === span.start && one.end === span.end && one.label === span.label);
      if (same && same.id !== span.id) ids.set(span.id, same.id);
    }
    if (ids.size === 0) return;
    for (const [at, waiting] of this.actions.entries()) {
      const operations = waiting.operations.map((operation) => renamed(operation, ids));
      const preview = Array.isArray(waiting.preview)
        ? (waiting.preview as readonly Operation[]).map((operation) => renamed(operation, ids))
        : waiting.preview;
      this.actions[at] = { ...waiting, operations, preview };
    }
    this.renamedIds?.(ids);
  }

  /** Is told of spans that have another id from now on. */
  renamedIds?: (ids: ReadonlyMap<string, string>) => void;

  /** Leaves out what cannot be done any more because its span is gone, and says so. */
  private dropInapplicable(): void {
    let nLost = 0;
    for (const action of [...this.actions]) {
      const held = this.held.get(action.document);
      if (!held || action.kind === "undo" || action.kind === "redo") continue;
      try {
        let now = held.spans;
        for (const earlier of this.actions) {
          if (earlier.document !== action.document) continue;
          now = shownStrictly(now, earlier, held.length);
          if (earlier === action) break;
        }
      } catch (error) {
        if (!(error instanceof Inapplicable)) throw error;
        this.drop(action);
        nLost++;
      }
    }
    if (nLost > 0) this.note({ kind: "lost", n: nLost });
  }
}

const NOTHING: Change = { set: [], removed: [] };

function addedBy(operations: readonly Operation[]): { id: string; start: number; end: number; label: string }[] {
  return operations.flatMap((one) =>
    one.kind === "add" ? [{ id: one.span, start: one.start, end: one.end, label: one.label }] : [],
  );
}

function shownStrictly(spans: Spans, action: Action, length: number): Spans {
  if (!Array.isArray(action.preview)) return changed(spans, action.preview as Change);
  return appliedAll(spans, action.preview as readonly Operation[], length);
}

function shownWith(spans: Spans, action: Action, length: number): Spans {
  try {
    return shownStrictly(spans, action, length);
  } catch (error) {
    if (error instanceof Inapplicable) return spans;
    throw error;
  }
}
