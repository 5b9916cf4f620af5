/** Findings of the document before the eyes: each leads to its place, or is dismissed with a reason. */

import { make, onClick } from "../view/dom.ts";
import { say } from "../view/message.ts";
import { newId, pathOf, post, wordsOf } from "../view/server.ts";
import type { DocumentData, Finding } from "./types.ts";

/** What is not decided shows in the text itself. */
const SHOWN_IN_TEXT = "undecided";

export function showFindings(list: HTMLElement, document: DocumentData, go: (finding: Finding) => void): void {
  const findings = (document.findings ?? []).filter((finding) => finding.kind !== SHOWN_IN_TEXT);
  const items = findings.map((finding) => item(document, finding, go));
  const none = make("li", { class: "quiet" }, "None in this document.");
  list.replaceChildren(...(items.length > 0 ? items : [none]));
}

function item(document: DocumentData, finding: Finding, go: (finding: Finding) => void): HTMLElement {
  const button = make("button", { type: "button", class: "finding" });
  const signs = [...document.text].slice(finding.start, finding.end).join("");
  button.append(make("q", { dir: "auto" }, signs), ` ${finding.message}`);
  onClick(button, () => go(finding));
  const away = make("button", { type: "button", class: "link" }, "dismiss");
  const row = make("li", {}, button, away);
  onClick(away, () => row.replaceChildren(button, reason(document, finding, row)));
  return row;
}

/** Reasons that are one click, one key; any other is typed. */
const REASONS = ["No identifier", "Right as it is"];

function reason(document: DocumentData, finding: Finding, row: HTMLElement): HTMLElement {
  const leave = (why: string): void => void dismiss(document.id, finding, why).then((isDone) => isDone && settle(row));
  const usual = REASONS.map((why) => {
    const button = make("button", { type: "button" }, why);
    onClick(button, () => leave(why));
    return button;
  });
  const input = make("input", { type: "text", required: true, maxlength: "200", placeholder: "why", "aria-label": "Why" });
  const form = make("form", { class: "inline" }, ...usual, input, make("button", {}, "Dismiss"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    leave(input.value);
  });
  setTimeout(() => usual[0]?.focus());
  return form;
}

/** Takes a finding away, and leads the eyes and keys to the next one, or back to the text. */
function settle(row: HTMLElement): void {
  const next = row.nextElementSibling?.querySelector("button") ?? document.querySelector<HTMLElement>(".text");
  row.remove();
  next?.focus({ preventScroll: true });
}

async function dismiss(document: number, finding: Finding, why: string): Promise<boolean> {
  const path = pathOf("api", "documents", String(document), "findings", String(finding.id), "dismiss");
  const { status, body } = await post(path, { reason: why, op_id: newId() });
  if (status >= 400) say(wordsOf(body) || "The server refused.", true);
  return status < 400;
}
