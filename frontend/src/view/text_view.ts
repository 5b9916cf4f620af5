/** The text as lines, with a mark for every piece that a span covers. Only lines that became different are drawn anew. */

import { Boundaries } from "../core/boundaries.ts";
import { CodePoints } from "../core/code_points.ts";
import { type Line, lineAt, linesOf } from "../core/lines.ts";
import { segmentsOf, spansByLine } from "../core/segments.ts";
import { drawn, type Span, type Spans } from "../core/span.ts";
import { make } from "./dom.ts";
import type { Labels } from "./labels.ts";

/** Lines from which a text is long, lines of a leaf, and what a leaf that is not laid out yet is taken to be high. */
const [LONG_LINES, LEAF_LINES, MEASURE_CHARS, LINE_EM] = [300, 40, 78, 1.8];

/** Kinds of sections that the margin does not name: what follows in the line, or the text itself, says more. */
const QUIET: ReadonlySet<string> = new Set(["heading", "speaker", "turn"]);

export interface Section {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  readonly policy?: string | null;
}

export interface Turn {
  readonly start: number;
  readonly end: number;
  readonly speaker?: string | null;
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** What stands in the margin. */
export interface Margin {
  readonly sections: readonly Section[];
  readonly turns: readonly Turn[];
}

export class TextView {
  readonly points: CodePoints;
  readonly boundaries: Boundaries;
  readonly element: HTMLElement;
  private readonly lines: readonly Line[];
  private readonly rows: HTMLElement[] = [];
  /** Of each line, the pieces that identify as a whole. */
  private readonly wholes: Range[][];
  private shown: Span[][] = [];
  private focused: string | undefined;
  private marked: HTMLElement[] = [];

  constructor(
    text: string,
    language: string,
    margin: Margin,
    private readonly labels: Labels,
  ) {
    this.points = new CodePoints(text);
    this.boundaries = new Boundaries(this.points, language);
    this.lines = linesOf(this.points);
    const direction = { class: "text", lang: language, "aria-label": "Text of the document", role: "document" };
    this.element = make("div", { ...direction, tabindex: "0", translate: "no", spellcheck: "false" });
    this.wholes = this.lines.map(() => []);
    for (const line of this.lines) this.rows.push(make("div", { class: "line", dir: "auto" }, this.lineText(line)));
    this.drawMargin(margin);
    this.element.append(...this.leaves());
  }

  /** Draws the spans; lines whose spans are the same objects as before stay as they are. */
  draw(spans: Spans): void {
    const rows = spansByLine(this.lines, drawn(spans));
    rows.forEach((row, at) => {
      const isFirst = this.shown.length === 0 && row.length === 0 && this.wholes[at]?.length === 0;
      if (!isFirst && !isSameRow(this.shown[at], row)) this.drawLine(at, row);
    });
    this.shown = rows;
    this.focus(this.focused);
  }

  /** Shows which span has the focus; undefined for none. */
  focus(id: string | undefined): void {
    this.focused = id;
    for (const mark of this.marked) mark.classList.remove("focused");
    this.marked = id === undefined ? [] : this.marksOf(id);
    for (const mark of this.marked) mark.classList.add("focused");
  }

  /** Marks over a range for a moment, for example a finding that has no span. */
  flash(range: Range): void {
    this.select(range);
    this.reveal(range.start);
  }

  marksOf(id: string): HTMLElement[] {
    const found: HTMLElement[] = [];
    this.shown.forEach((row, at) => {
      if (!row.some((span) => span.id === id)) return;
      for (const mark of this.rows[at]?.querySelectorAll("mark") ?? []) {
        if ((mark.dataset["spans"] ?? "").split(" ").includes(id)) found.push(mark);
      }
    });
    return found;
  }

  /** Brings a place into view, with lines around it, and moves nothing when it is in view. */
  reveal(point: number): void {
    this.rows[lineAt(this.lines, point)]?.scrollIntoView({ block: "nearest" });
    const rect = this.rects({ start: point, end: Math.min(point + 1, this.points.length) })[0];
    if (!rect) return;
    const [top, bottom] = [140, window.innerHeight - 140];
    if (rect.top < top || rect.bottom > bottom) window.scrollBy({ top: rect.top - window.innerHeight * 0.38 });
  }

  /** Where a range is on the screen, one rectangle a piece of line. */
  rects(range: Range): DOMRect[] {
    const place = document.createRange();
    place.setStart(...this.nodeAt(range.start));
    place.setEnd(...this.nodeAt(range.end, true));
    return [...place.getClientRects()].filter((rect) => rect.height > 0);
  }

  /** The code point under a place of the screen; undefined outside of the text. */
  pointAt(x: number, y: number): number | undefined {
    const found = document.caretPositionFromPoint?.(x, y);
    if (found) return this.pointOf(found.offsetNode, found.offset);
    const range = document.caretRangeFromPoint?.(x, y);
    return range ? this.pointOf(range.startContainer, range.startOffset) : undefined;
  }

  /** Where the line of an offset starts. */
  lineStart(point: number): number {
    return this.lines[lineAt(this.lines, point)]?.start ?? 0;
  }

  /** Where the line behind that of an offset starts; the end of the text behind the last. */
  nextLine(point: number): number {
    return this.lines[lineAt(this.lines, point) + 1]?.start ?? this.points.length;
  }

  /** Upper edge of the line of an offset, on the screen. */
  topOf(point: number): number {
    return this.rows[lineAt(this.lines, point)]?.getBoundingClientRect().top ?? 0;
  }

  /** Spans under an offset, the shortest first. */
  spansAt(point: number): Span[] {
    const row = this.shown[lineAt(this.lines, point)] ?? [];
    const over = row.filter((span) => span.start <= point && point < span.end);
    return over.sort((a, b) => a.end - a.start - (b.end - b.start));
  }

  /** What is selected in this text; undefined when nothing is. */
  selection(): Range | undefined {
    const selection = document.getSelection();
    if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
    const range = selection.getRangeAt(0);
    const start = this.pointOf(range.startContainer, range.startOffset);
    const end = this.pointOf(range.endContainer, range.endOffset);
    return start === undefined || end === undefined || start >= end ? undefined : { start, end };
  }

  select(range: Range): void {
    const [start, end] = [this.nodeAt(range.start), this.nodeAt(range.end, true)];
    document.getSelection()?.setBaseAndExtent(start[0], start[1], end[0], end[1]);
  }

  /** A long text in leaves of some lines, which the browser lays out only where they are seen. */
  private leaves(): HTMLElement[] {
    if (this.rows.length < LONG_LINES) return this.rows;
    const leaves: HTMLElement[] = [];
    for (let from = 0; from < this.rows.length; from += LEAF_LINES) {
      const lines = this.lines.slice(from, from + LEAF_LINES);
      const leaf = make("div", { class: "leaf" }, ...this.rows.slice(from, from + LEAF_LINES));
      const nShown = lines.reduce((n, line) => n + Math.max(1, Math.ceil((line.end - line.start) / MEASURE_CHARS)), 0);
      leaf.style.containIntrinsicBlockSize = `auto ${(nShown * LINE_EM).toFixed(1)}em`;
      leaves.push(leaf);
    }
    return leaves;
  }

  private drawLine(at: number, spans: readonly Span[]): void {
    const line = this.lines[at] as Line;
    const pieces = segmentsOf(line, spans).flatMap((segment) => {
      const text = this.points.slice(segment.start, segment.end);
      if (segment.spans.length > 0) return [this.mark(text, segment.start, segment.end, segment.spans)];
      return this.plain(segment, this.wholes[at] ?? []);
    });
    this.rows[at]?.replaceChildren(...(line.start === line.end ? [make("br")] : pieces));
  }

  /** Text that nothing covers, hatched where it should be covered. */
  private plain(piece: Range, wholes: readonly Range[]): (Node | string)[] {
    const parts: (Node | string)[] = [];
    let from = piece.start;
    for (const whole of wholes) {
      const [start, end] = [Math.max(from, whole.start), Math.min(piece.end, whole.end)];
      if (start >= end) continue;
      parts.push(this.points.slice(from, start), make("span", { class: "uncovered" }, this.points.slice(start, end)));
      from = end;
    }
    return [...parts, this.points.slice(from, piece.end)].filter((part) => part !== "");
  }

  private mark(text: string, start: number, end: number, spans: readonly Span[]): HTMLElement {
    const top = spans.at(-1) as Span;
    const classes = [top.state, `hue-${this.labels.hue(top.label)}`];
    if (spans.length > 1) classes.push("stacked");
    if (top.start < start) classes.push("goes-on-before");
    if (top.end > end) classes.push("goes-on-behind");
    const ids = spans.map((span) => span.id).join(" ");
    return make("mark", { class: classes.join(" "), "data-spans": ids, "data-label": top.label }, text);
  }

  private lineText(line: Line): Node | string {
    return line.start === line.end ? make("br") : this.points.slice(line.start, line.end);
  }

  private drawMargin({ sections, turns }: Margin): void {
    this.element.classList.toggle("has-sections", sections.length > 0);
    for (const section of sections) {
      const [first, last] = this.touched(section);
      for (let at = first; at <= last; at++) {
        this.rows[at]?.classList.add("in-section", `section-${section.kind.replace(/[^a-z]/g, "")}`);
        if (section.policy === "whole") this.wholes[at]?.push(section);
      }
      const row = this.rows[first];
      const named = row?.dataset["section"];
      // Of two in one line the margin names the one that is not the text itself, whose tint it has too.
      const isNews = named === undefined || named === "body";
      if (row && !QUIET.has(section.kind) && isNews) row.setAttribute("data-section", section.kind);
    }
    let speaker = "";
    for (const turn of turns) {
      const [first] = this.touched(turn);
      this.rows[first]?.classList.add("turn");
      if (turn.speaker && turn.speaker !== speaker) this.rows[first]?.classList.add("other-speaker");
      speaker = turn.speaker ?? "";
    }
  }

  private touched(range: Range): [number, number] {
    return [lineAt(this.lines, range.start), lineAt(this.lines, Math.max(range.start, range.end - 1))];
  }

  /** The node and unit offset of a code point; at the border of two pieces the one behind, or the one before it. */
  private nodeAt(point: number, isEnd = false): [Node, number] {
    const at = lineAt(this.lines, isEnd ? Math.max(0, point - 1) : point);
    const line = this.lines[at] as Line;
    const row = this.rows[at] as HTMLElement;
    let left = this.points.toUnit(Math.min(point, line.end)) - this.points.toUnit(line.start);
    const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    let last: Node | undefined;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const length = node.nodeValue?.length ?? 0;
      if (left < length || (isEnd && left === length)) return [node, left];
      left -= length;
      last = node;
    }
    return last ? [last, last.nodeValue?.length ?? 0] : [row, 0];
  }

  private pointOf(node: Node, offset: number): number | undefined {
    const row = (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>(".line");
    const at = row ? this.rows.indexOf(row) : -1;
    if (!row || at < 0) return node === this.element ? this.lines[offset]?.start ?? this.points.length : undefined;
    const line = this.lines[at] as Line;
    const before = document.createRange();
    before.setStart(row, 0);
    before.setEnd(node, offset);
    return Math.min(line.end, this.points.toPoint(this.points.toUnit(line.start) + before.toString().length));
  }
}

function isSameRow(before: readonly Span[] | undefined, now: readonly Span[]): boolean {
  return before !== undefined && before.length === now.length && now.every((span, at) => span === before[at]);
}
