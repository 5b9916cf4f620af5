import assert from "node:assert/strict";
import { test } from "node:test";
import { neighbour, nextSpan, nextUndecided, nextWithWork } from "../src/core/navigation.ts";
import type { Span, State } from "../src/core/span.ts";

function span(id: string, start: number, end: number, state: State): Span {
  return { id, start, end, label: "PERSON", state };
}

const SPANS = [
  span("a", 0, 5, "suggested"),
  span("b", 0, 3, "weak"),
  span("c", 6, 9, "human"),
  span("d", 10, 12, "later"),
  span("e", 13, 15, "suggested"),
];

test("one walks over every span, there and back, stacked ones too", () => {
  for (const way of [1, -1] as const) {
    const walk: string[] = [];
    for (let at = nextSpan(SPANS, undefined, way); at; at = nextSpan(SPANS, at, way)) walk.push(at.id);
    assert.equal(walk.join(""), way > 0 ? "abcde" : "edcba");
  }
});

test("the next undecided passes over decided and put-off ones, and goes round", () => {
  assert.equal(nextUndecided(SPANS, SPANS[1], 1)?.id, "e");
  assert.equal(nextUndecided(SPANS, SPANS[4], 1)?.id, "a");
  assert.equal(nextUndecided(SPANS, { start: 7, end: 7 }, -1)?.id, "b");
});

test("what was put off comes when nothing else is left", () => {
  const left = SPANS.filter((one) => one.state === "human" || one.state === "later");
  assert.equal(nextUndecided(left, left[0], 1)?.id, "d");
  assert.equal(nextUndecided(left, left[1], 1), undefined);
});

test("documents in order", () => {
  const documents = [{ id: 1, n_undecided: 1 }, { id: 2, n_undecided: 0 }, { id: 3, n_undecided: 0 }];
  assert.equal(neighbour(documents, 1, 1)?.id, 2);
  assert.equal(neighbour(documents, 1, -1), undefined);
  assert.equal(nextWithWork(documents, 2)?.id, 1);
  assert.equal(nextWithWork(documents, 1), undefined);
});
