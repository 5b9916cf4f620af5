import assert from "node:assert/strict";
import { test } from "node:test";
import { applied, appliedAll, Inapplicable, type Operation, renamed } from "../src/core/operations.ts";
import { changed, difference, type Span, spansById } from "../src/core/span.ts";

const LENGTH = 40;
const SPANS = spansById([
  { id: "a", start: 0, end: 4, label: "PERSON", state: "suggested" },
  { id: "b", start: 2, end: 9, label: "CITY", state: "human" },
  { id: "c", start: 12, end: 20, label: "DATE", state: "weak" },
] satisfies Span[]);

const ALL: Operation[] = [
  { kind: "add", span: "n", start: 30, end: 33, label: "PHONE" },
  { kind: "resize", span: "a", start: 0, end: 9 },
  { kind: "relabel", span: "c", label: "AGE" },
  { kind: "delete", span: "b" },
  { kind: "accept", span: "a", scope: "mention" },
  { kind: "accept", span: "a", scope: "record", label: "PATIENT" },
  { kind: "accept_all", scope: "document" },
  { kind: "reject", span: "c", scope: "record" },
  { kind: "later", span: "c" },
  { kind: "split", span: "c", at: 15 },
  { kind: "merge", spans: ["a", "b"] },
];

function namesOf(operation: Operation): readonly string[] {
  if (operation.kind === "accept_all") return ["a"];
  return operation.kind === "merge" ? operation.spans : [operation.span];
}

test("each operation changes what it names and nothing else", () => {
  for (const operation of ALL) {
    const after = applied(SPANS, operation, LENGTH);
    const named = namesOf(operation);
    for (const [id, span] of SPANS) if (!named.includes(id)) assert.equal(after.get(id), span);
  }
});

test("each operation can be taken back, whatever came before it", () => {
  for (const first of ALL) {
    for (const second of ALL) {
      let before = applied(SPANS, first, LENGTH);
      let after;
      try {
        after = applied(before, second, LENGTH);
      } catch (error) {
        assert.ok(error instanceof Inapplicable);
        continue;
      }
      assert.deepEqual(changed(after, difference(after, before)), before);
      assert.deepEqual(changed(before, difference(before, after)), after);
    }
  }
});

test("a resized span keeps its identity, and one that is stacked on it stays", () => {
  const after = applied(SPANS, { kind: "resize", span: "a", start: 1, end: 12 }, LENGTH);
  assert.deepEqual(after.get("a"), { id: "a", start: 1, end: 12, label: "PERSON", state: "human" });
  assert.equal(after.get("b"), SPANS.get("b"));
});

test("what is empty, outside or gone is refused", () => {
  const refused: Operation[] = [
    { kind: "resize", span: "a", start: 4, end: 4 },
    { kind: "resize", span: "a", start: -1, end: 4 },
    { kind: "add", span: "n", start: 30, end: 41, label: "PHONE" },
    { kind: "split", span: "a", at: 0 },
    { kind: "accept", span: "nobody", scope: "mention" },
    { kind: "merge", spans: ["a"] },
  ];
  for (const operation of refused) assert.throws(() => applied(SPANS, operation, LENGTH), Inapplicable);
});

test("several operations are one, or none", () => {
  const broken: Operation[] = [{ kind: "delete", span: "a" }, { kind: "accept", span: "a", scope: "mention" }];
  assert.throws(() => appliedAll(SPANS, broken, LENGTH), Inapplicable);
  assert.equal(SPANS.size, 3);
});

test("an operation follows its span to another id", () => {
  const ids = new Map([["a", "x"]]);
  assert.deepEqual(renamed({ kind: "delete", span: "a" }, ids), { kind: "delete", span: "x" });
  assert.deepEqual(renamed({ kind: "merge", spans: ["a", "b"] }, ids), { kind: "merge", spans: ["x", "b"] });
});
