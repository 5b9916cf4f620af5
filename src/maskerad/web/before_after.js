(() => {
  "use strict";
  const MOST_FOUND = 5000;
  const at = (id) => document.getElementById(id);
  const documents = [...document.querySelectorAll(".document")];
  const sides = documents.map((one) => [...one.querySelectorAll("pre")]);
  const originals = [...document.querySelectorAll("pre mark[data-why]")];
  const twins = new Map();
  for (const mark of document.querySelectorAll("mark")) {
    twins.set(mark.dataset.pair, [...(twins.get(mark.dataset.pair) || []), mark]);
  }
  const original = (mark) => twins.get(mark.dataset.pair)[0];
  const why = at("why");
  let here = null;  // the span that the Tab key comes to
  let seen = null;  // the span that was looked at last
  let ranges = [], range = -1;  // what was searched for, and which of it is looked at

  // One tab stop for all texts: only the span looked at last takes part in the order of the Tab key.
  const stopAt = (mark) => {
    if (here) here.tabIndex = -1;
    here = mark;
    if (here) here.tabIndex = 0;
  };
  const fitting = () => originals.filter((mark) => !mark.classList.contains("out") && !mark.closest("[hidden]"));

  const explain = (mark) => {
    for (const twin of document.querySelectorAll("mark.twin, mark.seen")) twin.classList.remove("twin", "seen");
    why.hidden = !mark;
    if (!mark) return;
    for (const twin of twins.get(mark.dataset.pair)) if (twin !== mark) twin.classList.add("twin");
    why.textContent = original(mark).dataset.why || mark.dataset.label;
    mark.setAttribute("aria-describedby", "why");
    const box = mark.getBoundingClientRect(), own = why.getBoundingClientRect();
    const left = Math.max(8, Math.min(box.left, document.documentElement.clientWidth - own.width - 8));
    const isRoom = box.bottom + own.height + 8 < window.innerHeight;
    why.style.left = `${left + window.scrollX}px`;
    why.style.top = `${(isRoom ? box.bottom + 6 : box.top - own.height - 6) + window.scrollY}px`;
  };

  const tell = () => {
    const marks = fitting();
    const [place, total] = ranges.length
      ? [range + 1, ranges.length] : [marks.indexOf(seen) + 1, marks.length];
    const most = total === MOST_FOUND ? "+" : "";
    const what = `${ranges.length ? "place" : "span"}${total === 1 ? "" : "s"}`;
    at("place").textContent = `${place ? `${place.toLocaleString("en")} of ` : ""}${total.toLocaleString("en")}${most} ${what}`;
    at("previous").disabled = at("next").disabled = !total;
  };

  const look = (mark, isFocused = true) => {
    if (!mark) return;
    if (isFocused) mark.focus({ preventScroll: true });
    mark.scrollIntoView({ block: "nearest" });
    explain(mark);
    mark.classList.add("seen");
    seen = original(mark);
    stopAt(mark);
    tell();
  };

  // All places of a search in a text, which lies in pieces in and between its spans.
  const places = (pre, pattern) => {
    const walker = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT), pieces = [];
    for (let start = 0; walker.nextNode(); start += walker.currentNode.length) pieces.push([start, walker.currentNode]);
    const set = (offset, isEnd) => {
      const after = pieces.findIndex(([start]) => (isEnd ? start >= offset : start > offset));
      const [start, node] = pieces[(after < 0 ? pieces.length : after) - 1];
      return [node, offset - start];
    };
    return [...pre.textContent.matchAll(pattern)].map((found) => {
      const made = new Range();
      made.setStart(...set(found.index, false));
      made.setEnd(...set(found.index + found[0].length, true));
      return made;
    });
  };

  const paint = (name, painted) => {
    if (window.CSS && CSS.highlights) CSS.highlights.set(name, new Highlight(...painted));
  };

  const show = () => {
    const shown = ranges[range];
    paint("here", shown ? [shown] : []);
    if (!shown) return;
    if (!(window.CSS && CSS.highlights)) getSelection().setBaseAndExtent(shown.startContainer, shown.startOffset, shown.endContainer, shown.endOffset);
    const box = shown.getBoundingClientRect();
    window.scrollBy(0, box.top - window.innerHeight / 2);
    explain(null);
  };

  const next = (place, by, total) => (place < 0 && by < 0 ? total - 1 : (place + by + total) % total);

  const step = (by, isFocused) => {
    const marks = fitting();
    if (ranges.length) {
      range = next(range, by, ranges.length);
      show();
      tell();
    } else if (marks.length) {
      look(marks[next(marks.indexOf(seen), by, marks.length)], isFocused);
    }
  };

  const narrow = () => {
    const label = at("label").value, wish = at("look").value, query = at("query").value;
    const pattern = query.trim() && new RegExp(query.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+"), "giu");
    const fits = (mark) => (!label || mark.dataset.label === label) && (!wish || wish in mark.dataset || mark.dataset.score < Number(wish));
    for (const mark of originals) {
      for (const twin of twins.get(mark.dataset.pair)) twin.classList.toggle("out", !fits(mark));
    }
    ranges = [];
    documents.forEach((one, i) => {
      const found = pattern ? sides[i].flatMap((pre) => places(pre, pattern)) : [];
      one.hidden = Boolean((pattern && !found.length) || ((label || wish) && !one.querySelector("mark[data-why]:not(.out)")));
      if (!one.hidden) ranges.push(...found);
    });
    ranges = ranges.slice(0, MOST_FOUND);
    range = -1;
    seen = null;
    paint("found", ranges);
    paint("here", []);
    at("none").hidden = !documents.length || documents.some((one) => !one.hidden);
    explain(null);
    stopAt(fitting()[0] || null);
    tell();
  };

  document.addEventListener("focusin", (event) => {
    const mark = event.target.closest("mark");
    if (mark) look(mark, false);
    else explain(null);
  });
  document.addEventListener("mouseover", (event) => {
    const mark = event.target.closest("pre mark:not(.out)");
    if (mark) explain(mark);
    else if (!(document.activeElement && document.activeElement.closest("mark"))) explain(null);
  });
  document.addEventListener("click", (event) => {
    const mark = event.target.closest("pre mark");
    if (mark) look(mark);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.target.closest("input[type=search], select");
    const mark = event.target.closest("mark");
    const marks = mark && fitting().map((one) => (mark.dataset.why ? one : twins.get(one.dataset.pair)[1])).filter(Boolean);
    const place = mark && marks.indexOf(mark);
    const other = mark && twins.get(mark.dataset.pair).find((twin) => twin !== mark);
    const moves = mark ? {
      ArrowRight: marks[place + 1], ArrowDown: marks[place + 1], ArrowLeft: marks[place - 1], ArrowUp: marks[place - 1],
      Home: marks[0], End: marks[marks.length - 1], Enter: other,
    } : {};
    const keys = { n: () => step(1), p: () => step(-1), "/": () => at("query").focus() };
    if (event.key === "Escape") explain(null);
    else if (event.key === "Enter" && event.target === at("query")) step(event.shiftKey ? -1 : 1);
    else if (event.key in moves) look(moves[event.key]);
    else if (!isTyping && event.key in keys) keys[event.key]();
    else return;
    event.preventDefault();
  });
  for (const id of ["query", "label", "look"]) at(id).addEventListener("input", narrow);
  at("written").addEventListener("change", (event) => document.body.classList.toggle("written", event.target.checked));
  at("previous").addEventListener("click", () => step(-1, false));
  at("next").addEventListener("click", () => step(1, false));
  narrow();
})();
