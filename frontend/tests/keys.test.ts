import assert from "node:assert/strict";
import { test } from "node:test";
import { chordOf, chordWords, COMMANDS, commandFor, type KeyPress, keyMap, takenBy } from "../src/core/keys.ts";

function press(code: string, more: Partial<KeyPress> = {}): KeyPress {
  const none = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, repeat: false, isComposing: false };
  return { code, key: "", ...none, ...more };
}

const KEYS = keyMap();

test("no chord is given twice", () => {
  const chords = COMMANDS.flatMap((command) => command.keys);
  assert.equal(new Set(chords).size, chords.length);
  assert.equal(new Set(COMMANDS.map((command) => command.name)).size, COMMANDS.length);
});

test("a held-down key moves, and never decides", () => {
  assert.equal(commandFor(press("KeyJ", { repeat: true }), KEYS)?.name, "next-undecided");
  for (const command of COMMANDS) {
    if (command.group === "Move" || command.group === "Borders") continue;
    for (const chord of command.keys) {
      const [code, ...held] = chord.split("+").reverse();
      const keys = { ctrlKey: held.includes("Ctrl"), shiftKey: held.includes("Shift") };
      assert.equal(commandFor(press(code as string, keys), KEYS)?.name, command.name);
      assert.equal(commandFor(press(code as string, { ...keys, repeat: true }), KEYS), undefined);
    }
  }
  assert.equal(commandFor(press("KeyN", { repeat: true }), KEYS), undefined);
});

test("a key that an input method works with is not ours", () => {
  assert.equal(commandFor(press("KeyA", { isComposing: true }), KEYS), undefined);
  assert.equal(commandFor(press("KeyA", { key: "Process" }), KEYS), undefined);
});

test("the browser keeps its own chords", () => {
  assert.equal(commandFor(press("KeyA", { ctrlKey: true }), KEYS), undefined);
  assert.equal(commandFor(press("KeyR", { metaKey: true }), KEYS), undefined);
  assert.equal(commandFor(press("KeyJ", { altKey: true }), KEYS), undefined);
});

test("a key of one's own takes the place of the old one", () => {
  const own = keyMap({ accept: ["KeyJ"] });
  assert.equal(commandFor(press("KeyJ"), own)?.name, "accept");
  assert.equal(commandFor(press("KeyA"), own), undefined);
  assert.equal(takenBy("KeyX", "accept", own), "reject");
  assert.equal(takenBy("KeyJ", "accept", own), undefined);
});

test("help is found where the layout has its question mark", () => {
  assert.equal(commandFor(press("Minus", { key: "?", shiftKey: true }), KEYS)?.name, "help");
  assert.equal(chordOf(press("Digit1", { shiftKey: true })), "Shift+Digit1");
});

test("chords are written as people read them", () => {
  assert.equal(chordWords("Shift+KeyQ"), "Shift+Q");
  assert.equal(chordWords("KeyQ", new Map([["KeyQ", "a"]])), "A");
  assert.equal(chordWords("Digit1"), "1");
  assert.equal(chordWords("ArrowLeft"), "←");
});
