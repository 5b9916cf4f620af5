/** Stages of a document: what is passed, and passing the next. */

import { counted, make, part } from "../view/dom.ts";
import { say } from "../view/message.ts";
import { newId, pathOf, post, wordsOf } from "../view/server.ts";
import type { DocumentData, Finding, Stage } from "./types.ts";

export function isDone(stage: Stage): boolean {
  return stage.state === "done";
}

export function showStages(stages: readonly Stage[]): void {
  const items = stages.map((stage) => {
    const words = isDone(stage) ? `${stage.name}, finished${stage.by ? ` by ${stage.by}` : ""}` : stage.name;
    return make("li", { class: isDone(stage) ? "done" : "" }, words);
  });
  part("stages").replaceChildren(...items);
}

/** What became of an attempt: the stages where it was let through, the findings that hold it back where not. */
export interface Attempt {
  readonly stages?: readonly Stage[];
  readonly findings?: readonly Finding[];
}

/** Tries to finish the first stage that is open, and says why where that cannot be. */
export async function finishStage(document: DocumentData): Promise<Attempt> {
  const stage = (document.stages ?? []).find((one) => !isDone(one));
  if (!stage) {
    say("Every stage of this document is finished.");
    return {};
  }
  const path = pathOf("api", "documents", String(document.id), "finish");
  const { status, body } = await post<Attempt>(path, { stage: stage.name, op_id: newId() });
  if (status === 200) return { stages: body.stages ?? [] };
  const n = body?.findings?.length ?? 0;
  say(n > 0 ? `Not finished: ${counted(n, "question")} first, at the right.` : wordsOf(body), true);
  return body?.findings ? { findings: body.findings } : {};
}
