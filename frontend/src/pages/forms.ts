/** Forms that send what they hold as JSON: `data-post` says where, `data-then` what happens to the page afterwards. */

import { say } from "../view/message.ts";
import { newId, post, wordsOf } from "../view/server.ts";

export function sendForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-post]")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void send(form);
    });
  }
}

async function send(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector("button");
  if (button) button.disabled = true;
  try {
    const { status, body } = await post<Written>(form.dataset["post"] ?? "", { ...fieldsOf(form), op_id: newId() });
    if (status >= 400) return say(wordsOf(body) || `The server refused (${status}).`, true);
    then(form, body);
  } catch {
    say("The server does not answer. Nothing was sent.", true);
  } finally {
    if (button) button.disabled = false;
  }
}

function then(form: HTMLFormElement, written: Written | undefined): void {
  if (form.dataset["then"] === "reload") location.reload();
  else if (form.dataset["then"] === "remove") form.closest("li, tr")?.remove();
  const losses = (written?.losses ?? []).map((loss) => ` Not expressed: ${loss}.`).join("");
  say(written?.path ? `Written to ${written.path} in the folder of the project.${losses}` : "Done.");
}

type Field = string | number | boolean;
type Input = HTMLInputElement | HTMLSelectElement;

/** What an export answers. */
interface Written {
  readonly path?: string;
  readonly losses?: readonly string[];
}

/** What a form holds, by the types of its inputs; a hidden one with `data-flag` is true or false. */
function fieldsOf(form: HTMLFormElement): Record<string, Field> {
  const inputs = [...form.elements].filter((one): one is Input => one instanceof HTMLInputElement || one instanceof HTMLSelectElement);
  return Object.fromEntries(inputs.filter((input) => input.name !== "").map((input) => [input.name, valueOf(input)]));
}

function valueOf(input: Input): Field {
  if (input.dataset["flag"] !== undefined) return input.value === "true";
  return input.type === "number" ? Number(input.value) : input.value;
}
