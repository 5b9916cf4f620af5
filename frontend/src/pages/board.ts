/** The board: rows of records open to their documents. */

import { onClick } from "../view/dom.ts";

export function openBoard(): void {
  for (const button of document.querySelectorAll<HTMLElement>("button.fold")) {
    onClick(button, () => {
      const isOpen = button.getAttribute("aria-expanded") !== "true";
      button.setAttribute("aria-expanded", String(isOpen));
      for (const row of button.closest("tbody")?.querySelectorAll<HTMLElement>("tr.document") ?? []) row.hidden = !isOpen;
    });
  }
}
