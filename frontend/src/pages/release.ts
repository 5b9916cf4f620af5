/** The leak view: the document as it would leave. What is selected there is marked in the original. */

import { part, onClick } from "../view/dom.ts";
import { Labels } from "../view/labels.ts";
import { say } from "../view/message.ts";
import { get, newId, pathOf, post, wordsOf } from "../view/server.ts";
import { type Range, TextView } from "../view/text_view.ts";
import { spansById } from "../core/span.ts";

interface Released {
  readonly text: string;
  readonly spans?: readonly { readonly start: number; readonly end: number; readonly label: string }[];
  readonly language?: string;
}

export async function openRelease(document_: number): Promise<void> {
  const data = await get<Released>(pathOf("api", "documents", String(document_), "released"));
  const view = new TextView(data.text, data.language ?? "", { sections: [], turns: [] }, new Labels([]));
  const spans = (data.spans ?? []).map((span, at) => ({ ...span, id: String(at), state: "human" as const }));
  view.draw(spansById(spans));
  part("text").replaceChildren(view.element);
  const button = part<HTMLButtonElement>("leak");
  let chosen: Range | undefined;
  document.addEventListener("selectionchange", () => {
    const range = view.selection();
    if (!range) return;
    chosen = range;
    button.disabled = false;
    part("chosen").textContent = view.points.slice(range.start, range.end);
  });
  button.addEventListener("mousedown", (event) => event.preventDefault());
  onClick(button, () => void tell(document_, chosen));
}

async function tell(document_: number, range: Range | undefined): Promise<void> {
  if (!range) return;
  const path = pathOf("api", "documents", String(document_), "leak");
  const { status, body } = await post(path, { start: range.start, end: range.end, op_id: newId() });
  if (status >= 400) return say(wordsOf(body) || "The server refused.", true);
  location.reload();
}
