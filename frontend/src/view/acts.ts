/** How many keys and clicks a decision takes: a figure for the statistics. Which ones they were is not kept. */

const MODIFIERS: ReadonlySet<string> = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock"]);
let nActs = 0;

export function countActs(): void {
  const options = { capture: true, passive: true };
  document.addEventListener("pointerdown", () => nActs++, options);
  document.addEventListener("keydown", (event) => {
    if (!event.repeat && !MODIFIERS.has(event.key)) nActs++;
  }, options);
}

/** Keys and clicks since this was asked last. */
export function takeActs(): number {
  const taken = nActs;
  nActs = 0;
  return taken;
}
