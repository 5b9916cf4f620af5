/** Whether this record is open in another window too: said before the two meet. It keeps nobody out. */

import { make, onClick, part } from "../view/dom.ts";
import { newId, pathOf, post } from "../view/server.ts";

const EVERY_MS = 60_000; // the server forgets a window after two minutes
const KEY = "maskerad.window";

/** The name of this window, the same one after loading the page again. */
function nameOfWindow(): string {
  const name = sessionStorage.getItem(KEY) ?? newId();
  sessionStorage.setItem(KEY, name);
  return name;
}

export function holdLease(record: number): void {
  const holder = nameOfWindow();
  const ask = async (take: boolean): Promise<void> => {
    try {
      const { status, body } = await post<{ by?: string }>(pathOf("api", "records", String(record), "lease"), { holder, take });
      if (status < 400) show(body.by === "another window");
    } catch {
      // the bar says already that the server does not answer
    }
  };
  const button = make("button", { type: "button" }, "Go on here");
  onClick(button, () => void ask(true));
  const show = (isElsewhere: boolean): void => {
    const words = "This record is open in another window. Nothing is lost in either. ";
    part("lease").replaceChildren(...(isElsewhere ? [words, button] : []));
  };
  void ask(false);
  setInterval(() => void ask(false), EVERY_MS);
}
