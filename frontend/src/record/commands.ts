/** What each command of the keyboard does on the page of a record. */

import type { Way } from "../core/boundaries.ts";
import { nextSpan, nextUndecided } from "../core/navigation.ts";
import type { Span } from "../core/span.ts";
import { part } from "../view/dom.ts";
import { newId } from "../view/server.ts";
import type { Deeds, Surroundings } from "./deeds.ts";

/** Where the commands lead on the page. */
export interface Walk extends Surroundings {
  readonly recordId: number;
  step(span: Span | undefined): void;
  chooseWord(way: Way): void;
  moreWords(way: Way): void;
  document(way: Way): void;
  toggleSuggestions(): void;
  leakView(): void;
  help(): void;
  finish(): Promise<void>;
}

export function commandsOf(page: Walk, deeds: Deeds): Readonly<Record<string, () => void>> {
  return {
    "next-undecided": () => page.step(nextUndecided(page.visible(), page.place(), 1)),
    "previous-undecided": () => page.step(nextUndecided(page.visible(), page.place(), -1)),
    "next-span": () => page.step(nextSpan(page.visible(), page.place(), 1)),
    "previous-span": () => page.step(nextSpan(page.visible(), page.place(), -1)),
    "next-word": () => page.chooseWord(1),
    "previous-word": () => page.chooseWord(-1),
    "more-words": () => page.moreWords(1),
    "fewer-words": () => page.moreWords(-1),
    "next-document": () => page.document(1),
    "previous-document": () => page.document(-1),
    accept: () => deeds.withSpan((span) => deeds.decide({ kind: "accept", span: span.id, scope: "mention" })),
    reject: () => deeds.withSpan((span) => deeds.decide({ kind: "reject", span: span.id, scope: "mention" })),
    "reject-record": () => deeds.withSpan((span) => deeds.decide({ kind: "reject", span: span.id, scope: "record" })),
    later: () => deeds.withSpan((span) => deeds.decide({ kind: "later", span: span.id })),
    delete: () => deeds.withSpan((span) => deeds.decide({ kind: "delete", span: span.id })),
    retag: () => deeds.retag(),
    "start-left": () => deeds.moveBorder("start", -1, "word"),
    "start-right": () => deeds.moveBorder("start", 1, "word"),
    "end-left": () => deeds.moveBorder("end", -1, "word"),
    "end-right": () => deeds.moveBorder("end", 1, "word"),
    "start-left-sign": () => deeds.moveBorder("start", -1, "grapheme"),
    "start-right-sign": () => deeds.moveBorder("start", 1, "grapheme"),
    "end-left-sign": () => deeds.moveBorder("end", -1, "grapheme"),
    "end-right-sign": () => deeds.moveBorder("end", 1, "grapheme"),
    trim: () => deeds.trim(),
    split: () => deeds.split(),
    merge: () => deeds.merge(),
    card: () => part("card").scrollIntoView({ block: "nearest" }),
    search: () => location.assign(`/search?record=${page.recordId}`),
    suggestions: () => page.toggleSuggestions(),
    "leak-view": () => page.leakView(),
    help: () => page.help(),
    undo: () => page.session.undo(newId(), page.documentId),
    redo: () => page.session.redo(newId(), page.documentId),
    finish: () => void page.finish(),
    away: () => page.focusOn(undefined),
  };
}
