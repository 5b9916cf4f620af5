/** What the server tells about a record and its documents. */

import type { Span } from "../core/span.ts";
import type { Section, Turn } from "../view/text_view.ts";

export interface DocumentRow {
  readonly id: number;
  readonly name?: string;
  readonly date?: string | null;
  readonly state?: string;
  readonly language?: string;
  readonly n_undecided?: number;
}

export interface RecordData {
  readonly id: number;
  readonly name?: string;
  readonly documents: readonly DocumentRow[];
}

export interface Stage {
  readonly name: string;
  readonly state: string;
  readonly by?: string | null;
}

export interface Finding {
  readonly id: number | string;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly label?: string | null;
  readonly message: string;
}

export interface DocumentData {
  readonly id: number;
  readonly name?: string;
  readonly record: number;
  readonly language?: string | null;
  readonly text: string;
  readonly text_sha256: string;
  readonly version: number;
  readonly spans: readonly Span[];
  readonly sections?: readonly Section[];
  readonly turns?: readonly Turn[];
  readonly stages?: readonly Stage[];
  readonly findings?: readonly Finding[];
  /** Whether rules and model are still to look at the record. */
  readonly is_waiting?: boolean;
  readonly lease?: { readonly by?: string | null } | null;
}

export interface StringCard {
  readonly text: string;
  readonly n: number;
  readonly forms?: readonly { readonly text: string; readonly n: number }[];
  readonly labels?: readonly { readonly label: string; readonly n: number; readonly by?: string | null }[];
  readonly contexts?: readonly {
    readonly document: number;
    readonly start: number;
    readonly end: number;
    readonly before: string;
    readonly text?: string;
    readonly after: string;
  }[];
}
