/** A text with its way between code points (the server's offsets) and UTF-16 units (the browser's). */

export class CodePoints {
  readonly text: string;
  /** How many code points the text has. */
  readonly length: number;
  /** Code-point offsets of the characters that take two units, in order. */
  private readonly wide: number[] = [];

  constructor(text: string) {
    this.text = text;
    for (let unit = 0; unit < text.length; unit++) {
      if (!isPair(text, unit)) continue;
      this.wide.push(unit - this.wide.length);
      unit++;
    }
    this.length = text.length - this.wide.length;
  }

  /** Unit offset of a code point; offsets outside the text are brought to its ends. */
  toUnit(point: number): number {
    const inside = Math.min(Math.max(point, 0), this.length);
    return inside + this.nWideBefore(inside);
  }

  /** Code-point offset of a unit; the middle of a pair counts as its start. */
  toPoint(unit: number): number {
    const inside = Math.min(Math.max(unit, 0), this.text.length);
    let low = 0;
    let high = this.wide.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.wide[middle] ?? 0) + middle < inside) low = middle + 1;
      else high = middle;
    }
    return inside - low;
  }

  slice(start: number, end: number): string {
    return this.text.slice(this.toUnit(start), this.toUnit(end));
  }

  private nWideBefore(point: number): number {
    let low = 0;
    let high = this.wide.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.wide[middle] ?? 0) < point) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function isPair(text: string, unit: number): boolean {
  const first = text.charCodeAt(unit);
  if (first < 0xd800 || first > 0xdbff) return false;
  const second = text.charCodeAt(unit + 1);
  return second >= 0xdc00 && second <= 0xdfff;
}
