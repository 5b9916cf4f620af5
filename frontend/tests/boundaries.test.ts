import assert from "node:assert/strict";
import { test } from "node:test";
import { Boundaries } from "../src/core/boundaries.ts";
import { CodePoints } from "../src/core/code_points.ts";

function over(text: string, language = "en"): [Boundaries, (part: string) => number] {
  const points = new CodePoints(text);
  return [new Boundaries(points, language), (part) => points.toPoint(text.indexOf(part))];
}

test("borders go word by word", () => {
  const [boundaries, at] = over("Dr. Anna Berg, 850101-1234.");
  assert.equal(boundaries.end(at("Anna") + 4, 1, "word"), at("Berg") + 4);
  assert.equal(boundaries.end(at("Berg") + 4, -1, "word"), at("Anna") + 4);
  assert.equal(boundaries.start(at("Berg"), -1, "word"), at("Anna"));
  assert.equal(boundaries.start(0, -1, "word"), 0);
});

test("a grapheme is never cut, whatever it is made of", () => {
  const family = "👩‍👩‍👧";
  const combined = "e\u0301";
  const [boundaries, at] = over(`a${family}${combined}b`);
  assert.equal(boundaries.end(1, 1, "grapheme"), 1 + [...family].length);
  assert.equal(boundaries.outsideGrapheme(3), 1);
  assert.equal(boundaries.end(at(combined), 1, "grapheme"), at(combined) + 2);
  assert.equal(boundaries.outsideGrapheme(at(combined) + 1), at(combined));
});

test("languages without blanks have words too", () => {
  const [japanese, at] = over("田中花子さんは東京に住む。", "ja");
  const word = japanese.wordAt(at("東京"));
  assert.deepEqual(word, { start: at("東京"), end: at("東京") + 2 });
  const [thai] = over("สวัสดีครับ", "th");
  assert.equal(thai.wordAt(0)?.end, 6);
});

test("an unknown language is no error", () => {
  assert.equal(over("Anna Berg", "not a language")[0].end(0, 1, "word"), 4);
});

test("trimming takes blanks and signs, never letters", () => {
  const [boundaries] = over(" (Åsa), ");
  assert.deepEqual(boundaries.trimmed(0, 8), { start: 2, end: 5 });
  assert.deepEqual(boundaries.trimmed(0, 2), { start: 0, end: 2 });
});

test("far into a long text the work is as little as at its start", () => {
  const [boundaries] = over("Anna 👋 ".repeat(30000));
  const last = 7 * 29999;
  assert.equal(boundaries.wordAt(last)?.start, last);
  assert.equal(boundaries.start(last, -1, "word"), last - 7);
});
