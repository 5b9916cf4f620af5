/** Pieces of a line, cut wherever a span starts or ends, so that spans that overlap can be drawn side by side. */

import type { Line } from "./lines.ts";
import type { Span } from "./span.ts";

export interface Segment {
  readonly start: number;
  readonly end: number;
  /** Spans over the whole piece, longest first; none for plain text. */
  readonly spans: readonly Span[];
}

/** The pieces of one line, in order and without gaps.
 *
 * @param line Where it is.
 * @param spans Spans that touch the line, in order of their starts.
 */
export function segmentsOf(line: Line, spans: readonly Span[]): Segment[] {
  const cuts = new Set([line.start, line.end]);
  for (const span of spans) {
    cuts.add(Math.max(span.start, line.start));
    cuts.add(Math.min(span.end, line.end));
  }
  const places = [...cuts].filter((at) => at >= line.start && at <= line.end).sort((a, b) => a - b);
  const segments: Segment[] = [];
  let open: readonly Span[] = [];
  let next = 0;
  for (let i = 0; i + 1 < places.length; i++) {
    const start = places[i] as number;
    const end = places[i + 1] as number;
    const kept = open.filter((span) => span.end > start);
    while (next < spans.length && (spans[next] as Span).start <= start) {
      const span = spans[next++] as Span;
      if (span.end > start) kept.push(span);
    }
    open = kept;
    segments.push({ start, end, spans: [...open].sort(longestFirst) });
  }
  return segments;
}

/** The spans of every line, in one walk over both. */
export function spansByLine(lines: readonly Line[], spans: readonly Span[]): Span[][] {
  const rows: Span[][] = lines.map(() => []);
  let first = 0;
  for (const span of spans) {
    while (first + 1 < lines.length && (lines[first + 1] as Line).start <= span.start) first++;
    for (let at = first; at < lines.length && (at === first || (lines[at] as Line).start < span.end); at++) {
      rows[at]?.push(span);
    }
  }
  return rows;
}

function longestFirst(a: Span, b: Span): number {
  return b.end - b.start - (a.end - a.start) || a.start - b.start || (a.id < b.id ? -1 : 1);
}
