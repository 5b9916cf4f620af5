/** Findings of a record or of all: settled here, settled everywhere, or dismissed with a reason. */

import { counted, labelWords, make, onClick } from "../view/dom.ts";
import { type Label } from "../view/labels.ts";
import { say } from "../view/message.ts";
import { get, newId, post, wordsOf } from "../view/server.ts";

type Deed = "fix" | "fix_all" | "dismiss";

export async function openFindings(): Promise<void> {
  const scheme = get<{ labels: readonly Label[] }>("/api/scheme");
  const rows = [...document.querySelectorAll<HTMLElement>("li[data-finding]")];
  for (const row of rows) listen(row, scheme); // at once: who presses before the labels are there is heard
  const { labels } = await scheme;
  for (const row of rows) {
    const select = row.querySelector<HTMLSelectElement>("select");
    select?.append(...labels.map((label) => make("option", { value: label.name }, labelWords(label.name))));
    if (select) select.value = row.dataset["label"] ?? "";
  }
}

function listen(row: HTMLElement, scheme: Promise<unknown>): void {
  for (const button of row.querySelectorAll<HTMLElement>("button[data-deed]")) {
    onClick(button, async () => {
      await scheme;
      await settle(row, button.dataset["deed"] as Deed, row.querySelector("select")?.value || null, "");
    });
  }
  row.querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    void settle(row, "dismiss", null, row.querySelector("input")?.value ?? "");
  });
}

async function settle(row: HTMLElement, action: Deed, label: string | null, reason: string): Promise<void> {
  const { status, body } = await post<{ findings: readonly { id: string }[] }>("/api/findings/decide", {
    ids: [row.dataset["finding"]],
    record: Number(row.dataset["record"]),
    action,
    label,
    reason,
    op_id: newId(),
  });
  if (status >= 400) return say(wordsOf(body) || "The server refused.", true);
  const left = new Set(body.findings.map((finding) => finding.id));
  const rows = document.querySelectorAll<HTMLElement>(`li[data-record="${row.dataset["record"]}"]`);
  const settled = [...rows].filter((one) => !left.has(one.dataset["finding"] ?? ""));
  for (const one of settled) one.remove();
  say(`${counted(settled.length, "finding")} settled.`);
}
