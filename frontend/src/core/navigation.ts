/** Where the eyes go next. */

import type { Way } from "./boundaries.ts";
import { byPlace, isUndecided, type Span } from "./span.ts";

interface Place {
  readonly start: number;
  readonly end: number;
  readonly id?: string;
}

/** The next span in a direction, seen from a place (a span or an offset); undefined at the end. */
export function nextSpan(spans: readonly Span[], from: Place | undefined, way: Way): Span | undefined {
  const inOrder = [...spans].sort(byPlace);
  if (!from) return way > 0 ? inOrder[0] : inOrder.at(-1);
  if (way > 0) return inOrder.find((span) => isBehind(span, from));
  return inOrder.findLast((span) => isBefore(span, from));
}

/** The next span that nobody has decided; what was put off for later comes only when nothing else is left. */
export function nextUndecided(spans: readonly Span[], from: Place | undefined, way: Way): Span | undefined {
  const fresh = spans.filter((span) => isUndecided(span) && span.state !== "later");
  const candidates = fresh.length > 0 ? fresh : spans.filter(isUndecided);
  return nextSpan(candidates, from, way) ?? nextSpan(candidates.filter((span) => span.id !== from?.id), undefined, way);
}

function isBehind(span: Span, from: Place): boolean {
  if (span.id === from.id) return false;
  return span.start > from.start || (span.start === from.start && comesAfter(span, from));
}

function isBefore(span: Span, from: Place): boolean {
  if (span.id === from.id) return false;
  return span.start < from.start || (span.start === from.start && !comesAfter(span, from));
}

function comesAfter(span: Span, from: Place): boolean {
  if (from.id === undefined) return true;
  return span.end !== from.end ? span.end < from.end : span.id > from.id;
}

export interface DocumentInOrder {
  readonly id: number;
  readonly n_undecided?: number;
}

/** The document before or behind, or undefined at the ends of the record. */
export function neighbour<T extends DocumentInOrder>(documents: readonly T[], id: number, way: Way): T | undefined {
  return documents[documents.findIndex((document) => document.id === id) + way];
}

/** The next document with something undecided, going round the record; undefined when there is none but this. */
export function nextWithWork<T extends DocumentInOrder>(documents: readonly T[], id: number): T | undefined {
  const here = documents.findIndex((document) => document.id === id);
  const others = [...documents.slice(here + 1), ...documents.slice(0, Math.max(here, 0))];
  return others.find((document) => (document.n_undecided ?? 0) > 0);
}
