/** Lines of a text. A line ends at LF, CR LF or CR; the ends themselves are not drawn and stay in the text. */

import type { CodePoints } from "./code_points.ts";

export interface Line {
  /** Code points, without the end of line. */
  readonly start: number;
  readonly end: number;
}

export function linesOf(points: CodePoints): Line[] {
  const lines: Line[] = [];
  const ends = /\r\n|\n|\r/g;
  let from = 0;
  for (const found of points.text.matchAll(ends)) {
    lines.push({ start: points.toPoint(from), end: points.toPoint(found.index) });
    from = found.index + found[0].length;
  }
  lines.push({ start: points.toPoint(from), end: points.length });
  return lines;
}

/** Index of the line that holds an offset; an offset within an end of line belongs to the line before it. */
export function lineAt(lines: readonly Line[], point: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines[middle]?.start ?? 0) <= point) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** First and last line that a span touches. */
export function linesOfSpan(lines: readonly Line[], span: { start: number; end: number }): [number, number] {
  return [lineAt(lines, span.start), lineAt(lines, Math.max(span.start, span.end - 1))];
}
