import assert from "node:assert/strict";
import { test } from "node:test";
import { CodePoints } from "../src/core/code_points.ts";
import { linesOf } from "../src/core/lines.ts";
import { segmentsOf, spansByLine } from "../src/core/segments.ts";
import { drawn, type Span, spansById } from "../src/core/span.ts";

function span(id: string, start: number, end: number): Span {
  return { id, start, end, label: "PERSON", state: "human" };
}

/** A small generator of its own, so that a failure comes again. */
function* numbers(seed: number): Generator<number> {
  for (let now = seed; ; ) yield (now = (now * 1103515245 + 12345) % 2147483648);
}

test("pieces cover each line once, and name exactly the spans over them", () => {
  const random = numbers(7);
  const next = (below: number): number => (random.next().value as number) % below;
  for (let round = 0; round < 200; round++) {
    const text = Array.from({ length: 60 }, () => ["a", " ", "👋", "\n", "é", "\r\n"][next(6)]).join("");
    const points = new CodePoints(text);
    const spans = Array.from({ length: 8 }, (_, at) => {
      const start = next(points.length - 1);
      return span(`s${at}`, start, Math.min(points.length, start + 1 + next(20)));
    });
    const sorted = drawn(spansById(spans));
    const lines = linesOf(points);
    const rows = spansByLine(lines, sorted);
    for (const [at, line] of lines.entries()) {
      const segments = segmentsOf(line, rows[at] ?? []);
      let from = line.start;
      for (const segment of segments) {
        assert.equal(segment.start, from);
        assert.ok(segment.end > segment.start);
        for (let place = segment.start; place < segment.end; place++) {
          const over = spans.filter((one) => one.start <= place && place < one.end).map((one) => one.id);
          assert.deepEqual(segment.spans.map((one) => one.id).sort(), over.sort());
        }
        from = segment.end;
      }
      assert.equal(from, line.end);
    }
  }
});
