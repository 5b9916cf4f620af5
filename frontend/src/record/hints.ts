/** Hints for the first hour. Each goes away when what it tells has been done a few times, or when it is waved off. */

import { make, onClick } from "../view/dom.ts";

interface Hint {
  readonly commands: readonly string[];
  readonly words: (keyOf: (command: string) => string) => string;
}

const HINTS: readonly Hint[] = [
  {
    commands: ["next-undecided"],
    words: (key) => `${key("next-undecided")} steps to the next suggestion. Clicking a mark does too.`,
  },
  {
    commands: ["accept"],
    words: (key) => `${key("accept")} accepts what is outlined; the same string is suggested over the whole record.`,
  },
  {
    commands: ["reject"],
    words: (key) => `${key("reject")} says that it is nobody. Nothing is lost: ${key("undo")} takes anything back.`,
  },
  {
    commands: ["label"],
    words: () => "A digit gives another label. Select words first, and a digit marks them.",
  },
  {
    commands: ["start-left", "end-right", "start-right", "end-left", "resize"],
    words: (key) =>
      `Borders move: drag the handles, or ${key("start-left")}/${key("start-right")} and ${key("end-left")}/${key("end-right")}.`,
  },
  { commands: ["finish"], words: (key) => `${key("finish")} finishes the document when all is decided.` },
];

const KEY = "maskerad.hints";
const ENOUGH = 2;

export class Hints {
  private readonly done: Record<string, number>;

  constructor(
    private readonly bar: HTMLElement,
    private readonly keyOf: (command: string) => string,
  ) {
    this.done = read();
    this.show();
  }

  /** Somebody did it: after a few times its hint has served. */
  did(command: string): void {
    const at = HINTS.findIndex((hint) => hint.commands.includes(command.replace(/^label-.*/, "label")));
    if (at < 0 || (this.done[at] ?? 0) >= ENOUGH) return;
    this.done[at] = (this.done[at] ?? 0) + 1;
    this.keep();
  }

  private show(): void {
    const at = HINTS.findIndex((_, index) => (this.done[index] ?? 0) < ENOUGH);
    const hint = HINTS[at];
    this.bar.classList.toggle("away", !hint);
    if (!hint) return this.bar.replaceChildren();
    const away = make("button", { type: "button", class: "link" }, "Got it");
    const all = make("button", { type: "button", class: "link" }, "No more hints");
    onClick(away, () => this.learnt([at]));
    onClick(all, () => this.learnt(HINTS.map((_, index) => index)));
    this.bar.replaceChildren(make("span", {}, hint.words(this.keyOf)), away, all);
  }

  private learnt(which: readonly number[]): void {
    for (const at of which) this.done[at] = ENOUGH;
    this.keep();
  }

  private keep(): void {
    localStorage.setItem(KEY, JSON.stringify(this.done));
    this.show();
  }
}

function read(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}
