/** Every page of the workspace loads this one file; the page says which it is. */

import { openBoard } from "./pages/board.ts";
import { openCuration } from "./pages/curation.ts";
import { openFindings } from "./pages/findings.ts";
import { sendForms } from "./pages/forms.ts";
import { openNames } from "./pages/names.ts";
import { openRelease } from "./pages/release.ts";
import { openSearch } from "./pages/search.ts";
import { openSections } from "./pages/sections.ts";
import { openRecordPage } from "./record/page.ts";
import { countActs } from "./view/acts.ts";
import { drawHelp } from "./view/help.ts";
import { say } from "./view/message.ts";
import { learnLayout } from "./view/own_keys.ts";
import { Refused } from "./view/server.ts";

type Facts = Readonly<Record<string, string | undefined>>;

const PAGES: Readonly<Record<string, (page: Facts) => Promise<void> | void>> = {
  record: (page) => openRecordPage(Number(page["record"]), page["document"] ? Number(page["document"]) : undefined),
  names: (page) => openNames(Number(page["record"])),
  board: openBoard,
  findings: openFindings,
  search: openSearch,
  sections: (page) => openSections(Number(page["document"])),
  release: (page) => openRelease(Number(page["document"])),
  curation_document: (page) => openCuration(Number(page["document"]), page["a"] ?? "", page["b"] ?? ""),
  help: async () => {
    await learnLayout();
    drawHelp(document.getElementById("help-keys") ?? document.body);
  },
};

async function open(): Promise<void> {
  sendForms();
  countActs();
  const facts = document.body.dataset;
  try {
    await PAGES[facts["page"] ?? ""]?.(facts);
  } catch (error) {
    say(error instanceof Refused ? error.message : "The server does not answer; load the page again.", true);
  }
}

void open();
