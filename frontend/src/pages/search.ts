/** Search over a record or all: hits with their context, ticked hits become one operation. */

import { takeActs } from "../view/acts.ts";
import { counted, labelWords, make, onClick, part } from "../view/dom.ts";
import { type Label } from "../view/labels.ts";
import { say } from "../view/message.ts";
import { get, newId, post, Refused, wordsOf } from "../view/server.ts";

interface Hit {
  readonly document: number;
  readonly record?: number;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly text?: string;
  readonly after: string;
  readonly label?: string | null;
}

interface Found {
  readonly hits: readonly Hit[];
  readonly next?: number | null;
}

/** More hits than anybody ticks one by one. */
const ENOUGH = 500;

/** Hits of all slices, until there are enough; the server answers in slices, so that nothing waits for long. */
async function slices(asked: object): Promise<{ hits: Hit[]; isAll: boolean }> {
  const hits: Hit[] = [];
  let after = 0;
  for (;;) {
    const { status, body } = await post<Found>("/api/search", { ...asked, after });
    if (status >= 400) throw new Refused(status, body);
    hits.push(...body.hits);
    const isAll = body.next === null || body.next === undefined;
    if (isAll || hits.length >= ENOUGH) return { hits, isAll };
    after = body.next as number;
    say(`${counted(hits.length, "hit")} so far …`);
  }
}

export async function openSearch(): Promise<void> {
  const form = part<HTMLFormElement>("search");
  const apply = part<HTMLFormElement>("apply");
  const record = Number(new URLSearchParams(location.search).get("record") ?? "") || undefined;
  const scope = form.elements.namedItem("scope") as HTMLSelectElement;
  if (record === undefined) {
    scope.value = "corpus";
    scope.querySelector('option[value="record"]')?.remove();
  }
  const scheme = get<{ labels: readonly Label[] }>("/api/scheme"); // not waited for: who presses Enter at once is heard
  let hits: readonly Hit[] = [];

  const search = async (): Promise<void> => {
    const pattern = (form.elements.namedItem("pattern") as HTMLInputElement).value;
    const asked = { pattern, scope: scope.value, ...(scope.value === "record" && record !== undefined && { record }) };
    try {
      const found = await slices(asked);
      hits = found.hits;
      part("hits").replaceChildren(...hits.map((hit, at) => item(hit, at, record)));
      apply.hidden = hits.length === 0;
      const words = found.isAll ? counted(hits.length, "hit") : `the first ${counted(hits.length, "hit")}`;
      part("n-hits").textContent = words;
      say(hits.length === 0 ? "Nothing found." : `${words}.`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      say(error.message, true);
    }
  };

  const decide = async (label: string | null): Promise<void> => {
    const ticked = [...document.querySelectorAll<HTMLInputElement>("#hits input:checked")].map((box) => {
      const { document: where, start, end } = hits[Number(box.value)] as Hit;
      return { document: where, start, end };
    });
    if (ticked.length === 0) return say("Tick at least one hit.");
    const { status, body } = await post("/api/search/apply", { hits: ticked, label, op_id: newId(), acts: takeActs() });
    if (status >= 400) return say(wordsOf(body) || "The server refused.", true);
    await search();
    say(`${counted(ticked.length, "place")}: ${label ? labelWords(label) : "not personal"}. One undo takes it back.`);
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void search();
  });
  apply.addEventListener("submit", (event) => {
    event.preventDefault();
    void decide(part<HTMLSelectElement>("labels").value);
  });
  onClick(part("refuse"), () => void decide(null));
  onClick(part("undo"), () => {
    const where = record ?? hits[0]?.record;
    void post("/api/undo", { record: where, op_id: newId() }).then(({ status, body }) =>
      status >= 400 ? say(wordsOf(body), true) : void search().then(() => say("Taken back.")),
    );
  });
  part<HTMLInputElement>("all").addEventListener("change", (event) => {
    const isTicked = (event.target as HTMLInputElement).checked;
    for (const box of document.querySelectorAll<HTMLInputElement>("#hits input")) box.checked = isTicked;
  });
  const { labels } = await scheme;
  part("labels").replaceChildren(...labels.map((label) => make("option", { value: label.name }, labelWords(label.name))));
}

function item(hit: Hit, at: number, record: number | undefined): HTMLElement {
  const box = make("input", { type: "checkbox", value: String(at), checked: true, "aria-label": "Take this hit" });
  const mark = make("mark", { class: "plain" }, hit.text ?? "");
  const where = `/record/${hit.record ?? record ?? ""}?document=${hit.document}#${hit.start}-${hit.end}`;
  const link = make("a", { href: where, class: "passage", dir: "auto" }, hit.before, mark, hit.after);
  const label = hit.label ? [make("span", { class: "chip suggested" }, labelWords(hit.label))] : [];
  return make("li", {}, box, link, ...label);
}
