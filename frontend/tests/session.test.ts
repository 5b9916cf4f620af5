import assert from "node:assert/strict";
import { test } from "node:test";
import { Inapplicable } from "../src/core/operations.ts";
import { type Action, type Answer, type DocumentChange, type Note, Session } from "../src/core/session.ts";
import type { Span } from "../src/core/span.ts";

const SUGGESTED: Span = { id: "a", start: 0, end: 4, label: "PERSON", state: "suggested" };
const OTHER: Span = { id: "b", start: 10, end: 14, label: "CITY", state: "suggested" };

/** A server that answers as each test tells it, and remembers what it was sent. */
class Desk {
  readonly sent: { action: Action; base: number }[] = [];
  readonly notes: Note[] = [];
  readonly waits: number[] = [];
  readonly session: Session;
  private readonly answers: (Answer | Error)[];

  constructor(...answers: (Answer | Error)[]) {
    this.answers = answers;
    this.session = new Session(
      async (action, base) => {
        this.sent.push({ action, base });
        const answer = this.answers.shift() ?? { status: 200, changes: [] };
        if (answer instanceof Error) throw answer;
        return answer;
      },
      () => {},
      (note) => this.notes.push(note),
      async (ms) => void this.waits.push(ms),
    );
    this.session.open({ id: 1, length: 40, version: 1, spans: [SUGGESTED, OTHER] });
  }

  async settled(): Promise<void> {
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
  }

  kinds(): string[] {
    return this.notes.map((note) => note.kind);
  }
}

function news(version: number, set: Span[], removed: string[] = []): DocumentChange {
  return { document: 1, version, set, removed };
}

test("an action is seen before it is answered", async () => {
  const desk = new Desk({ status: 200, changes: [news(2, [{ ...SUGGESTED, state: "human", by: "anna" }])] });
  desk.session.act("1", 1, [{ kind: "accept", span: "a", scope: "mention" }]);
  assert.equal(desk.session.spans(1).get("a")?.state, "human");
  assert.equal(desk.session.spans(1).get("a")?.by, undefined);
  await desk.settled();
  assert.equal(desk.session.spans(1).get("a")?.by, "anna");
  assert.equal(desk.session.version(1), 2);
  assert.equal(desk.session.nWaiting, 0);
  assert.equal(desk.kinds().at(-1), "saved");
});

test("after a lost answer the same action goes out again, and waits grow", async () => {
  const desk = new Desk(new Error("no network"), { status: 503 }, { status: 200, changes: [] });
  desk.session.act("1", 1, [{ kind: "later", span: "a" }]);
  await desk.settled();
  assert.deepEqual(desk.sent.map((one) => one.action.opId), ["1", "1", "1"]);
  assert.deepEqual(desk.waits, [250, 500]);
  assert.equal(desk.session.nWaiting, 0);
});

test("actions go out one at a time and in order, each on the version that the one before left", async () => {
  const desk = new Desk(
    { status: 200, changes: [news(2, [{ ...SUGGESTED, state: "human" }])] },
    { status: 200, changes: [news(3, [{ ...OTHER, state: "human" }])] },
  );
  desk.session.act("1", 1, [{ kind: "accept", span: "a", scope: "mention" }]);
  desk.session.act("2", 1, [{ kind: "accept", span: "b", scope: "mention" }]);
  assert.equal(desk.session.nWaiting, 2);
  await desk.settled();
  assert.deepEqual(desk.sent.map((one) => [one.action.opId, one.base]), [["1", 1], ["2", 2]]);
});

test("a stale tab takes in what it missed and puts its own action on top", async () => {
  const desk = new Desk(
    { status: 409, version: 5, changes: [news(5, [{ ...OTHER, state: "human", by: "bo" }])] },
    { status: 200, changes: [news(6, [{ ...SUGGESTED, label: "PATIENT", state: "human" }])] },
  );
  desk.session.act("1", 1, [{ kind: "relabel", span: "a", label: "PATIENT" }]);
  await desk.settled();
  assert.deepEqual(desk.sent.map((one) => [one.action.opId, one.base]), [["1", 1], ["1", 5]]);
  assert.equal(desk.session.spans(1).get("a")?.label, "PATIENT");
  assert.equal(desk.session.spans(1).get("b")?.by, "bo");
  assert.ok(desk.kinds().includes("taken-in"));
});

test("an action whose span somebody removed is left out, and said", async () => {
  const desk = new Desk({ status: 409, version: 2, changes: [news(2, [], ["a"])] });
  desk.session.act("1", 1, [{ kind: "accept", span: "a", scope: "mention" }]);
  await desk.settled();
  assert.equal(desk.session.nWaiting, 0);
  assert.ok(desk.kinds().includes("lost"));
  assert.equal(desk.session.spans(1).has("a"), false);
});

test("what the server refuses is taken from the screen, and said", async () => {
  const desk = new Desk({ status: 422, code: "E401", message: "no such label" });
  desk.session.act("1", 1, [{ kind: "relabel", span: "a", label: "NOBODY" }]);
  await desk.settled();
  assert.equal(desk.session.spans(1).get("a"), SUGGESTED);
  assert.deepEqual(desk.notes.filter((note) => note.kind === "refused"), [{ kind: "refused", message: "no such label" }]);
});

test("a conflict without news is a refusal, not a loop", async () => {
  const desk = new Desk({ status: 409, version: 1, message: "the stage is finished", changes: [] });
  desk.session.act("1", 1, [{ kind: "later", span: "a" }]);
  await desk.settled();
  assert.equal(desk.sent.length, 1);
  assert.equal(desk.session.nWaiting, 0);
});

test("who is signed out loses nothing", async () => {
  const desk = new Desk({ status: 401, message: "sign in" }, { status: 200, changes: [] });
  desk.session.act("1", 1, [{ kind: "later", span: "a" }]);
  await desk.settled();
  assert.equal(desk.session.nWaiting, 1);
  desk.session.resume();
  await desk.settled();
  assert.equal(desk.session.nWaiting, 0);
});

test("a span can be moved before the server has named it", async () => {
  const named: Span = { id: "s9", start: 20, end: 24, label: "PHONE", state: "human" };
  const desk = new Desk({ status: 200, changes: [news(2, [named])] });
  desk.session.act("1", 1, [{ kind: "add", span: "mine", start: 20, end: 24, label: "PHONE" }]);
  desk.session.act("2", 1, [{ kind: "resize", span: "mine", start: 20, end: 26 }]);
  await desk.settled();
  assert.deepEqual(desk.sent[1]?.action.operations, [{ kind: "resize", span: "s9", start: 20, end: 26 }]);
});

test("undo is seen at once, and goes through the server", async () => {
  const desk = new Desk(
    { status: 200, changes: [news(2, [{ ...SUGGESTED, state: "rejected" }])] },
    { status: 200, changes: [news(3, [SUGGESTED])] },
  );
  desk.session.act("1", 1, [{ kind: "reject", span: "a", scope: "mention" }]);
  desk.session.undo("2", 1);
  assert.deepEqual(desk.session.spans(1).get("a"), SUGGESTED);
  await desk.settled();
  assert.deepEqual(desk.session.spans(1).get("a"), SUGGESTED);
  assert.equal(desk.sent[1]?.action.kind, "undo");
});

test("what cannot be done is not sent", () => {
  const desk = new Desk();
  assert.throws(() => desk.session.act("1", 1, [{ kind: "delete", span: "nobody" }]), Inapplicable);
  assert.equal(desk.session.nWaiting, 0);
});

test("an old message does not bring old spans back", () => {
  const desk = new Desk();
  desk.session.absorb([news(4, [], ["a"])]);
  desk.session.absorb([news(3, [SUGGESTED])]);
  assert.equal(desk.session.spans(1).has("a"), false);
});

test("a document that was overtaken on its way is known to be old", async () => {
  const elsewhere: DocumentChange = { document: 2, version: 4, set: [SUGGESTED], removed: [] };
  const desk = new Desk({ status: 200, changes: [news(2, [{ ...SUGGESTED, state: "human" }]), elsewhere] });
  assert.equal(desk.session.isCurrent(2, 3), true);
  desk.session.act("1", 1, [{ kind: "accept", span: "a", scope: "mention" }]);
  await desk.settled();
  assert.equal(desk.session.isCurrent(2, 3), false);
  assert.equal(desk.session.isCurrent(2, 4), true);
  desk.session.hear(2, 3);
  assert.equal(desk.session.isCurrent(2, 3), false);
});
