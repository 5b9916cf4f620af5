/** The page of keys, and how they are given to others. */

import { chordOf, chordWords, COMMANDS, type Command, takenBy } from "../core/keys.ts";
import { make, onClick } from "./dom.ts";
import { currentKeys, keepOwnKeys, layoutOfKeys, ownKeys } from "./own_keys.ts";

/** Draws every command with its keys; a click on a key lets one press another. */
export function drawHelp(into: HTMLElement): void {
  const groups = new Map<string, HTMLElement[]>();
  for (const command of COMMANDS) {
    if (/^label-(all-)?[1-9]$/.test(command.name)) continue;
    groups.set(command.group, [...(groups.get(command.group) ?? []), rowOf(command, into)]);
  }
  const sections = [...groups].map(([name, rows]) =>
    make("section", { class: "keys" }, make("h2", {}, name), make("dl", {}, ...rows)),
  );
  const reset = make("button", { type: "button" }, "Keys as they came");
  onClick(reset, () => {
    keepOwnKeys({});
    drawHelp(into);
  });
  into.replaceChildren(make("div", { class: "key-groups" }, ...sections), make("p", {}, reset));
}

function rowOf(command: Command, into: HTMLElement): HTMLElement {
  const digits = DIGITS[command.name];
  const chords = ownKeys()[command.name] ?? command.keys.filter((chord) => !chord.startsWith("Numpad"));
  const signs = digits ? [digits] : chords.map((chord) => chordWords(chord, layoutOfKeys()));
  const keys = make("dt", {}, ...signs.map((sign) => make("kbd", {}, sign)));
  const words = make("dd", {}, digits ? command.words.replace(/label 1( of)?/, "the label$1") : command.words);
  return make("div", {}, keys, words, ...(digits ? [] : [changer(command, into)]));
}

const DIGITS: Readonly<Record<string, string>> = { "label-0": "1 … 0", "label-all-0": "Shift+1 … 0" };

function changer(command: Command, into: HTMLElement): HTMLElement {
  const button = make("button", { type: "button", class: "link", "data-command": command.name }, "change");
  button.setAttribute("aria-label", `Change the key: ${command.words}`);
  const press = (event: KeyboardEvent): void => {
    if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    button.removeEventListener("keydown", press);
    if (event.code !== "Escape") give(command, chordOf(event));
    drawHelp(into);
    into.querySelector<HTMLElement>(`[data-command="${command.name}"]`)?.focus();
  };
  onClick(button, () => {
    button.textContent = "press a key";
    button.addEventListener("keydown", press);
  });
  return button;
}

/** Gives a key to a command; who had it keeps its others. */
function give(command: Command, chord: string): void {
  const own = { ...ownKeys() };
  const loser = takenBy(chord, command.name, currentKeys());
  if (loser) {
    const had = own[loser] ?? COMMANDS.find((one) => one.name === loser)?.keys ?? [];
    own[loser] = had.filter((one) => one !== chord);
  }
  keepOwnKeys({ ...own, [command.name]: [chord] });
}
