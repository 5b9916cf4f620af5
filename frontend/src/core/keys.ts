/** Which key does what. Keys are places on the keyboard (`event.code`), so that a layout does not move them. */

export interface Command {
  readonly name: string;
  readonly keys: readonly string[];
  /** What it does, for the page of help. */
  readonly words: string;
  readonly group: "Move" | "Decide" | "Borders" | "Look" | "Undo and finish";
  /** A held-down key repeats it; never so for what decides. */
  readonly repeats?: boolean;
}

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];

export const COMMANDS: readonly Command[] = [
  { name: "next-undecided", keys: ["KeyJ"], words: "next undecided", group: "Move", repeats: true },
  { name: "previous-undecided", keys: ["KeyK"], words: "previous undecided", group: "Move", repeats: true },
  { name: "previous-span", keys: ["KeyH"], words: "previous span", group: "Move", repeats: true },
  { name: "next-span", keys: ["KeyL"], words: "next span", group: "Move", repeats: true },
  { name: "next-word", keys: ["ArrowRight"], words: "choose the next word", group: "Move", repeats: true },
  { name: "previous-word", keys: ["ArrowLeft"], words: "choose the previous word", group: "Move", repeats: true },
  { name: "more-words", keys: ["Shift+ArrowRight"], words: "one word more", group: "Move", repeats: true },
  { name: "fewer-words", keys: ["Shift+ArrowLeft"], words: "one word less", group: "Move", repeats: true },
  { name: "next-document", keys: ["KeyN"], words: "next document", group: "Move" },
  { name: "previous-document", keys: ["Shift+KeyN"], words: "previous document", group: "Move" },
  ...DIGITS.map((digit, at): Command => ({
    name: `label-${at}`,
    keys: [`Digit${digit}`, `Numpad${digit}`],
    words: `label ${digit} of the palette, suggested over the record`,
    group: "Decide",
  })),
  ...DIGITS.map((digit, at): Command => ({
    name: `label-all-${at}`,
    keys: [`Shift+Digit${digit}`],
    words: `label ${digit} for all that read the same`,
    group: "Decide",
  })),
  { name: "accept", keys: ["KeyA", "Enter"], words: "accept as shown", group: "Decide" },
  { name: "reject", keys: ["KeyX"], words: "not personal here", group: "Decide" },
  { name: "reject-record", keys: ["Shift+KeyX"], words: "not personal in this record", group: "Decide" },
  { name: "later", keys: ["Space"], words: "later", group: "Decide" },
  { name: "retag", keys: ["KeyR"], words: "another label, by typing", group: "Decide" },
  { name: "delete", keys: ["Delete", "Backspace"], words: "delete the span", group: "Decide" },
  { name: "start-left", keys: ["KeyQ"], words: "start one word to the left", group: "Borders", repeats: true },
  { name: "start-right", keys: ["KeyW"], words: "start one word to the right", group: "Borders", repeats: true },
  { name: "end-left", keys: ["KeyO"], words: "end one word to the left", group: "Borders", repeats: true },
  { name: "end-right", keys: ["KeyP"], words: "end one word to the right", group: "Borders", repeats: true },
  { name: "start-left-sign", keys: ["Shift+KeyQ"], words: "start one sign to the left", group: "Borders", repeats: true },
  { name: "start-right-sign", keys: ["Shift+KeyW"], words: "start one sign to the right", group: "Borders", repeats: true },
  { name: "end-left-sign", keys: ["Shift+KeyO"], words: "end one sign to the left", group: "Borders", repeats: true },
  { name: "end-right-sign", keys: ["Shift+KeyP"], words: "end one sign to the right", group: "Borders", repeats: true },
  { name: "trim", keys: ["KeyT"], words: "trim blanks and signs from the edges", group: "Borders" },
  { name: "split", keys: ["KeyS"], words: "split in two", group: "Borders" },
  { name: "merge", keys: ["KeyM"], words: "merge with the next span", group: "Borders" },
  { name: "card", keys: ["KeyF"], words: "string card: how this string was tagged", group: "Look" },
  { name: "search", keys: ["Slash"], words: "search", group: "Look" },
  { name: "suggestions", keys: ["KeyV"], words: "suggestions on or off", group: "Look" },
  { name: "leak-view", keys: ["KeyB"], words: "the document as it would leave", group: "Look" },
  { name: "help", keys: ["Shift+Slash", "F1"], words: "these keys", group: "Look" },
  { name: "undo", keys: ["KeyU", "Ctrl+KeyZ"], words: "undo", group: "Undo and finish" },
  { name: "redo", keys: ["Shift+KeyU", "Ctrl+Shift+KeyZ"], words: "redo", group: "Undo and finish" },
  { name: "finish", keys: ["Ctrl+Enter"], words: "finish the stage", group: "Undo and finish" },
  { name: "away", keys: ["Escape"], words: "back to the text", group: "Undo and finish" },
];

/** Chord to name of a command. */
export type KeyMap = ReadonlyMap<string, string>;

/** Keys of the user's own: name of a command to its chords. */
export type OwnKeys = Readonly<Record<string, readonly string[]>>;

export interface KeyPress {
  readonly code: string;
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly repeat: boolean;
  readonly isComposing: boolean;
}

/** The keys that hold: those of the user where given, else those that the workspace comes with. */
export function keyMap(own: OwnKeys = {}): KeyMap {
  const map = new Map<string, string>();
  for (const command of COMMANDS) for (const chord of own[command.name] ?? []) map.set(chord, command.name);
  for (const command of COMMANDS) {
    if (own[command.name]) continue;
    for (const chord of command.keys) if (!map.has(chord)) map.set(chord, command.name);
  }
  return map;
}

/** The chord of a key press: "KeyA", "Shift+Digit1", "Ctrl+Enter"; Command of a Mac counts as Ctrl. */
export function chordOf(press: KeyPress): string {
  const held = [press.ctrlKey || press.metaKey ? "Ctrl" : "", press.altKey ? "Alt" : "", press.shiftKey ? "Shift" : ""];
  return [...held.filter(Boolean), press.code].join("+");
}

/** The command of a key press, or undefined: while an input method composes, for keys of nobody, and for repeats of
 * a key that decides. A layout that keeps "?" or "/" at another place may use it there. */
export function commandFor(press: KeyPress, map: KeyMap): Command | undefined {
  if (press.isComposing || press.code === "" || press.key === "Process") return undefined;
  const name = map.get(chordOf(press)) ?? (press.ctrlKey || press.metaKey ? undefined : BY_SIGN[press.key]);
  const command = COMMANDS.find((one) => one.name === name);
  return command && press.repeat && !command.repeats ? undefined : command;
}

const BY_SIGN: Readonly<Record<string, string>> = { "?": "help", "/": "search" };

/** The commands that lose a key if `chord` goes to `name`. */
export function takenBy(chord: string, name: string, map: KeyMap): string | undefined {
  const owner = map.get(chord);
  return owner === name ? undefined : owner;
}

/** A chord as people read it, with the sign that the layout has at that place where the browser tells. */
export function chordWords(chord: string, layout?: ReadonlyMap<string, string>): string {
  const parts = chord.split("+");
  const code = parts.pop() ?? "";
  const sign = layout?.get(code)?.toUpperCase() ?? SIGNS[code] ?? code.replace(/^(Key|Digit|Arrow)/, "");
  return [...parts, sign.replace(/^Numpad/, "Num ")].join("+");
}

const SIGNS: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  Slash: "/",
  Delete: "Del",
  Escape: "Esc",
};
