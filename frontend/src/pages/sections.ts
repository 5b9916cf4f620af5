/** The sections of a document: tinted in the margin, with borders that can be moved, and what nothing covers in those
 * that identify as a whole. */

import { drawn, isUndecided, spansById } from "../core/span.ts";
import { make, part } from "../view/dom.ts";
import { type Label, Labels } from "../view/labels.ts";
import { say } from "../view/message.ts";
import { get, newId, pathOf, post, wordsOf } from "../view/server.ts";
import { type Section, TextView } from "../view/text_view.ts";
import type { DocumentData } from "../record/types.ts";

export async function openSections(id: number): Promise<void> {
  const [scheme, data] = await Promise.all([
    get<{ labels: readonly Label[] }>("/api/scheme"),
    get<DocumentData>(pathOf("api", "documents", String(id))),
  ]);
  draw(data, new Labels(scheme.labels));
}

function draw(data: DocumentData, labels: Labels): void {
  const sections = data.sections ?? [];
  const view = new TextView(data.text, data.language ?? "", { sections, turns: [] }, labels);
  const decided = drawn(spansById(data.spans)).filter((span) => !isUndecided(span));
  view.draw(spansById(decided));
  part("text").replaceChildren(view.element);
  const signs = [...data.text];
  const covered = new Uint8Array(signs.length);
  for (const span of decided) covered.fill(1, span.start, span.end);
  const rows = sections.map((section) => {
    const left = section.policy === "whole" ? String(nUncovered(signs, covered, section)) : "";
    const cells = [make("td", {}, section.policy ?? ""), make("td", { class: "number" }, left)];
    const row = make("tr", {}, make("th", { scope: "row" }, section.kind), ...cells);
    row.addEventListener("click", () => view.flash(section));
    return row;
  });
  document.querySelector("#section-table tbody")?.replaceChildren(...rows);
  const moved = (at: number, to: number): void => void move(data, labels, at, to);
  sections.forEach((section, at) => {
    const isAtLine = section.start === view.lineStart(section.start);
    if (at > 0 && isAtLine) view.element.append(border(view, sections, at, moved));
  });
}

/** The line between a section and the one before it: dragged, or moved by the arrow keys, from line to line. */
function border(view: TextView, sections: readonly Section[], at: number, moved: (at: number, to: number) => void): HTMLElement {
  const section = sections[at] as Section;
  const [lowest, highest] = [(sections[at - 1]?.start ?? 0) + 1, section.end - 1];
  const frame = view.element.getBoundingClientRect();
  const attributes = { class: "border", role: "separator", tabindex: "0", "aria-orientation": "horizontal" };
  const line = make("div", { ...attributes, "aria-label": `Start of ${section.kind}`, title: "Move this border" });
  const place = (point: number): void => {
    line.style.transform = `translateY(${view.topOf(point) - frame.top}px)`;
    line.setAttribute("aria-valuenow", String(point));
  };
  const inside = (point: number): number => {
    const start = view.lineStart(point);
    return start >= lowest && start <= highest ? start : section.start;
  };
  let to = section.start;
  line.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    line.setPointerCapture(event.pointerId);
  });
  line.addEventListener("pointermove", (event) => {
    if (!line.hasPointerCapture(event.pointerId)) return;
    const box = view.element.getBoundingClientRect();
    const point = view.pointAt(box.left + box.width / 2, event.clientY);
    if (point !== undefined) place((to = inside(point)));
  });
  line.addEventListener("pointerup", () => to !== section.start && moved(at, to));
  line.addEventListener("keydown", (event) => {
    const way = { ArrowUp: -1, ArrowDown: 1 }[event.code];
    if (!way) return;
    event.preventDefault();
    const next = inside(way < 0 ? section.start - 1 : view.nextLine(section.start));
    if (next !== section.start) moved(at, next);
  });
  place(section.start);
  return line;
}

async function move(data: DocumentData, labels: Labels, at: number, to: number): Promise<void> {
  const sections = (data.sections ?? []).map(({ start, end, kind }, index) => {
    if (index === at) return { start: to, end, kind };
    return index === at - 1 ? { start, end: to, kind } : { start, end, kind };
  });
  const path = pathOf("api", "documents", String(data.id), "sections");
  const { status, body } = await post<{ sections: readonly Section[] }>(path, { sections, op_id: newId() });
  if (status >= 400) {
    say(wordsOf(body) || "The server refused.", true);
    return draw(data, labels);
  }
  draw({ ...data, sections: body.sections }, labels);
  document.querySelectorAll<HTMLElement>(".border")[at - 1]?.focus();
  say("Saved.");
}

function nUncovered(signs: readonly string[], covered: Uint8Array, section: Section): number {
  let n = 0;
  for (let at = section.start; at < section.end; at++) {
    if (!covered[at] && /[\p{L}\p{N}]/u.test(signs[at] ?? "")) n++;
  }
  return n;
}
