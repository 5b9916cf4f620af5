/** Where graphemes and words begin and end, by Unicode's rules for the language of the text. */

import type { CodePoints } from "./code_points.ts";

export type Step = "word" | "grapheme";
export type Way = -1 | 1;

/** Units on each side that are looked at: more than any word, and no more work in a long text than in a short one. */
const WINDOW_UNITS = 600;

interface Piece {
  readonly start: number;
  readonly end: number;
}

export class Boundaries {
  private readonly points: CodePoints;
  private readonly words: Intl.Segmenter;
  private readonly graphemes: Intl.Segmenter;

  constructor(points: CodePoints, language: string) {
    this.points = points;
    const locale = supported(language);
    this.words = new Intl.Segmenter(locale, { granularity: "word" });
    this.graphemes = new Intl.Segmenter(locale, { granularity: "grapheme" });
  }

  /** Where the next start of a word (or grapheme) is; the same offset where there is none. */
  start(from: number, way: Way, step: Step): number {
    const starts = this.pieces(from, step).map((piece) => piece.start);
    return way < 0 ? (starts.findLast((at) => at < from) ?? from) : (starts.find((at) => at > from) ?? from);
  }

  /** Where the next end of a word (or grapheme) is; the same offset where there is none. */
  end(from: number, way: Way, step: Step): number {
    const ends = this.pieces(from, step).map((piece) => piece.end);
    return way < 0 ? (ends.findLast((at) => at < from) ?? from) : (ends.find((at) => at > from) ?? from);
  }

  /** The offset, or the start of the grapheme that it would cut in two. */
  outsideGrapheme(at: number): number {
    const within = this.pieces(at, "grapheme").find((piece) => piece.start < at && at < piece.end);
    return within ? within.start : at;
  }

  /** The word at an offset, or the next one; undefined behind the last. */
  wordAt(at: number): { start: number; end: number } | undefined {
    return this.pieces(at, "word").find((piece) => piece.end > at);
  }

  /** The span without blanks and signs at its edges; unchanged where nothing else is in it. */
  trimmed(start: number, end: number): { start: number; end: number } {
    const text = this.points.slice(start, end);
    const before = /^[^\p{L}\p{N}\p{M}]+/u.exec(text)?.[0] ?? "";
    if (before.length === text.length) return { start, end };
    const behind = /[^\p{L}\p{N}\p{M}]+$/u.exec(text)?.[0] ?? "";
    return { start: start + [...before].length, end: end - [...behind].length };
  }

  private pieces(at: number, step: Step): Piece[] {
    const middle = this.points.toUnit(at);
    const from = this.points.toUnit(this.points.toPoint(Math.max(0, middle - WINDOW_UNITS)));
    const text = this.points.text.slice(from, middle + WINDOW_UNITS);
    const segmenter = step === "word" ? this.words : this.graphemes;
    const pieces: Piece[] = [];
    for (const { segment, index, isWordLike } of segmenter.segment(text)) {
      if (step === "word" && !isWordLike) continue;
      const start = this.points.toPoint(from + index);
      pieces.push({ start, end: this.points.toPoint(from + index + segment.length) });
    }
    return pieces;
  }
}

function supported(language: string): string | undefined {
  try {
    return Intl.Segmenter.supportedLocalesOf([language])[0];
  } catch {
    return undefined;
  }
}
