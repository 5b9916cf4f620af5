/** The name table: one decision a row, for all of its forms, over the whole record. */

import { takeActs } from "../view/acts.ts";
import { labelWords, onClick, part } from "../view/dom.ts";
import { say } from "../view/message.ts";
import { isForElement } from "../view/own_keys.ts";
import { newId, post, wordsOf } from "../view/server.ts";

export function openNames(record: number): void {
  const rows = [...document.querySelectorAll<HTMLTableRowElement>("table.names tbody tr")];
  const done: { row: HTMLTableRowElement; label: string; state: string }[] = [];

  const decide = async (row: HTMLTableRowElement, label: string): Promise<void> => {
    const spans = JSON.parse(row.dataset["of"] ?? "[]") as string[];
    const before = { row, label: row.dataset["label"] ?? "", state: row.className };
    const name = row.querySelector("[role=group]")?.getAttribute("aria-label") ?? "";
    show(row, label || before.label, label ? "human" : "rejected");
    const { status, body } = await post("/api/strings/decide", { record, spans, label: label || null, op_id: newId(), acts: takeActs() });
    if (status >= 400) {
      show(row, before.label, before.state);
      return say(wordsOf(body) || "The server refused.", true);
    }
    done.push(before);
    say(label ? `${name}: ${labelWords(label)}.` : `${name}: not personal.`);
  };

  const undo = async (): Promise<void> => {
    const last = done.pop();
    const { status, body } = await post("/api/undo", { record, op_id: newId() });
    if (status >= 400) return say(wordsOf(body) || "There is nothing to undo.", true);
    if (!last) return location.reload();
    show(last.row, last.label, last.state);
    last.row.focus();
    say("Taken back.");
  };

  for (const row of rows) {
    for (const button of row.querySelectorAll<HTMLElement>("[data-decide]")) {
      onClick(button, () => void decide(row, button.dataset["decide"] ?? ""));
    }
  }
  onClick(part("undo"), () => void undo());
  document.addEventListener("keydown", (event) => {
    if (isForElement(event) || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const row = document.activeElement?.closest<HTMLTableRowElement>("table.names tbody tr") ?? undefined;
    if (event.code === "KeyJ" || event.code === "KeyK") {
      rows[(row ? rows.indexOf(row) : -1) + (event.code === "KeyJ" ? 1 : -1)]?.focus();
      return event.preventDefault();
    }
    if (event.repeat) return;
    if (event.code === "KeyU") void undo();
    const button = row?.querySelector<HTMLElement>(`[data-key="${event.code}"]`);
    if (!row || !button) return;
    event.preventDefault();
    button.click();
    rows[rows.indexOf(row) + 1]?.focus();
  });
}

function show(row: HTMLTableRowElement, label: string, state: string): void {
  row.className = state;
  row.dataset["label"] = label;
  const chip = row.querySelector<HTMLElement>(".chip");
  if (!chip) return;
  chip.textContent = state === "rejected" ? "Not personal" : labelWords(label);
  chip.className = `chip ${state}`;
  chip.dataset["chip"] = label;
}
