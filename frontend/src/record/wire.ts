/** How actions reach the server, and what the page says of it. */

import type { Action, Answer, DocumentChange, Note, Send } from "../core/session.ts";
import { takeActs } from "../view/acts.ts";
import { counted, part } from "../view/dom.ts";
import { say } from "../view/message.ts";
import { pathOf, post, wordsOf } from "../view/server.ts";

/** Sends actions of a record; `hashOf` tells the hash of the text that the annotator saw. */
export function sender(record: number, hashOf: (document: number) => string | undefined): Send {
  const costs = new Map<string, number>(); // of what goes out again after a lost answer too
  return async (action: Action, baseVersion: number): Promise<Answer> => {
    const ours = { op_id: action.opId, record };
    const isDecision = action.kind === "ops" || action.kind === "string";
    if (isDecision && !costs.has(action.opId)) costs.set(action.opId, takeActs());
    const acts = costs.get(action.opId) ?? 0;
    const reply = await (action.kind === "ops"
      ? post<Answer>(pathOf("api", "documents", String(action.document), "ops"), {
          base_version: baseVersion,
          op_id: action.opId,
          text_sha256: hashOf(action.document),
          ops: action.operations,
          acts,
        })
      : action.kind === "string"
        ? post<Answer>("/api/strings/decide", { ...ours, ...action.fields, acts })
        : post<Answer>(`/api/${action.kind}`, ours));
    const { status, body } = reply;
    return { ...body, status, message: wordsOf(body), changes: (body?.changes ?? []) as readonly DocumentChange[] };
  };
}

/** Says how the work is kept: small at the top of the page, in words where something needs the annotator. */
export function tell(note: Note): void {
  const saved = part("saved");
  if (note.kind === "saved") {
    saved.textContent = "Saved";
    saved.className = "saved";
  } else if (note.kind === "waiting") {
    saved.textContent = "Saving";
    saved.className = "";
  } else if (note.kind === "no-answer") {
    saved.textContent = `No answer: ${counted(note.n, "decision")} kept here`;
    saved.className = "alarm";
  } else say(WORDS[note.kind](note), note.kind !== "taken-in");
}

const WORDS = {
  "taken-in": () => "This document was changed elsewhere; its changes are taken in, and yours put on top.",
  lost: (note: Note) =>
    `Elsewhere somebody removed what you decided on: ${counted("n" in note ? note.n : 0, "decision")} could not be kept.`,
  refused: (note: Note) => ("message" in note ? note.message : "") || "Not saved, and taken back here.",
  "signed-out": (note: Note) =>
    `Not saved yet: ${"message" in note ? note.message : ""}. Sign in in another tab and come back; nothing is lost.`,
} as const;
