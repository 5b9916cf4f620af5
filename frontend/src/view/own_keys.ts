/** Keys that the user has given to commands, kept in this browser. */

import { chordWords, COMMANDS, type KeyMap, keyMap, type OwnKeys } from "../core/keys.ts";

const KEY = "maskerad.keys";

export function ownKeys(): OwnKeys {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as OwnKeys;
  } catch {
    return {};
  }
}

export function keepOwnKeys(own: OwnKeys): void {
  localStorage.setItem(KEY, JSON.stringify(own));
  known = undefined;
}

let known: KeyMap | undefined;

/** The command of each key as it is at this moment, also while the page of keys is still closing. */
export function currentKeys(): KeyMap {
  known ??= keyMap(ownKeys());
  return known;
}

/** The first key of a command, as people read it. */
export function keyOf(command: string): string {
  const chord = ownKeys()[command]?.[0] ?? COMMANDS.find((one) => one.name === command)?.keys[0] ?? "";
  return chordWords(chord, layout);
}

let layout: ReadonlyMap<string, string> | undefined;

/** Asks the browser what the keys of this keyboard are called, where it tells. */
export async function learnLayout(): Promise<void> {
  const keyboard = (navigator as { keyboard?: { getLayoutMap?: () => Promise<ReadonlyMap<string, string>> } }).keyboard;
  try {
    layout = await keyboard?.getLayoutMap?.();
  } catch {
    layout = undefined;
  }
}

export function layoutOfKeys(): ReadonlyMap<string, string> | undefined {
  return layout;
}

/** Whether a key pressed here belongs to what is typed, or to a button, and not to the commands. */
export function isForElement(event: KeyboardEvent): boolean {
  const target = event.target;
  if (document.querySelector("dialog[open]")) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest("input, textarea, select")) return true;
  const isButton = target.closest("button, a, summary") !== null;
  return isButton && (event.code === "Enter" || event.code === "Space") && !event.ctrlKey;
}
