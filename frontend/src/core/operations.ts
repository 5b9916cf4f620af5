/** What an annotator can do to the spans of one document, and what the spans are afterwards. */

import { changed, type Span, type Spans, type State } from "./span.ts";

export type Scope = "mention" | "record";

export type Operation =
  | { readonly kind: "add"; readonly span: string; readonly start: number; readonly end: number; readonly label: string }
  | { readonly kind: "resize"; readonly span: string; readonly start: number; readonly end: number }
  | { readonly kind: "relabel"; readonly span: string; readonly label: string }
  | { readonly kind: "delete"; readonly span: string }
  | { readonly kind: "accept"; readonly span: string; readonly scope: Scope; readonly label?: string }
  | { readonly kind: "accept_all"; readonly scope: "document" | "record" }
  | { readonly kind: "reject"; readonly span: string; readonly scope: Scope }
  | { readonly kind: "later"; readonly span: string }
  | { readonly kind: "split"; readonly span: string; readonly at: number }
  | { readonly kind: "merge"; readonly spans: readonly string[] };

/** The operation speaks of a span that is not there, or would leave one that is empty or outside of the text. */
export class Inapplicable extends Error {}

/** The spans after the operation; what the server spreads over the record comes with its answer.
 *
 * Spans that the operation does not name are the same objects as before.
 *
 * @throws Inapplicable
 */
export function applied(spans: Spans, operation: Operation, length: number): Spans {
  switch (operation.kind) {
    case "add": {
      const { span: id, start, end, label } = operation;
      return changed(spans, { set: [placed({ id, start, end, label, state: "human" }, length)], removed: [] });
    }
    case "resize": {
      const { start, end } = operation;
      return withSpan(spans, operation.span, (span) => placed({ ...span, start, end, state: "human" }, length));
    }
    case "relabel":
      return withSpan(spans, operation.span, (span) => ({ ...span, label: operation.label, state: "human" }));
    case "delete":
      known(spans, operation.span);
      return changed(spans, { set: [], removed: [operation.span] });
    case "accept_all":
      return changed(spans, { set: [...spans.values()].filter(isSuggested).map(asHuman), removed: [] });
    case "accept":
      return withSpan(spans, operation.span, (span) => asHuman({ ...span, label: operation.label ?? span.label }));
    case "reject":
    case "later":
      return withSpan(spans, operation.span, (span) => ({ ...span, state: DECIDED[operation.kind] }));
    case "split":
      return split(spans, operation.span, operation.at, length);
    case "merge":
      return merged(spans, operation.spans);
  }
}

/** The spans after all of the operations, in order. */
export function appliedAll(spans: Spans, operations: readonly Operation[], length: number): Spans {
  return operations.reduce((now, operation) => applied(now, operation, length), spans);
}

/** The same operation about a span that has another id by now. */
export function renamed(operation: Operation, ids: ReadonlyMap<string, string>): Operation {
  if (operation.kind === "accept_all") return operation;
  if (operation.kind === "merge") return { ...operation, spans: operation.spans.map((id) => ids.get(id) ?? id) };
  return { ...operation, span: ids.get(operation.span) ?? operation.span };
}

const DECIDED: Record<"reject" | "later", State> = { reject: "rejected", later: "later" };

function isSuggested(span: Span): boolean {
  return span.state === "suggested";
}

function asHuman(span: Span): Span {
  return { ...span, state: "human" };
}

function known(spans: Spans, id: string): Span {
  const span = spans.get(id);
  if (!span) throw new Inapplicable("there is no such span");
  return span;
}

function withSpan(spans: Spans, id: string, change: (span: Span) => Span): Spans {
  return changed(spans, { set: [change(known(spans, id))], removed: [] });
}

function placed(span: Span, length: number): Span {
  if (!(span.start >= 0 && span.start < span.end && span.end <= length)) {
    throw new Inapplicable("a span has at least one character and lies within its text");
  }
  return span;
}

function split(spans: Spans, id: string, at: number, length: number): Spans {
  const span = known(spans, id);
  const left = placed({ ...span, end: at, state: "human" }, length);
  const right = placed({ ...span, id: `${id}/${at}`, start: at, state: "human" }, length);
  return changed(spans, { set: [left, right], removed: [] });
}

function merged(spans: Spans, ids: readonly string[]): Spans {
  const parts = ids.map((id) => known(spans, id));
  const [first, ...others] = parts;
  if (!first || others.length === 0) throw new Inapplicable("two spans or more become one");
  const start = Math.min(...parts.map((span) => span.start));
  const end = Math.max(...parts.map((span) => span.end));
  return changed(spans, { set: [{ ...first, start, end, state: "human" }], removed: others.map((span) => span.id) });
}
