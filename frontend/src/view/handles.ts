/** Two handles at the borders of the focused span, which move them by mouse, pen or finger. */

import { make } from "./dom.ts";
import type { Range, TextView } from "./text_view.ts";

type Side = "start" | "end";

export class Handles {
  private readonly handles: Record<Side, HTMLElement>;
  private dragged: Range | undefined;

  /**
   * @param view The text.
   * @param range Borders of the focused span; undefined for none.
   * @param moved Is told the borders while they move.
   * @param dropped Is told them when the handle is let go.
   */
  constructor(
    private readonly view: TextView,
    private readonly range: () => Range | undefined,
    private readonly moved: (range: Range) => void,
    private readonly dropped: (range: Range) => void,
  ) {
    this.handles = { start: this.handle("start"), end: this.handle("end") };
    view.element.append(this.handles.start, this.handles.end);
  }

  /** Puts the handles where the borders are. */
  place(): void {
    const range = this.dragged ?? this.range();
    const rects = range ? this.view.rects(range) : [];
    const frame = this.view.element.getBoundingClientRect();
    const [first, last] = [rects[0], rects.at(-1)];
    this.handles.start.hidden = this.handles.end.hidden = !first || !last;
    if (!first || !last) return;
    const isRightToLeft = this.isRightToLeft(range as Range);
    at(this.handles.start, (isRightToLeft ? first.right : first.left) - frame.left, first.top - frame.top, first.height);
    at(this.handles.end, (isRightToLeft ? last.left : last.right) - frame.left, last.top - frame.top, last.height);
  }

  private isRightToLeft(range: Range): boolean {
    const first = this.view.rects({ start: range.start, end: range.start + 1 })[0];
    const last = this.view.rects({ start: range.end - 1, end: range.end })[0];
    return first !== undefined && last !== undefined && first.top === last.top && first.left > last.left;
  }

  private handle(side: Side): HTMLElement {
    const handle = make("span", { class: `handle ${side}`, "aria-hidden": "true", hidden: true });
    handle.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      handle.setPointerCapture(event.pointerId);
      this.dragged = this.range();
    });
    handle.addEventListener("pointermove", (event) => this.drag(side, event));
    handle.addEventListener("pointerup", () => this.drop());
    handle.addEventListener("pointercancel", () => this.drop());
    return handle;
  }

  private drag(side: Side, event: PointerEvent): void {
    if (!this.dragged) return;
    const point = this.view.pointAt(event.clientX, event.clientY);
    if (point === undefined) return;
    const border = this.view.boundaries.outsideGrapheme(point);
    const next = { ...this.dragged, [side]: border };
    if (next.start >= next.end || border === this.dragged[side]) return;
    this.dragged = next;
    this.moved(next);
    this.place();
  }

  private drop(): void {
    const dragged = this.dragged;
    this.dragged = undefined;
    if (dragged) this.dropped(dragged);
  }
}

function at(handle: HTMLElement, left: number, top: number, height: number): void {
  handle.style.transform = `translate(${left}px, ${top}px)`;
  handle.style.height = `${height}px`;
}
