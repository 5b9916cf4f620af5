import assert from "node:assert/strict";
import { test } from "node:test";
import { CodePoints } from "../src/core/code_points.ts";
import { lineAt, linesOf } from "../src/core/lines.ts";

const TEXTS = ["", "Åsa", "👩‍⚕️ Åsa 👋🏽 hej", "שלום דוד", "สวัสดี", "é\r\n\r\n𠮷野家\nx\r", "\ud83d alone \udc4b"];

test("every offset goes to units and back", () => {
  for (const text of TEXTS) {
    const points = new CodePoints(text);
    const signs = [...text];
    assert.equal(points.length, signs.length);
    let unit = 0;
    signs.forEach((sign, point) => {
      assert.equal(points.toUnit(point), unit);
      assert.equal(points.toPoint(unit), point);
      if (sign.length === 2) assert.equal(points.toPoint(unit + 1), point);
      assert.equal(points.slice(point, point + 1), sign);
      unit += sign.length;
    });
    assert.equal(points.toUnit(signs.length), text.length);
    assert.equal(points.toPoint(text.length), signs.length);
    assert.equal(points.toUnit(signs.length + 5), text.length);
  }
});

test("lines hold every code point but the ends of lines", () => {
  for (const text of TEXTS) {
    const points = new CodePoints(text);
    const lines = linesOf(points);
    const gaps = lines.map((line, at) => points.slice(line.end, lines[at + 1]?.start ?? points.length));
    assert.deepEqual(gaps.slice(0, -1).filter((gap) => !["\r\n", "\n", "\r"].includes(gap)), []);
    assert.equal(lines.map((line, at) => points.slice(line.start, line.end) + gaps[at]).join(""), text);
    for (const [at, line] of lines.entries()) assert.equal(lineAt(lines, line.start), at);
  }
});
