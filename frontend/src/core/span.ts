/** A judgement about a piece of text. Offsets are Unicode code points, half-open, as everywhere in Maskerad. */

export type State = "human" | "suggested" | "weak" | "rejected" | "later";

export interface Span {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly label: string;
  readonly state: State;
  readonly source?: string | null;
  readonly score?: number | null;
  readonly entity?: string | null;
  readonly by?: string | null;
  readonly at?: string | null;
}

export type Spans = ReadonlyMap<string, Span>;

/** What became different: spans that are new or changed, and spans that are gone. */
export interface Change {
  readonly set: readonly Span[];
  readonly removed: readonly string[];
}

export function spansById(spans: Iterable<Span>): Spans {
  return new Map([...spans].map((span) => [span.id, span]));
}

/** Spans that are drawn in the text, from left to right; of two with one start the longer comes first. */
export function drawn(spans: Spans): Span[] {
  return [...spans.values()].filter((span) => span.state !== "rejected").sort(byPlace);
}

export function byPlace(a: Span, b: Span): number {
  return a.start - b.start || b.end - a.end || (a.id < b.id ? -1 : 1);
}

/** Whether nobody has decided yet. What was put off stays undecided. */
export function isUndecided(span: Span): boolean {
  return span.state === "suggested" || span.state === "weak" || span.state === "later";
}

export function changed(spans: Spans, change: Change): Spans {
  const after = new Map(spans);
  for (const id of change.removed) after.delete(id);
  for (const span of change.set) after.set(span.id, span);
  return after;
}

/** The change that leads from `from` to `to`. */
export function difference(from: Spans, to: Spans): Change {
  const set = [...to.values()].filter((span) => !isSame(from.get(span.id), span));
  const removed = [...from.keys()].filter((id) => !to.has(id));
  return { set, removed };
}

function isSame(a: Span | undefined, b: Span): boolean {
  return a === b || (a !== undefined && FIELDS.every((field) => a[field] === b[field]));
}

const FIELDS = ["id", "start", "end", "label", "state", "source", "score", "entity", "by", "at"] as const;
