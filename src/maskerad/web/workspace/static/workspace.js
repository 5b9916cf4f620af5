"use strict";
(() => {
  // src/view/dom.ts
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === true) element.setAttribute(name, "");
      else if (typeof value === "string") element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  }
  function part(id) {
    const element = document.getElementById(id);
    if (!element) throw new Error(`the page has no part ${id}`);
    return element;
  }
  function onClick(element, does) {
    element.addEventListener("click", does);
  }
  function onPress(button, does) {
    onClick(button, does);
    button.disabled = false;
  }
  function labelWords(label) {
    const words = label.replaceAll("_", " ").toLowerCase();
    return SHORT[label] ?? words.charAt(0).toUpperCase() + words.slice(1);
  }
  var SHORT = { ID: "ID", IP: "IP", URL: "URL", OTHER_PHI: "Other" };
  function counted(n, one, many = `${one}s`) {
    return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
  }

  // src/pages/board.ts
  function openBoard() {
    for (const button of document.querySelectorAll("button.fold")) {
      onClick(button, () => {
        const isOpen = button.getAttribute("aria-expanded") !== "true";
        button.setAttribute("aria-expanded", String(isOpen));
        for (const row of button.closest("tbody")?.querySelectorAll("tr.document") ?? []) row.hidden = !isOpen;
      });
    }
  }

  // src/core/span.ts
  function spansById(spans) {
    return new Map([...spans].map((span) => [span.id, span]));
  }
  function drawn(spans) {
    return [...spans.values()].filter((span) => span.state !== "rejected").sort(byPlace);
  }
  function byPlace(a, b) {
    return a.start - b.start || b.end - a.end || (a.id < b.id ? -1 : 1);
  }
  function isUndecided(span) {
    return span.state === "suggested" || span.state === "weak" || span.state === "later";
  }
  function changed(spans, change) {
    const after = new Map(spans);
    for (const id of change.removed) after.delete(id);
    for (const span of change.set) after.set(span.id, span);
    return after;
  }
  function difference(from, to) {
    const set = [...to.values()].filter((span) => !isSame(from.get(span.id), span));
    const removed = [...from.keys()].filter((id) => !to.has(id));
    return { set, removed };
  }
  function isSame(a, b) {
    return a === b || a !== void 0 && FIELDS.every((field) => a[field] === b[field]);
  }
  var FIELDS = ["id", "start", "end", "label", "state", "source", "score", "entity", "by", "at"];

  // src/view/labels.ts
  var HUES = ["person", "place", "care", "time", "contact", "number", "other"];
  var DIGITS = "1234567890";
  var BY_LABEL = {
    PERSON: "person",
    INITIALS: "person",
    USERNAME: "person",
    LOCATION: "place",
    HOSPITAL: "care",
    ORGANIZATION: "care",
    DATE: "time",
    TIME: "time",
    AGE: "time",
    PHONE: "contact",
    EMAIL: "contact",
    URL: "contact",
    IP: "contact",
    ID: "number"
  };
  var Labels = class {
    constructor(all) {
      this.all = all;
      this.byName = new Map(all.map((label) => [label.name, label]));
    }
    all;
    byName;
    /** Labels of one hue together, in the order of the scheme. */
    families() {
      const families = /* @__PURE__ */ new Map();
      for (const label of this.all) {
        const hue = this.hue(label.name);
        families.set(hue, [...families.get(hue) ?? [], label]);
      }
      return [...families].map(([hue, labels]) => ({ hue, labels }));
    }
    hue(name) {
      for (let label = this.byName.get(name); label; label = this.byName.get(label.parent ?? "")) {
        const hue = HUES.find((one) => one === label?.colour) ?? BY_LABEL[label.name];
        if (hue) return hue;
      }
      return "other";
    }
    /** The label of the nth digit, from 0 for "1" to 9 for "0". */
    ofDigit(at2) {
      return this.all.find((label) => label.key === DIGITS[at2]);
    }
    /** Labels that the typed letters fit, those that begin so first. */
    fitting(typed) {
      const asked = typed.trim().toLowerCase().replaceAll(" ", "_");
      const fits = this.all.filter((label) => label.name.toLowerCase().includes(asked));
      return fits.sort((a, b) => Number(startsSo(b, asked)) - Number(startsSo(a, asked)));
    }
  };
  function startsSo(label, asked) {
    return label.name.toLowerCase().startsWith(asked);
  }

  // src/view/message.ts
  function say(words, isAlarm = false) {
    const line = document.getElementById("message");
    if (!line) return;
    line.textContent = words;
    line.classList.toggle("alarm", isAlarm);
  }

  // src/core/keys.ts
  var DIGITS2 = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];
  var COMMANDS = [
    { name: "next-undecided", keys: ["KeyJ"], words: "next undecided", group: "Move", repeats: true },
    { name: "previous-undecided", keys: ["KeyK"], words: "previous undecided", group: "Move", repeats: true },
    { name: "previous-span", keys: ["KeyH"], words: "previous span", group: "Move", repeats: true },
    { name: "next-span", keys: ["KeyL"], words: "next span", group: "Move", repeats: true },
    { name: "next-word", keys: ["ArrowRight"], words: "choose the next word", group: "Move", repeats: true },
    { name: "previous-word", keys: ["ArrowLeft"], words: "choose the previous word", group: "Move", repeats: true },
    { name: "more-words", keys: ["Shift+ArrowRight"], words: "one word more", group: "Move", repeats: true },
    { name: "fewer-words", keys: ["Shift+ArrowLeft"], words: "one word less", group: "Move", repeats: true },
    { name: "next-document", keys: ["KeyN"], words: "next document", group: "Move" },
    { name: "previous-document", keys: ["Shift+KeyN"], words: "previous document", group: "Move" },
    ...DIGITS2.map((digit, at2) => ({
      name: `label-${at2}`,
      keys: [`Digit${digit}`, `Numpad${digit}`],
      words: `label ${digit} of the palette, suggested over the record`,
      group: "Decide"
    })),
    ...DIGITS2.map((digit, at2) => ({
      name: `label-all-${at2}`,
      keys: [`Shift+Digit${digit}`],
      words: `label ${digit} for all that read the same`,
      group: "Decide"
    })),
    { name: "accept", keys: ["KeyA", "Enter"], words: "accept as shown", group: "Decide" },
    { name: "reject", keys: ["KeyX"], words: "not personal here", group: "Decide" },
    { name: "reject-record", keys: ["Shift+KeyX"], words: "not personal in this record", group: "Decide" },
    { name: "later", keys: ["Space"], words: "later", group: "Decide" },
    { name: "retag", keys: ["KeyR"], words: "another label, by typing", group: "Decide" },
    { name: "delete", keys: ["Delete", "Backspace"], words: "delete the span", group: "Decide" },
    { name: "start-left", keys: ["KeyQ"], words: "start one word to the left", group: "Borders", repeats: true },
    { name: "start-right", keys: ["KeyW"], words: "start one word to the right", group: "Borders", repeats: true },
    { name: "end-left", keys: ["KeyO"], words: "end one word to the left", group: "Borders", repeats: true },
    { name: "end-right", keys: ["KeyP"], words: "end one word to the right", group: "Borders", repeats: true },
    { name: "start-left-sign", keys: ["Shift+KeyQ"], words: "start one sign to the left", group: "Borders", repeats: true },
    { name: "start-right-sign", keys: ["Shift+KeyW"], words: "start one sign to the right", group: "Borders", repeats: true },
    { name: "end-left-sign", keys: ["Shift+KeyO"], words: "end one sign to the left", group: "Borders", repeats: true },
    { name: "end-right-sign", keys: ["Shift+KeyP"], words: "end one sign to the right", group: "Borders", repeats: true },
    { name: "trim", keys: ["KeyT"], words: "trim blanks and signs from the edges", group: "Borders" },
    { name: "split", keys: ["KeyS"], words: "split in two", group: "Borders" },
    { name: "merge", keys: ["KeyM"], words: "merge with the next span", group: "Borders" },
    { name: "card", keys: ["KeyF"], words: "string card: how this string was tagged", group: "Look" },
    { name: "search", keys: ["Slash"], words: "search", group: "Look" },
    { name: "suggestions", keys: ["KeyV"], words: "suggestions on or off", group: "Look" },
    { name: "leak-view", keys: ["KeyB"], words: "the document as it would leave", group: "Look" },
    { name: "help", keys: ["Shift+Slash", "F1"], words: "these keys", group: "Look" },
    { name: "undo", keys: ["KeyU", "Ctrl+KeyZ"], words: "undo", group: "Undo and finish" },
    { name: "redo", keys: ["Shift+KeyU", "Ctrl+Shift+KeyZ"], words: "redo", group: "Undo and finish" },
    { name: "finish", keys: ["Ctrl+Enter"], words: "finish the stage", group: "Undo and finish" },
    { name: "away", keys: ["Escape"], words: "back to the text", group: "Undo and finish" }
  ];
  function keyMap(own = {}) {
    const map = /* @__PURE__ */ new Map();
    for (const command of COMMANDS) for (const chord of own[command.name] ?? []) map.set(chord, command.name);
    for (const command of COMMANDS) {
      if (own[command.name]) continue;
      for (const chord of command.keys) if (!map.has(chord)) map.set(chord, command.name);
    }
    return map;
  }
  function chordOf(press) {
    const held = [press.ctrlKey || press.metaKey ? "Ctrl" : "", press.altKey ? "Alt" : "", press.shiftKey ? "Shift" : ""];
    return [...held.filter(Boolean), press.code].join("+");
  }
  function commandFor(press, map) {
    if (press.isComposing || press.code === "" || press.key === "Process") return void 0;
    const name = map.get(chordOf(press)) ?? (press.ctrlKey || press.metaKey ? void 0 : BY_SIGN[press.key]);
    const command = COMMANDS.find((one) => one.name === name);
    return command && press.repeat && !command.repeats ? void 0 : command;
  }
  var BY_SIGN = { "?": "help", "/": "search" };
  function takenBy(chord, name, map) {
    const owner = map.get(chord);
    return owner === name ? void 0 : owner;
  }
  function chordWords(chord, layout2) {
    const parts = chord.split("+");
    const code = parts.pop() ?? "";
    const sign = layout2?.get(code)?.toUpperCase() ?? SIGNS[code] ?? code.replace(/^(Key|Digit|Arrow)/, "");
    return [...parts, sign.replace(/^Numpad/, "Num ")].join("+");
  }
  var SIGNS = {
    ArrowLeft: "←",
    ArrowRight: "→",
    Slash: "/",
    Delete: "Del",
    Escape: "Esc"
  };

  // src/view/own_keys.ts
  var KEY = "maskerad.keys";
  function ownKeys() {
    try {
      return JSON.parse(localStorage.getItem(KEY) ?? "{}");
    } catch {
      return {};
    }
  }
  function keepOwnKeys(own) {
    localStorage.setItem(KEY, JSON.stringify(own));
    known = void 0;
  }
  var known;
  function currentKeys() {
    known ??= keyMap(ownKeys());
    return known;
  }
  function keyOf(command) {
    const chord = ownKeys()[command]?.[0] ?? COMMANDS.find((one) => one.name === command)?.keys[0] ?? "";
    return chordWords(chord, layout);
  }
  var layout;
  async function learnLayout() {
    const keyboard = navigator.keyboard;
    try {
      layout = await keyboard?.getLayoutMap?.();
    } catch {
      layout = void 0;
    }
  }
  function layoutOfKeys() {
    return layout;
  }
  function isForElement(event) {
    const target = event.target;
    if (document.querySelector("dialog[open]")) return true;
    if (!(target instanceof HTMLElement)) return false;
    if (target.isContentEditable || target.closest("input, textarea, select")) return true;
    const isButton = target.closest("button, a, summary") !== null;
    return isButton && (event.code === "Enter" || event.code === "Space") && !event.ctrlKey;
  }

  // src/view/server.ts
  async function get(path) {
    const answer = await fetch(path, { headers: { Accept: "application/json" } });
    const body = await bodyOf(answer);
    if (!answer.ok) throw new Refused(answer.status, body);
    return body;
  }
  async function post(path, body) {
    const token = document.querySelector('meta[name="csrf"]')?.content ?? "";
    const headers = { "Content-Type": "application/json", Accept: "application/json", "X-CSRF-Token": token };
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await bodyOf(answer) };
  }
  var Refused = class extends Error {
    status;
    constructor(status, body) {
      super(wordsOf(body) || `the server answered ${status}`);
      this.status = status;
    }
  };
  function wordsOf(body) {
    const { message, detail } = body ?? {};
    return typeof message === "string" ? message : typeof detail?.message === "string" ? detail.message : "";
  }
  function newId() {
    if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] ?? 0) & 15 | 64;
    bytes[8] = (bytes[8] ?? 0) & 63 | 128;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }
  function pathOf(...parts) {
    return `/${parts.map(encodeURIComponent).join("/")}`;
  }
  async function bodyOf(answer) {
    const isJson = (answer.headers.get("Content-Type") ?? "").includes("json");
    return isJson ? answer.json() : void 0;
  }

  // src/core/boundaries.ts
  var WINDOW_UNITS = 600;
  var Boundaries = class {
    points;
    words;
    graphemes;
    constructor(points, language) {
      this.points = points;
      const locale = supported(language);
      this.words = new Intl.Segmenter(locale, { granularity: "word" });
      this.graphemes = new Intl.Segmenter(locale, { granularity: "grapheme" });
    }
    /** Where the next start of a word (or grapheme) is; the same offset where there is none. */
    start(from, way, step) {
      const starts = this.pieces(from, step).map((piece) => piece.start);
      return way < 0 ? starts.findLast((at2) => at2 < from) ?? from : starts.find((at2) => at2 > from) ?? from;
    }
    /** Where the next end of a word (or grapheme) is; the same offset where there is none. */
    end(from, way, step) {
      const ends = this.pieces(from, step).map((piece) => piece.end);
      return way < 0 ? ends.findLast((at2) => at2 < from) ?? from : ends.find((at2) => at2 > from) ?? from;
    }
    /** The offset, or the start of the grapheme that it would cut in two. */
    outsideGrapheme(at2) {
      const within = this.pieces(at2, "grapheme").find((piece) => piece.start < at2 && at2 < piece.end);
      return within ? within.start : at2;
    }
    /** The word at an offset, or the next one; undefined behind the last. */
    wordAt(at2) {
      return this.pieces(at2, "word").find((piece) => piece.end > at2);
    }
    /** The span without blanks and signs at its edges; unchanged where nothing else is in it. */
    trimmed(start, end) {
      const text = this.points.slice(start, end);
      const before = /^[^\p{L}\p{N}\p{M}]+/u.exec(text)?.[0] ?? "";
      if (before.length === text.length) return { start, end };
      const behind = /[^\p{L}\p{N}\p{M}]+$/u.exec(text)?.[0] ?? "";
      return { start: start + [...before].length, end: end - [...behind].length };
    }
    pieces(at2, step) {
      const middle = this.points.toUnit(at2);
      const from = this.points.toUnit(this.points.toPoint(Math.max(0, middle - WINDOW_UNITS)));
      const text = this.points.text.slice(from, middle + WINDOW_UNITS);
      const segmenter = step === "word" ? this.words : this.graphemes;
      const pieces = [];
      for (const { segment, index, isWordLike } of segmenter.segment(text)) {
        if (step === "word" && !isWordLike) continue;
        const start = this.points.toPoint(from + index);
        pieces.push({ start, end: this.points.toPoint(from + index + segment.length) });
      }
      return pieces;
    }
  };
  function supported(language) {
    try {
      return Intl.Segmenter.supportedLocalesOf([language])[0];
    } catch {
      return void 0;
    }
  }

  // src/core/code_points.ts
  var CodePoints = class {
    text;
    /** How many code points the text has. */
    length;
    /** Code-point offsets of the characters that take two units, in order. */
    wide = [];
    constructor(text) {
      this.text = text;
      for (let unit = 0; unit < text.length; unit++) {
        if (!isPair(text, unit)) continue;
        this.wide.push(unit - this.wide.length);
        unit++;
      }
      this.length = text.length - this.wide.length;
    }
    /** Unit offset of a code point; offsets outside the text are brought to its ends. */
    toUnit(point) {
      const inside = Math.min(Math.max(point, 0), this.length);
      return inside + this.nWideBefore(inside);
    }
    /** Code-point offset of a unit; the middle of a pair counts as its start. */
    toPoint(unit) {
      const inside = Math.min(Math.max(unit, 0), this.text.length);
      let low = 0;
      let high = this.wide.length;
      while (low < high) {
        const middle = low + high >> 1;
        if ((this.wide[middle] ?? 0) + middle < inside) low = middle + 1;
        else high = middle;
      }
      return inside - low;
    }
    slice(start, end) {
      return this.text.slice(this.toUnit(start), this.toUnit(end));
    }
    nWideBefore(point) {
      let low = 0;
      let high = this.wide.length;
      while (low < high) {
        const middle = low + high >> 1;
        if ((this.wide[middle] ?? 0) < point) low = middle + 1;
        else high = middle;
      }
      return low;
    }
  };
  function isPair(text, unit) {
    const first = text.charCodeAt(unit);
    if (first < 55296 || first > 56319) return false;
    const second = text.charCodeAt(unit + 1);
    return second >= 56320 && second <= 57343;
  }

  // src/core/lines.ts
  function linesOf(points) {
    const lines = [];
    const ends = /\r\n|\n|\r/g;
    let from = 0;
    for (const found of points.text.matchAll(ends)) {
      lines.push({ start: points.toPoint(from), end: points.toPoint(found.index) });
      from = found.index + found[0].length;
    }
    lines.push({ start: points.toPoint(from), end: points.length });
    return lines;
  }
  function lineAt(lines, point) {
    let low = 0;
    let high = lines.length - 1;
    while (low < high) {
      const middle = low + high + 1 >> 1;
      if ((lines[middle]?.start ?? 0) <= point) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  // src/core/segments.ts
  function segmentsOf(line, spans) {
    const cuts = /* @__PURE__ */ new Set([line.start, line.end]);
    for (const span of spans) {
      cuts.add(Math.max(span.start, line.start));
      cuts.add(Math.min(span.end, line.end));
    }
    const places = [...cuts].filter((at2) => at2 >= line.start && at2 <= line.end).sort((a, b) => a - b);
    const segments = [];
    let open2 = [];
    let next = 0;
    for (let i = 0; i + 1 < places.length; i++) {
      const start = places[i];
      const end = places[i + 1];
      const kept = open2.filter((span) => span.end > start);
      while (next < spans.length && spans[next].start <= start) {
        const span = spans[next++];
        if (span.end > start) kept.push(span);
      }
      open2 = kept;
      segments.push({ start, end, spans: [...open2].sort(longestFirst) });
    }
    return segments;
  }
  function spansByLine(lines, spans) {
    const rows = lines.map(() => []);
    let first = 0;
    for (const span of spans) {
      while (first + 1 < lines.length && lines[first + 1].start <= span.start) first++;
      for (let at2 = first; at2 < lines.length && (at2 === first || lines[at2].start < span.end); at2++) {
        rows[at2]?.push(span);
      }
    }
    return rows;
  }
  function longestFirst(a, b) {
    return b.end - b.start - (a.end - a.start) || a.start - b.start || (a.id < b.id ? -1 : 1);
  }

  // src/view/text_view.ts
  var [LONG_LINES, LEAF_LINES, MEASURE_CHARS, LINE_EM] = [300, 40, 78, 1.8];
  var QUIET = /* @__PURE__ */ new Set(["heading", "speaker", "turn"]);
  var TextView = class {
    constructor(text, language, margin, labels) {
      this.labels = labels;
      this.points = new CodePoints(text);
      this.boundaries = new Boundaries(this.points, language);
      this.lines = linesOf(this.points);
      const direction = { class: "text", lang: language, "aria-label": "Text of the document", role: "document" };
      this.element = make("div", { ...direction, tabindex: "0", translate: "no", spellcheck: "false" });
      this.wholes = this.lines.map(() => []);
      for (const line of this.lines) this.rows.push(make("div", { class: "line", dir: "auto" }, this.lineText(line)));
      this.drawMargin(margin);
      this.element.append(...this.leaves());
    }
    labels;
    points;
    boundaries;
    element;
    lines;
    rows = [];
    /** Of each line, the pieces that identify as a whole. */
    wholes;
    shown = [];
    focused;
    marked = [];
    /** Draws the spans; lines whose spans are the same objects as before stay as they are. */
    draw(spans) {
      const rows = spansByLine(this.lines, drawn(spans));
      rows.forEach((row, at2) => {
        const isFirst = this.shown.length === 0 && row.length === 0 && this.wholes[at2]?.length === 0;
        if (!isFirst && !isSameRow(this.shown[at2], row)) this.drawLine(at2, row);
      });
      this.shown = rows;
      this.focus(this.focused);
    }
    /** Shows which span has the focus; undefined for none. */
    focus(id) {
      this.focused = id;
      for (const mark of this.marked) mark.classList.remove("focused");
      this.marked = id === void 0 ? [] : this.marksOf(id);
      for (const mark of this.marked) mark.classList.add("focused");
    }
    /** Marks over a range for a moment, for example a finding that has no span. */
    flash(range) {
      this.select(range);
      this.reveal(range.start);
    }
    marksOf(id) {
      const found = [];
      this.shown.forEach((row, at2) => {
        if (!row.some((span) => span.id === id)) return;
        for (const mark of this.rows[at2]?.querySelectorAll("mark") ?? []) {
          if ((mark.dataset["spans"] ?? "").split(" ").includes(id)) found.push(mark);
        }
      });
      return found;
    }
    /** Brings a place into view, with lines around it, and moves nothing when it is in view. */
    reveal(point) {
      this.rows[lineAt(this.lines, point)]?.scrollIntoView({ block: "nearest" });
      const rect = this.rects({ start: point, end: Math.min(point + 1, this.points.length) })[0];
      if (!rect) return;
      const [top, bottom] = [140, window.innerHeight - 140];
      if (rect.top < top || rect.bottom > bottom) window.scrollBy({ top: rect.top - window.innerHeight * 0.38 });
    }
    /** Where a range is on the screen, one rectangle a piece of line. */
    rects(range) {
      const place = document.createRange();
      place.setStart(...this.nodeAt(range.start));
      place.setEnd(...this.nodeAt(range.end, true));
      return [...place.getClientRects()].filter((rect) => rect.height > 0);
    }
    /** The code point under a place of the screen; undefined outside of the text. */
    pointAt(x, y) {
      const found = document.caretPositionFromPoint?.(x, y);
      if (found) return this.pointOf(found.offsetNode, found.offset);
      const range = document.caretRangeFromPoint?.(x, y);
      return range ? this.pointOf(range.startContainer, range.startOffset) : void 0;
    }
    /** Where the line of an offset starts. */
    lineStart(point) {
      return this.lines[lineAt(this.lines, point)]?.start ?? 0;
    }
    /** Where the line behind that of an offset starts; the end of the text behind the last. */
    nextLine(point) {
      return this.lines[lineAt(this.lines, point) + 1]?.start ?? this.points.length;
    }
    /** Upper edge of the line of an offset, on the screen. */
    topOf(point) {
      return this.rows[lineAt(this.lines, point)]?.getBoundingClientRect().top ?? 0;
    }
    /** Spans under an offset, the shortest first. */
    spansAt(point) {
      const row = this.shown[lineAt(this.lines, point)] ?? [];
      const over = row.filter((span) => span.start <= point && point < span.end);
      return over.sort((a, b) => a.end - a.start - (b.end - b.start));
    }
    /** What is selected in this text; undefined when nothing is. */
    selection() {
      const selection = document.getSelection();
      if (!selection || selection.isCollapsed || selection.rangeCount === 0) return void 0;
      const range = selection.getRangeAt(0);
      const start = this.pointOf(range.startContainer, range.startOffset);
      const end = this.pointOf(range.endContainer, range.endOffset);
      return start === void 0 || end === void 0 || start >= end ? void 0 : { start, end };
    }
    select(range) {
      const [start, end] = [this.nodeAt(range.start), this.nodeAt(range.end, true)];
      document.getSelection()?.setBaseAndExtent(start[0], start[1], end[0], end[1]);
    }
    /** A long text in leaves of some lines, which the browser lays out only where they are seen. */
    leaves() {
      if (this.rows.length < LONG_LINES) return this.rows;
      const leaves = [];
      for (let from = 0; from < this.rows.length; from += LEAF_LINES) {
        const lines = this.lines.slice(from, from + LEAF_LINES);
        const leaf = make("div", { class: "leaf" }, ...this.rows.slice(from, from + LEAF_LINES));
        const nShown = lines.reduce((n, line) => n + Math.max(1, Math.ceil((line.end - line.start) / MEASURE_CHARS)), 0);
        leaf.style.containIntrinsicBlockSize = `auto ${(nShown * LINE_EM).toFixed(1)}em`;
        leaves.push(leaf);
      }
      return leaves;
    }
    drawLine(at2, spans) {
      const line = this.lines[at2];
      const pieces = segmentsOf(line, spans).flatMap((segment) => {
        const text = this.points.slice(segment.start, segment.end);
        if (segment.spans.length > 0) return [this.mark(text, segment.start, segment.end, segment.spans)];
        return this.plain(segment, this.wholes[at2] ?? []);
      });
      this.rows[at2]?.replaceChildren(...line.start === line.end ? [make("br")] : pieces);
    }
    /** Text that nothing covers, hatched where it should be covered. */
    plain(piece, wholes) {
      const parts = [];
      let from = piece.start;
      for (const whole of wholes) {
        const [start, end] = [Math.max(from, whole.start), Math.min(piece.end, whole.end)];
        if (start >= end) continue;
        parts.push(this.points.slice(from, start), make("span", { class: "uncovered" }, this.points.slice(start, end)));
        from = end;
      }
      return [...parts, this.points.slice(from, piece.end)].filter((part2) => part2 !== "");
    }
    mark(text, start, end, spans) {
      const top = spans.at(-1);
      const classes = [top.state, `hue-${this.labels.hue(top.label)}`];
      if (spans.length > 1) classes.push("stacked");
      if (top.start < start) classes.push("goes-on-before");
      if (top.end > end) classes.push("goes-on-behind");
      const ids = spans.map((span) => span.id).join(" ");
      return make("mark", { class: classes.join(" "), "data-spans": ids, "data-label": top.label }, text);
    }
    lineText(line) {
      return line.start === line.end ? make("br") : this.points.slice(line.start, line.end);
    }
    drawMargin({ sections, turns }) {
      this.element.classList.toggle("has-sections", sections.length > 0);
      for (const section of sections) {
        const [first, last] = this.touched(section);
        for (let at2 = first; at2 <= last; at2++) {
          this.rows[at2]?.classList.add("in-section", `section-${section.kind.replace(/[^a-z]/g, "")}`);
          if (section.policy === "whole") this.wholes[at2]?.push(section);
        }
        const row = this.rows[first];
        const named = row?.dataset["section"];
        const isNews = named === void 0 || named === "body";
        if (row && !QUIET.has(section.kind) && isNews) row.setAttribute("data-section", section.kind);
      }
      let speaker = "";
      for (const turn of turns) {
        const [first] = this.touched(turn);
        this.rows[first]?.classList.add("turn");
        if (turn.speaker && turn.speaker !== speaker) this.rows[first]?.classList.add("other-speaker");
        speaker = turn.speaker ?? "";
      }
    }
    touched(range) {
      return [lineAt(this.lines, range.start), lineAt(this.lines, Math.max(range.start, range.end - 1))];
    }
    /** The node and unit offset of a code point; at the border of two pieces the one behind, or the one before it. */
    nodeAt(point, isEnd = false) {
      const at2 = lineAt(this.lines, isEnd ? Math.max(0, point - 1) : point);
      const line = this.lines[at2];
      const row = this.rows[at2];
      let left = this.points.toUnit(Math.min(point, line.end)) - this.points.toUnit(line.start);
      const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
      let last;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const length = node.nodeValue?.length ?? 0;
        if (left < length || isEnd && left === length) return [node, left];
        left -= length;
        last = node;
      }
      return last ? [last, last.nodeValue?.length ?? 0] : [row, 0];
    }
    pointOf(node, offset) {
      const row = (node instanceof Element ? node : node.parentElement)?.closest(".line");
      const at2 = row ? this.rows.indexOf(row) : -1;
      if (!row || at2 < 0) return node === this.element ? this.lines[offset]?.start ?? this.points.length : void 0;
      const line = this.lines[at2];
      const before = document.createRange();
      before.setStart(row, 0);
      before.setEnd(node, offset);
      return Math.min(line.end, this.points.toPoint(this.points.toUnit(line.start) + before.toString().length));
    }
  };
  function isSameRow(before, now) {
    return before !== void 0 && before.length === now.length && now.every((span, at2) => span === before[at2]);
  }

  // src/record/retag.ts
  function openRetag(labels, chosen) {
    const input = make("input", { type: "text", "aria-label": "Label", placeholder: "label", autocomplete: "off" });
    const list = make("ul", { class: "choices", role: "listbox", id: "retag-choices" });
    const dialog = make("dialog", { class: "retag", "aria-label": "Another label" }, input, list);
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-controls", "retag-choices");
    input.setAttribute("aria-expanded", "true");
    let at2 = 0;
    const draw2 = () => {
      const fitting = labels.fitting(input.value);
      at2 = Math.min(at2, Math.max(0, fitting.length - 1));
      const items = fitting.map((label, index) => {
        const attributes = { role: "option", class: `hue-${labels.hue(label.name)}`, "aria-selected": String(index === at2) };
        const item3 = make("li", attributes, make("span", { class: "dot" }), labelWords(label.name));
        item3.addEventListener("click", () => finish(label.name));
        return item3;
      });
      list.replaceChildren(...items);
      items[at2]?.scrollIntoView({ block: "nearest" });
    };
    const finish = (label) => {
      dialog.close();
      if (label) chosen(label);
    };
    input.addEventListener("input", () => {
      at2 = 0;
      draw2();
    });
    input.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.code === "ArrowDown") at2++;
      else if (event.code === "ArrowUp") at2 = Math.max(0, at2 - 1);
      else if (event.code === "Enter") return finish(labels.fitting(input.value)[at2]?.name);
      else return;
      event.preventDefault();
      draw2();
    });
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    draw2();
    dialog.showModal();
  }

  // src/pages/curation.ts
  var CHOICES = [
    ["left", "1", "Digit1"],
    ["right", "2", "Digit2"],
    ["both", "3", "Digit3"],
    ["neither", "X", "KeyX"],
    ["own", "R", "KeyR"]
  ];
  async function openCuration(id, a, b) {
    const [scheme, data] = await Promise.all([
      get("/api/scheme"),
      get(`${pathOf("api", "curation", String(id))}?${new URLSearchParams({ a, b })}`)
    ]);
    new CurationPage(id, a, b, data, new Labels(scheme.labels)).start();
  }
  var CurationPage = class {
    constructor(document_, a, b, data, labels) {
      this.document_ = document_;
      this.a = a;
      this.b = b;
      this.data = data;
      this.labels = labels;
      this.items = new Map(data.items.map((item3) => [String(item3.id), item3]));
      this.order = data.items.filter((item3) => !item3.agreed).map((item3) => String(item3.id));
      this.view = new TextView(data.text, data.language ?? "", { sections: [], turns: [] }, labels);
    }
    document_;
    a;
    b;
    data;
    labels;
    items;
    order;
    view;
    at = 0;
    start() {
      part("text").replaceChildren(this.view.element);
      this.view.element.addEventListener("click", (event) => {
        const id = event.target instanceof HTMLElement ? event.target.closest("mark")?.dataset["spans"] : void 0;
        const at2 = this.order.indexOf(id?.split(" ")[0] ?? "");
        if (at2 >= 0) this.go(at2);
      });
      onPress(part("next"), () => this.step(1));
      onPress(part("previous"), () => this.step(-1));
      onPress(part("either"), () => void this.mergeEither());
      onPress(part("undo"), () => void this.undo());
      document.addEventListener("keydown", (event) => this.pressed(event));
      const first = this.order.findIndex((id) => !this.isDecided(id));
      this.go(Math.max(0, first));
    }
    isDecided(id) {
      return Array.isArray(this.items.get(id)?.decided);
    }
    draw() {
      const spans = [...this.items.values()].map((item3) => {
        const told = (item3.decided ?? [])[0] ?? item3.left[0] ?? item3.right[0] ?? item3;
        const state = item3.agreed || Array.isArray(item3.decided) && item3.decided.length > 0 ? "human" : "suggested";
        const isNothing = Array.isArray(item3.decided) && item3.decided.length === 0;
        return { id: String(item3.id), start: item3.start, end: item3.end, label: told.label, state: isNothing ? "weak" : state };
      });
      this.view.draw(spansById(spans));
      this.view.focus(this.order[this.at]);
      const left = this.order.filter((id) => !this.isDecided(id)).length;
      part("left").textContent = left > 0 ? `${left} of ${this.order.length} conflicts left` : "no conflict left";
    }
    go(at2) {
      this.at = at2;
      this.draw();
      const item3 = this.items.get(this.order[at2] ?? "");
      part("conflict").replaceChildren(...item3 ? this.card(item3) : [make("p", {}, "They agree on everything.")]);
      if (item3) this.view.reveal(item3.start);
    }
    step(way) {
      if (this.order[this.at + way] !== void 0) this.go(this.at + way);
    }
    card(item3) {
      const sides = [this.side(this.a || "left", item3.left), this.side(this.b || "right", item3.right)];
      const names = { left: this.a || "Left", right: this.b || "Right", both: "Both", neither: "Neither", own: "Another label" };
      const buttons = CHOICES.map(([choice, key]) => {
        const isNow = Array.isArray(item3.decided) && this.isChosen(item3, choice);
        const button = make("button", { type: "button", "aria-pressed": String(isNow) }, names[choice], " ", make("kbd", {}, key));
        onClick(button, () => this.choose(item3, choice));
        return button;
      });
      const causes = ["", ...this.data.causes ?? []].map((cause2) => make("option", { value: cause2 }, cause2 || "cause of the difference"));
      const cause = make("select", { id: "cause", "aria-label": "Cause of the difference" }, ...causes);
      cause.value = item3.cause ?? "";
      const why = make("input", { id: "why", maxlength: "300", placeholder: "why (optional)", "aria-label": "Why" });
      const string = make("p", { class: "string", dir: "auto" }, this.view.points.slice(item3.start, item3.end));
      const done = item3.by ? [make("p", { class: "quiet" }, `decided by ${item3.by}`)] : [];
      return [string, make("div", { class: "sides" }, ...sides), make("div", { class: "buttons" }, ...buttons), make("div", { class: "reasons" }, cause, why), ...done];
    }
    side(name, spans) {
      const chips = spans.map(
        (span) => make(
          "p",
          {},
          make("span", { class: `chip human hue-${this.labels.hue(span.label)}` }, labelWords(span.label)),
          make("span", { class: "passage", dir: "auto" }, ` ${this.view.points.slice(span.start, span.end)}`)
        )
      );
      const nothing = [make("p", { class: "quiet" }, "nothing")];
      return make("div", {}, make("h3", {}, name), ...chips.length > 0 ? chips : nothing);
    }
    isChosen(item3, choice) {
      const now = JSON.stringify(placesOf(item3.decided ?? []));
      if (choice === "neither") return (item3.decided ?? []).length === 0;
      return (choice === "left" || choice === "right") && now === JSON.stringify(placesOf(item3[choice])) && item3[choice].length > 0;
    }
    choose(item3, choice) {
      if (choice !== "own") return void this.decide(item3, choice, []);
      openRetag(this.labels, (label) => void this.decide(item3, "own", [{ start: item3.start, end: item3.end, label }]));
    }
    async decide(item3, choice, spans) {
      const cause = part("cause").value;
      const why = part("why").value;
      const body = { a: this.a, b: this.b, item: item3.id, choice, spans, cause, why, op_id: newId() };
      if (!await this.send("decide", body)) return;
      const next = this.order.findIndex((id, at2) => at2 > this.at && !this.isDecided(id));
      this.go(next >= 0 ? next : this.at);
    }
    async mergeEither() {
      const body = { a: this.a, b: this.b, rule: "either", op_id: newId() };
      if (await this.send("merge", body)) this.go(this.at);
    }
    /** Takes the last decision back, the merge of all too, after loading the page again as well. */
    async undo() {
      const { status, body } = await post("/api/undo", { record: this.data.record, layer: "adjudicated", op_id: newId() });
      if (status >= 400) return say(wordsOf(body) || "There is nothing to undo.", true);
      const { items } = await get(this.path);
      const before = this.items;
      this.items = new Map(items.map((item3) => [String(item3.id), item3]));
      const changed2 = this.order.findIndex((id) => !this.isDecided(id) && Array.isArray(before.get(id)?.decided));
      this.go(changed2 >= 0 ? changed2 : this.at);
      say("Taken back.");
    }
    get path() {
      return `${pathOf("api", "curation", String(this.document_))}?${new URLSearchParams({ a: this.a, b: this.b })}`;
    }
    async send(what, asked) {
      const path = pathOf("api", "curation", String(this.document_), what);
      const { status, body } = await post(path, asked);
      if (status >= 400) {
        say(wordsOf(body) || "The server refused.", true);
        return false;
      }
      for (const item3 of body.items ?? []) this.items.set(String(item3.id), item3);
      say("Saved.");
      return true;
    }
    pressed(event) {
      if (isForElement(event) || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.code === "KeyJ") return this.step(1);
      if (event.code === "KeyK") return this.step(-1);
      if (event.code === "KeyU" && !event.shiftKey && !event.repeat) return void this.undo();
      const choice = CHOICES.find(([, , code]) => code === event.code);
      const item3 = this.items.get(this.order[this.at] ?? "");
      if (!choice || !item3 || event.repeat) return;
      event.preventDefault();
      this.choose(item3, choice[0]);
    }
  };
  function placesOf(spans) {
    return spans.map((span) => [span.start, span.end, span.label]);
  }

  // src/pages/findings.ts
  async function openFindings() {
    const scheme = get("/api/scheme");
    const rows = [...document.querySelectorAll("li[data-finding]")];
    for (const row of rows) listen(row, scheme);
    const { labels } = await scheme;
    for (const row of rows) {
      const select = row.querySelector("select");
      select?.append(...labels.map((label) => make("option", { value: label.name }, labelWords(label.name))));
      if (select) select.value = row.dataset["label"] ?? "";
    }
  }
  function listen(row, scheme) {
    for (const button of row.querySelectorAll("button[data-deed]")) {
      onClick(button, async () => {
        await scheme;
        await settle(row, button.dataset["deed"], row.querySelector("select")?.value || null, "");
      });
    }
    row.querySelector("form")?.addEventListener("submit", (event) => {
      event.preventDefault();
      void settle(row, "dismiss", null, row.querySelector("input")?.value ?? "");
    });
  }
  async function settle(row, action, label, reason2) {
    const { status, body } = await post("/api/findings/decide", {
      ids: [row.dataset["finding"]],
      record: Number(row.dataset["record"]),
      action,
      label,
      reason: reason2,
      op_id: newId()
    });
    if (status >= 400) return say(wordsOf(body) || "The server refused.", true);
    const left = new Set(body.findings.map((finding) => finding.id));
    const rows = document.querySelectorAll(`li[data-record="${row.dataset["record"]}"]`);
    const settled = [...rows].filter((one) => !left.has(one.dataset["finding"] ?? ""));
    for (const one of settled) one.remove();
    say(`${counted(settled.length, "finding")} settled.`);
  }

  // src/pages/forms.ts
  function sendForms() {
    for (const form of document.querySelectorAll("form[data-post]")) {
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        void send(form);
      });
    }
  }
  async function send(form) {
    const button = form.querySelector("button");
    if (button) button.disabled = true;
    try {
      const { status, body } = await post(form.dataset["post"] ?? "", { ...fieldsOf(form), op_id: newId() });
      if (status >= 400) return say(wordsOf(body) || `The server refused (${status}).`, true);
      then(form, body);
    } catch {
      say("The server does not answer. Nothing was sent.", true);
    } finally {
      if (button) button.disabled = false;
    }
  }
  function then(form, written) {
    if (form.dataset["then"] === "reload") location.reload();
    else if (form.dataset["then"] === "remove") form.closest("li, tr")?.remove();
    const losses = (written?.losses ?? []).map((loss) => ` Not expressed: ${loss}.`).join("");
    say(written?.path ? `Written to ${written.path} in the folder of the project.${losses}` : "Done.");
  }
  function fieldsOf(form) {
    const inputs = [...form.elements].filter((one) => one instanceof HTMLInputElement || one instanceof HTMLSelectElement);
    return Object.fromEntries(inputs.filter((input) => input.name !== "").map((input) => [input.name, valueOf(input)]));
  }
  function valueOf(input) {
    if (input.dataset["flag"] !== void 0) return input.value === "true";
    return input.type === "number" ? Number(input.value) : input.value;
  }

  // src/view/acts.ts
  var MODIFIERS = /* @__PURE__ */ new Set(["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock"]);
  var nActs = 0;
  function countActs() {
    const options = { capture: true, passive: true };
    document.addEventListener("pointerdown", () => nActs++, options);
    document.addEventListener("keydown", (event) => {
      if (!event.repeat && !MODIFIERS.has(event.key)) nActs++;
    }, options);
  }
  function takeActs() {
    const taken = nActs;
    nActs = 0;
    return taken;
  }

  // src/pages/names.ts
  function openNames(record) {
    const rows = [...document.querySelectorAll("table.names tbody tr")];
    const done = [];
    const decide = async (row, label) => {
      const spans = JSON.parse(row.dataset["of"] ?? "[]");
      const before = { row, label: row.dataset["label"] ?? "", state: row.className };
      const name = row.querySelector("[role=group]")?.getAttribute("aria-label") ?? "";
      show(row, label || before.label, label ? "human" : "rejected");
      const { status, body } = await post("/api/strings/decide", { record, spans, label: label || null, op_id: newId(), acts: takeActs() });
      if (status >= 400) {
        show(row, before.label, before.state);
        return say(wordsOf(body) || "The server refused.", true);
      }
      done.push(before);
      say(label ? `${name}: ${labelWords(label)}.` : `${name}: not personal.`);
    };
    const undo = async () => {
      const last = done.pop();
      const { status, body } = await post("/api/undo", { record, op_id: newId() });
      if (status >= 400) return say(wordsOf(body) || "There is nothing to undo.", true);
      if (!last) return location.reload();
      show(last.row, last.label, last.state);
      last.row.focus();
      say("Taken back.");
    };
    for (const row of rows) {
      for (const button of row.querySelectorAll("[data-decide]")) {
        onClick(button, () => void decide(row, button.dataset["decide"] ?? ""));
      }
    }
    onClick(part("undo"), () => void undo());
    document.addEventListener("keydown", (event) => {
      if (isForElement(event) || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const row = document.activeElement?.closest("table.names tbody tr") ?? void 0;
      if (event.code === "KeyJ" || event.code === "KeyK") {
        rows[(row ? rows.indexOf(row) : -1) + (event.code === "KeyJ" ? 1 : -1)]?.focus();
        return event.preventDefault();
      }
      if (event.repeat) return;
      if (event.code === "KeyU") void undo();
      const button = row?.querySelector(`[data-key="${event.code}"]`);
      if (!row || !button) return;
      event.preventDefault();
      button.click();
      rows[rows.indexOf(row) + 1]?.focus();
    });
  }
  function show(row, label, state) {
    row.className = state;
    row.dataset["label"] = label;
    const chip = row.querySelector(".chip");
    if (!chip) return;
    chip.textContent = state === "rejected" ? "Not personal" : labelWords(label);
    chip.className = `chip ${state}`;
    chip.dataset["chip"] = label;
  }

  // src/pages/release.ts
  async function openRelease(document_) {
    const data = await get(pathOf("api", "documents", String(document_), "released"));
    const view = new TextView(data.text, data.language ?? "", { sections: [], turns: [] }, new Labels([]));
    const spans = (data.spans ?? []).map((span, at2) => ({ ...span, id: String(at2), state: "human" }));
    view.draw(spansById(spans));
    part("text").replaceChildren(view.element);
    const button = part("leak");
    let chosen;
    document.addEventListener("selectionchange", () => {
      const range = view.selection();
      if (!range) return;
      chosen = range;
      button.disabled = false;
      part("chosen").textContent = view.points.slice(range.start, range.end);
    });
    button.addEventListener("mousedown", (event) => event.preventDefault());
    onClick(button, () => void tell(document_, chosen));
  }
  async function tell(document_, range) {
    if (!range) return;
    const path = pathOf("api", "documents", String(document_), "leak");
    const { status, body } = await post(path, { start: range.start, end: range.end, op_id: newId() });
    if (status >= 400) return say(wordsOf(body) || "The server refused.", true);
    location.reload();
  }

  // src/pages/search.ts
  var ENOUGH = 500;
  async function slices(asked) {
    const hits = [];
    let after = 0;
    for (; ; ) {
      const { status, body } = await post("/api/search", { ...asked, after });
      if (status >= 400) throw new Refused(status, body);
      hits.push(...body.hits);
      const isAll = body.next === null || body.next === void 0;
      if (isAll || hits.length >= ENOUGH) return { hits, isAll };
      after = body.next;
      say(`${counted(hits.length, "hit")} so far …`);
    }
  }
  async function openSearch() {
    const form = part("search");
    const apply = part("apply");
    const record = Number(new URLSearchParams(location.search).get("record") ?? "") || void 0;
    const scope = form.elements.namedItem("scope");
    if (record === void 0) {
      scope.value = "corpus";
      scope.querySelector('option[value="record"]')?.remove();
    }
    const scheme = get("/api/scheme");
    let hits = [];
    const search = async () => {
      const pattern = form.elements.namedItem("pattern").value;
      const asked = { pattern, scope: scope.value, ...scope.value === "record" && record !== void 0 && { record } };
      try {
        const found = await slices(asked);
        hits = found.hits;
        part("hits").replaceChildren(...hits.map((hit, at2) => item(hit, at2, record)));
        apply.hidden = hits.length === 0;
        const words = found.isAll ? counted(hits.length, "hit") : `the first ${counted(hits.length, "hit")}`;
        part("n-hits").textContent = words;
        say(hits.length === 0 ? "Nothing found." : `${words}.`);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        say(error.message, true);
      }
    };
    const decide = async (label) => {
      const ticked = [...document.querySelectorAll("#hits input:checked")].map((box) => {
        const { document: where, start, end } = hits[Number(box.value)];
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
      void decide(part("labels").value);
    });
    onClick(part("refuse"), () => void decide(null));
    onClick(part("undo"), () => {
      const where = record ?? hits[0]?.record;
      void post("/api/undo", { record: where, op_id: newId() }).then(
        ({ status, body }) => status >= 400 ? say(wordsOf(body), true) : void search().then(() => say("Taken back."))
      );
    });
    part("all").addEventListener("change", (event) => {
      const isTicked = event.target.checked;
      for (const box of document.querySelectorAll("#hits input")) box.checked = isTicked;
    });
    const { labels } = await scheme;
    part("labels").replaceChildren(...labels.map((label) => make("option", { value: label.name }, labelWords(label.name))));
  }
  function item(hit, at2, record) {
    const box = make("input", { type: "checkbox", value: String(at2), checked: true, "aria-label": "Take this hit" });
    const mark = make("mark", { class: "plain" }, hit.text ?? "");
    const where = `/record/${hit.record ?? record ?? ""}?document=${hit.document}#${hit.start}-${hit.end}`;
    const link = make("a", { href: where, class: "passage", dir: "auto" }, hit.before, mark, hit.after);
    const label = hit.label ? [make("span", { class: "chip suggested" }, labelWords(hit.label))] : [];
    return make("li", {}, box, link, ...label);
  }

  // src/pages/sections.ts
  async function openSections(id) {
    const [scheme, data] = await Promise.all([
      get("/api/scheme"),
      get(pathOf("api", "documents", String(id)))
    ]);
    draw(data, new Labels(scheme.labels));
  }
  function draw(data, labels) {
    const sections = data.sections ?? [];
    const view = new TextView(data.text, data.language ?? "", { sections, turns: [] }, labels);
    const decided = drawn(spansById(data.spans)).filter((span) => !isUndecided(span));
    view.draw(spansById(decided));
    part("text").replaceChildren(view.element);
    const signs = [...data.text];
    const covered = new Uint8Array(signs.length);
    for (const span of decided) covered.fill(1, span.start, span.end);
    const rows = sections.map((section) => {
      const left = section.policy === "whole" ? String(nUncovered(signs, covered, section)) : "";
      const cells = [make("td", {}, section.policy ?? ""), make("td", { class: "number" }, left)];
      const row = make("tr", {}, make("th", { scope: "row" }, section.kind), ...cells);
      row.addEventListener("click", () => view.flash(section));
      return row;
    });
    document.querySelector("#section-table tbody")?.replaceChildren(...rows);
    const moved = (at2, to) => void move(data, labels, at2, to);
    sections.forEach((section, at2) => {
      const isAtLine = section.start === view.lineStart(section.start);
      if (at2 > 0 && isAtLine) view.element.append(border(view, sections, at2, moved));
    });
  }
  function border(view, sections, at2, moved) {
    const section = sections[at2];
    const [lowest, highest] = [(sections[at2 - 1]?.start ?? 0) + 1, section.end - 1];
    const frame = view.element.getBoundingClientRect();
    const attributes = { class: "border", role: "separator", tabindex: "0", "aria-orientation": "horizontal" };
    const line = make("div", { ...attributes, "aria-label": `Start of ${section.kind}`, title: "Move this border" });
    const place = (point) => {
      line.style.transform = `translateY(${view.topOf(point) - frame.top}px)`;
      line.setAttribute("aria-valuenow", String(point));
    };
    const inside = (point) => {
      const start = view.lineStart(point);
      return start >= lowest && start <= highest ? start : section.start;
    };
    let to = section.start;
    line.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      line.setPointerCapture(event.pointerId);
    });
    line.addEventListener("pointermove", (event) => {
      if (!line.hasPointerCapture(event.pointerId)) return;
      const box = view.element.getBoundingClientRect();
      const point = view.pointAt(box.left + box.width / 2, event.clientY);
      if (point !== void 0) place(to = inside(point));
    });
    line.addEventListener("pointerup", () => to !== section.start && moved(at2, to));
    line.addEventListener("keydown", (event) => {
      const way = { ArrowUp: -1, ArrowDown: 1 }[event.code];
      if (!way) return;
      event.preventDefault();
      const next = inside(way < 0 ? section.start - 1 : view.nextLine(section.start));
      if (next !== section.start) moved(at2, next);
    });
    place(section.start);
    return line;
  }
  async function move(data, labels, at2, to) {
    const sections = (data.sections ?? []).map(({ start, end, kind }, index) => {
      if (index === at2) return { start: to, end, kind };
      return index === at2 - 1 ? { start, end: to, kind } : { start, end, kind };
    });
    const path = pathOf("api", "documents", String(data.id), "sections");
    const { status, body } = await post(path, { sections, op_id: newId() });
    if (status >= 400) {
      say(wordsOf(body) || "The server refused.", true);
      return draw(data, labels);
    }
    draw({ ...data, sections: body.sections }, labels);
    document.querySelectorAll(".border")[at2 - 1]?.focus();
    say("Saved.");
  }
  function nUncovered(signs, covered, section) {
    let n = 0;
    for (let at2 = section.start; at2 < section.end; at2++) {
      if (!covered[at2] && /[\p{L}\p{N}]/u.test(signs[at2] ?? "")) n++;
    }
    return n;
  }

  // src/core/navigation.ts
  function nextSpan(spans, from, way) {
    const inOrder = [...spans].sort(byPlace);
    if (!from) return way > 0 ? inOrder[0] : inOrder.at(-1);
    if (way > 0) return inOrder.find((span) => isBehind(span, from));
    return inOrder.findLast((span) => isBefore(span, from));
  }
  function nextUndecided(spans, from, way) {
    const fresh = spans.filter((span) => isUndecided(span) && span.state !== "later");
    const candidates = fresh.length > 0 ? fresh : spans.filter(isUndecided);
    return nextSpan(candidates, from, way) ?? nextSpan(candidates.filter((span) => span.id !== from?.id), void 0, way);
  }
  function isBehind(span, from) {
    if (span.id === from.id) return false;
    return span.start > from.start || span.start === from.start && comesAfter(span, from);
  }
  function isBefore(span, from) {
    if (span.id === from.id) return false;
    return span.start < from.start || span.start === from.start && !comesAfter(span, from);
  }
  function comesAfter(span, from) {
    if (from.id === void 0) return true;
    return span.end !== from.end ? span.end < from.end : span.id > from.id;
  }
  function neighbour(documents, id, way) {
    return documents[documents.findIndex((document2) => document2.id === id) + way];
  }
  function nextWithWork(documents, id) {
    const here = documents.findIndex((document2) => document2.id === id);
    const others = [...documents.slice(here + 1), ...documents.slice(0, Math.max(here, 0))];
    return others.find((document2) => (document2.n_undecided ?? 0) > 0);
  }

  // src/core/operations.ts
  var Inapplicable = class extends Error {
  };
  function applied(spans, operation, length) {
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
        known2(spans, operation.span);
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
  function appliedAll(spans, operations, length) {
    return operations.reduce((now, operation) => applied(now, operation, length), spans);
  }
  function renamed(operation, ids) {
    if (operation.kind === "accept_all") return operation;
    if (operation.kind === "merge") return { ...operation, spans: operation.spans.map((id) => ids.get(id) ?? id) };
    return { ...operation, span: ids.get(operation.span) ?? operation.span };
  }
  var DECIDED = { reject: "rejected", later: "later" };
  function isSuggested(span) {
    return span.state === "suggested";
  }
  function asHuman(span) {
    return { ...span, state: "human" };
  }
  function known2(spans, id) {
    const span = spans.get(id);
    if (!span) throw new Inapplicable("there is no such span");
    return span;
  }
  function withSpan(spans, id, change) {
    return changed(spans, { set: [change(known2(spans, id))], removed: [] });
  }
  function placed(span, length) {
    if (!(span.start >= 0 && span.start < span.end && span.end <= length)) {
      throw new Inapplicable("a span has at least one character and lies within its text");
    }
    return span;
  }
  function split(spans, id, at2, length) {
    const span = known2(spans, id);
    const left = placed({ ...span, end: at2, state: "human" }, length);
    const right = placed({ ...span, id: `${id}/${at2}`, start: at2, state: "human" }, length);
    return changed(spans, { set: [left, right], removed: [] });
  }
  function merged(spans, ids) {
    const parts = ids.map((id) => known2(spans, id));
    const [first, ...others] = parts;
    if (!first || others.length === 0) throw new Inapplicable("two spans or more become one");
    const start = Math.min(...parts.map((span) => span.start));
    const end = Math.max(...parts.map((span) => span.end));
    return changed(spans, { set: [{ ...first, start, end, state: "human" }], removed: others.map((span) => span.id) });
  }

  // src/core/session.ts
  var FIRST_WAIT_MS = 250;
  var LONGEST_WAIT_MS = 8e3;
  var Session = class {
    constructor(send2, changedDocuments, note, wait) {
      this.send = send2;
      this.changedDocuments = changedDocuments;
      this.note = note;
      this.wait = wait;
    }
    send;
    changedDocuments;
    note;
    wait;
    held = /* @__PURE__ */ new Map();
    actions = [];
    done = [];
    cache = /* @__PURE__ */ new Map();
    /** Versions told of documents that are not held, perhaps because they are still on their way. */
    told = /* @__PURE__ */ new Map();
    isRunning = false;
    isStopped = false;
    get nWaiting() {
      return this.actions.length;
    }
    /** Takes in a document as the server holds it. */
    open(text) {
      const before = this.held.get(text.id);
      if (before && before.version > text.version) return;
      this.held.set(text.id, { length: text.length, version: text.version, spans: spansById(text.spans) });
      this.cache.delete(text.id);
    }
    /** Takes note that there is a version of a document that is not held. */
    hear(document2, version) {
      this.told.set(document2, Math.max(version, this.told.get(document2) ?? 0));
    }
    /** Whether a version of a document is as new as all that was told of it. */
    isCurrent(document2, version) {
      return version >= (this.told.get(document2) ?? 0);
    }
    /** Spans as they are shown: those of the server with all that is on its way. */
    spans(document2) {
      const known3 = this.cache.get(document2);
      if (known3) return known3;
      const held = this.held.get(document2);
      if (!held) return /* @__PURE__ */ new Map();
      let now = held.spans;
      for (const action of this.actions) {
        if (action.document === document2) now = shownWith(now, action, held.length);
      }
      this.cache.set(document2, now);
      return now;
    }
    version(document2) {
      return this.held.get(document2)?.version ?? 0;
    }
    /** Shows the operations and sends them.
     *
     * @throws Inapplicable when they cannot be; then nothing happens.
     */
    act(opId, document2, operations) {
      const before = this.spans(document2);
      const after = appliedAll(before, operations, this.held.get(document2)?.length ?? 0);
      this.done.push({ opId, document: document2, back: difference(after, before) });
      this.enqueue({ opId, kind: "ops", document: document2, operations, preview: operations });
    }
    /** Decides a string everywhere in the record; `preview` is what that does to the document before the eyes. */
    decideString(opId, document2, preview, fields) {
      const before = this.spans(document2);
      const after = appliedAll(before, preview, this.held.get(document2)?.length ?? 0);
      this.done.push({ opId, document: document2, back: difference(after, before) });
      this.enqueue({ opId, kind: "string", document: document2, operations: [], preview, ...fields && { fields } });
    }
    /** Takes the last action back: what it did here is gone at once, what it did elsewhere with the answer. */
    undo(opId, document2) {
      const last = this.done.pop();
      const preview = last?.document === document2 ? last.back : NOTHING;
      this.enqueue({ opId, kind: "undo", document: document2, operations: [], preview });
    }
    redo(opId, document2) {
      this.enqueue({ opId, kind: "redo", document: document2, operations: [], preview: NOTHING });
    }
    /** Takes in what others did, unless it is known already. */
    absorb(changes) {
      const ids = /* @__PURE__ */ new Set();
      for (const change of changes) {
        const held = this.held.get(change.document);
        ids.add(change.document);
        if (!held) this.hear(change.document, change.version);
        if (!held || change.version < held.version) continue;
        held.spans = changed(held.spans, change);
        held.version = change.version;
        this.cache.delete(change.document);
      }
      if (ids.size > 0) this.changedDocuments(ids);
    }
    /** Goes on after a stop, for example when the annotator has signed in again. */
    resume() {
      this.isStopped = false;
      void this.run();
    }
    enqueue(action) {
      this.actions.push(action);
      this.cache.delete(action.document);
      this.changedDocuments(/* @__PURE__ */ new Set([action.document]));
      this.note({ kind: "waiting", n: this.actions.length });
      void this.run();
    }
    async run() {
      if (this.isRunning || this.isStopped) return;
      this.isRunning = true;
      let nFailed = 0;
      while (this.actions.length > 0 && !this.isStopped) {
        const action = this.actions[0];
        const answer = await this.answerTo(action);
        if (answer) {
          nFailed = 0;
          this.take(action, answer);
        } else {
          this.note({ kind: "no-answer", n: this.actions.length });
          await this.wait(Math.min(FIRST_WAIT_MS * 2 ** nFailed++, LONGEST_WAIT_MS));
        }
      }
      this.isRunning = false;
      if (this.actions.length === 0) this.note({ kind: "saved" });
    }
    /** The answer, or undefined when there is none worth the name: then the action goes out again. */
    async answerTo(action) {
      try {
        const answer = await this.send(action, this.version(action.document));
        return answer.status >= 500 || answer.status === 429 ? void 0 : answer;
      } catch {
        return void 0;
      }
    }
    take(action, answer) {
      if (answer.status === 401 || answer.status === 403) {
        this.isStopped = true;
        this.note({ kind: "signed-out", message: answer.message ?? "" });
      } else if (answer.status === 409 && this.isNews(answer)) {
        this.absorb(answer.changes ?? []);
        this.note({ kind: "taken-in" });
        this.dropInapplicable();
      } else {
        this.drop(action);
        if (answer.status >= 400) this.refuse(action, answer);
        this.rename(action, answer);
        this.absorb([...answer.changes ?? []]);
        this.changedDocuments(/* @__PURE__ */ new Set([action.document]));
        this.dropInapplicable();
      }
    }
    refuse(action, answer) {
      const at2 = this.done.findIndex((one) => one.opId === action.opId);
      if (at2 >= 0) this.done.splice(at2, 1);
      this.note({ kind: "refused", message: answer.message ?? "" });
    }
    isNews(answer) {
      return (answer.changes ?? []).some((change) => change.version > this.version(change.document));
    }
    drop(action) {
      this.actions.splice(this.actions.indexOf(action), 1);
      this.cache.delete(action.document);
    }
    /** What is on its way may speak of a span by the id that the browser gave it; from now on by that of the server. */
    rename(action, answer) {
      const ids = /* @__PURE__ */ new Map();
      const news = (answer.changes ?? []).find((change) => change.document === action.document)?.set ?? [];
      const after = Array.isArray(action.preview) ? addedBy(action.preview) : [];
      for (const span of after) {
        const same = news.find((one) => one.start === span.start && one.end === span.end && one.label === span.label);
        if (same && same.id !== span.id) ids.set(span.id, same.id);
      }
      if (ids.size === 0) return;
      for (const [at2, waiting] of this.actions.entries()) {
        const operations = waiting.operations.map((operation) => renamed(operation, ids));
        const preview = Array.isArray(waiting.preview) ? waiting.preview.map((operation) => renamed(operation, ids)) : waiting.preview;
        this.actions[at2] = { ...waiting, operations, preview };
      }
      this.renamedIds?.(ids);
    }
    /** Is told of spans that have another id from now on. */
    renamedIds;
    /** Leaves out what cannot be done any more because its span is gone, and says so. */
    dropInapplicable() {
      let nLost = 0;
      for (const action of [...this.actions]) {
        const held = this.held.get(action.document);
        if (!held || action.kind === "undo" || action.kind === "redo") continue;
        try {
          let now = held.spans;
          for (const earlier of this.actions) {
            if (earlier.document !== action.document) continue;
            now = shownStrictly(now, earlier, held.length);
            if (earlier === action) break;
          }
        } catch (error) {
          if (!(error instanceof Inapplicable)) throw error;
          this.drop(action);
          nLost++;
        }
      }
      if (nLost > 0) this.note({ kind: "lost", n: nLost });
    }
  };
  var NOTHING = { set: [], removed: [] };
  function addedBy(operations) {
    return operations.flatMap(
      (one) => one.kind === "add" ? [{ id: one.span, start: one.start, end: one.end, label: one.label }] : []
    );
  }
  function shownStrictly(spans, action, length) {
    if (!Array.isArray(action.preview)) return changed(spans, action.preview);
    return appliedAll(spans, action.preview, length);
  }
  function shownWith(spans, action, length) {
    try {
      return shownStrictly(spans, action, length);
    } catch (error) {
      if (error instanceof Inapplicable) return spans;
      throw error;
    }
  }

  // src/view/handles.ts
  var Handles = class {
    /**
     * @param view The text.
     * @param range Borders of the focused span; undefined for none.
     * @param moved Is told the borders while they move.
     * @param dropped Is told them when the handle is let go.
     */
    constructor(view, range, moved, dropped) {
      this.view = view;
      this.range = range;
      this.moved = moved;
      this.dropped = dropped;
      this.handles = { start: this.handle("start"), end: this.handle("end") };
      view.element.append(this.handles.start, this.handles.end);
    }
    view;
    range;
    moved;
    dropped;
    handles;
    dragged;
    /** Puts the handles where the borders are. */
    place() {
      const range = this.dragged ?? this.range();
      const rects = range ? this.view.rects(range) : [];
      const frame = this.view.element.getBoundingClientRect();
      const [first, last] = [rects[0], rects.at(-1)];
      this.handles.start.hidden = this.handles.end.hidden = !first || !last;
      if (!first || !last) return;
      const isRightToLeft = this.isRightToLeft(range);
      at(this.handles.start, (isRightToLeft ? first.right : first.left) - frame.left, first.top - frame.top, first.height);
      at(this.handles.end, (isRightToLeft ? last.left : last.right) - frame.left, last.top - frame.top, last.height);
    }
    isRightToLeft(range) {
      const first = this.view.rects({ start: range.start, end: range.start + 1 })[0];
      const last = this.view.rects({ start: range.end - 1, end: range.end })[0];
      return first !== void 0 && last !== void 0 && first.top === last.top && first.left > last.left;
    }
    handle(side) {
      const handle = make("span", { class: `handle ${side}`, "aria-hidden": "true", hidden: true });
      handle.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        handle.setPointerCapture(event.pointerId);
        this.dragged = this.range();
      });
      handle.addEventListener("pointermove", (event) => this.drag(side, event));
      handle.addEventListener("pointerup", () => this.drop());
      handle.addEventListener("pointercancel", () => this.drop());
      return handle;
    }
    drag(side, event) {
      if (!this.dragged) return;
      const point = this.view.pointAt(event.clientX, event.clientY);
      if (point === void 0) return;
      const border2 = this.view.boundaries.outsideGrapheme(point);
      const next = { ...this.dragged, [side]: border2 };
      if (next.start >= next.end || border2 === this.dragged[side]) return;
      this.dragged = next;
      this.moved(next);
      this.place();
    }
    drop() {
      const dragged = this.dragged;
      this.dragged = void 0;
      if (dragged) this.dropped(dragged);
    }
  };
  function at(handle, left, top, height) {
    handle.style.transform = `translate(${left}px, ${top}px)`;
    handle.style.height = `${height}px`;
  }

  // src/view/help.ts
  function drawHelp(into) {
    const groups = /* @__PURE__ */ new Map();
    for (const command of COMMANDS) {
      if (/^label-(all-)?[1-9]$/.test(command.name)) continue;
      groups.set(command.group, [...groups.get(command.group) ?? [], rowOf(command, into)]);
    }
    const sections = [...groups].map(
      ([name, rows]) => make("section", { class: "keys" }, make("h2", {}, name), make("dl", {}, ...rows))
    );
    const reset = make("button", { type: "button" }, "Keys as they came");
    onClick(reset, () => {
      keepOwnKeys({});
      drawHelp(into);
    });
    into.replaceChildren(make("div", { class: "key-groups" }, ...sections), make("p", {}, reset));
  }
  function rowOf(command, into) {
    const digits = DIGITS3[command.name];
    const chords = ownKeys()[command.name] ?? command.keys.filter((chord) => !chord.startsWith("Numpad"));
    const signs = digits ? [digits] : chords.map((chord) => chordWords(chord, layoutOfKeys()));
    const keys = make("dt", {}, ...signs.map((sign) => make("kbd", {}, sign)));
    const words = make("dd", {}, digits ? command.words.replace(/label 1( of)?/, "the label$1") : command.words);
    return make("div", {}, keys, words, ...digits ? [] : [changer(command, into)]);
  }
  var DIGITS3 = { "label-0": "1 … 0", "label-all-0": "Shift+1 … 0" };
  function changer(command, into) {
    const button = make("button", { type: "button", class: "link", "data-command": command.name }, "change");
    button.setAttribute("aria-label", `Change the key: ${command.words}`);
    const press = (event) => {
      if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      button.removeEventListener("keydown", press);
      if (event.code !== "Escape") give(command, chordOf(event));
      drawHelp(into);
      into.querySelector(`[data-command="${command.name}"]`)?.focus();
    };
    onClick(button, () => {
      button.textContent = "press a key";
      button.addEventListener("keydown", press);
    });
    return button;
  }
  function give(command, chord) {
    const own = { ...ownKeys() };
    const loser = takenBy(chord, command.name, currentKeys());
    if (loser) {
      const had = own[loser] ?? COMMANDS.find((one) => one.name === loser)?.keys ?? [];
      own[loser] = had.filter((one) => one !== chord);
    }
    keepOwnKeys({ ...own, [command.name]: [chord] });
  }

  // src/record/card.ts
  var BUTTONS = [
    ["accept", "Accept"],
    ["reject", "Not personal"],
    ["later", "Later"]
  ];
  var STATES = {
    human: "decided",
    suggested: "suggested",
    weak: "suggested, weakly",
    later: "put off",
    rejected: "not personal"
  };
  var Card = class {
    constructor(labels, actions) {
      this.labels = labels;
      this.actions = actions;
      this.showNothing();
    }
    labels;
    actions;
    element = make("section", { class: "card string-card", "aria-label": "String card" });
    span;
    showNothing() {
      this.span = void 0;
      const words = make("p", { class: "quiet" }, "Nothing is chosen. Step to a suggestion, click a mark, or select text.");
      this.element.replaceChildren(words);
    }
    /** A choice of words that is no span yet. */
    showChoice(text) {
      this.span = void 0;
      const words = make("p", { class: "quiet" }, "Chosen text. A label of the palette marks it.");
      this.element.replaceChildren(this.string(text), words);
    }
    /** A span that is shown already stays as it is: somebody may be pressing one of its buttons. */
    showSpan(span, text) {
      if (span === this.span) return;
      this.span = span;
      const who = span.by ?? span.source ?? "";
      const score = typeof span.score === "number" ? ` · ${span.score.toFixed(2)}` : "";
      const state = `${STATES[span.state] ?? span.state}${who ? ` by ${who}` : ""}${score}`;
      const chip = make("span", { class: `chip hue-${this.labels.hue(span.label)} ${span.state}` }, labelWords(span.label));
      const head = make("p", { class: "what" }, chip, make("span", { class: "quiet" }, state));
      const buttons = BUTTONS.map(([command, words]) => this.button(command, words));
      const more = make("div", { class: "told", "aria-live": "polite" });
      this.element.replaceChildren(this.string(text), head, make("div", { class: "buttons" }, ...buttons), more);
    }
    /** Asks how the string was tagged, and tells it where it is still the one in focus. */
    async ask(record, text) {
      try {
        const [here, corpus] = await Promise.all([
          get(`/api/strings?${new URLSearchParams({ record: String(record), text })}`),
          get(`/api/strings?${new URLSearchParams({ corpus: "1", text })}`)
        ]);
        if (this.element.querySelector(".string")?.textContent === text) this.tell(here, corpus);
      } catch (error) {
        if (error instanceof Refused) say(error.message, true);
      }
    }
    tell(record, corpus) {
      const told = this.element.querySelector(".told");
      if (!told) return;
      const rows = [this.row("Record", record), this.row("Corpus", corpus)];
      const contexts = (record.contexts ?? []).slice(0, 6).map((context) => {
        const mark = make("mark", { class: "plain" }, context.text ?? record.text);
        const button = make("button", { type: "button", class: "context", dir: "auto" }, context.before, mark, context.after);
        onClick(button, () => this.actions.go(context.document, context.start, context.end));
        return make("li", {}, button);
      });
      told.replaceChildren(make("dl", { class: "tally" }, ...rows.flat()), make("ul", { class: "contexts" }, ...contexts));
    }
    row(name, card) {
      const labels = (card.labels ?? []).map(({ label, n, by }) => `${labelWords(label)} ${n}${by ? ` (${by})` : ""}`);
      const forms = (card.forms?.length ?? 0) > 1 ? ` in ${counted(card.forms?.length ?? 0, "form")}` : "";
      if (card.n === 0) return [make("dt", {}, name), make("dd", {}, "nothing decided")];
      const words = `${card.n} ×${forms}${labels.length > 0 ? `: ${labels.join(", ")}` : ", nothing decided"}`;
      return [make("dt", {}, name), make("dd", {}, words)];
    }
    string(text) {
      return make("p", { class: "string", dir: "auto" }, text);
    }
    button(command, words) {
      const key = make("kbd", {}, this.actions.keyOf(command));
      const button = make("button", { type: "button", "data-command": command }, words, " ", key);
      button.addEventListener("mousedown", (event) => event.preventDefault());
      onClick(button, () => this.actions.command(command));
      return button;
    }
  };

  // src/record/commands.ts
  function commandsOf(page, deeds) {
    return {
      "next-undecided": () => page.step(nextUndecided(page.visible(), page.place(), 1)),
      "previous-undecided": () => page.step(nextUndecided(page.visible(), page.place(), -1)),
      "next-span": () => page.step(nextSpan(page.visible(), page.place(), 1)),
      "previous-span": () => page.step(nextSpan(page.visible(), page.place(), -1)),
      "next-word": () => page.chooseWord(1),
      "previous-word": () => page.chooseWord(-1),
      "more-words": () => page.moreWords(1),
      "fewer-words": () => page.moreWords(-1),
      "next-document": () => page.document(1),
      "previous-document": () => page.document(-1),
      accept: () => deeds.withSpan((span) => deeds.decide({ kind: "accept", span: span.id, scope: "mention" })),
      reject: () => deeds.withSpan((span) => deeds.decide({ kind: "reject", span: span.id, scope: "mention" })),
      "reject-record": () => deeds.withSpan((span) => deeds.decide({ kind: "reject", span: span.id, scope: "record" })),
      later: () => deeds.withSpan((span) => deeds.decide({ kind: "later", span: span.id })),
      delete: () => deeds.withSpan((span) => deeds.decide({ kind: "delete", span: span.id })),
      retag: () => deeds.retag(),
      "start-left": () => deeds.moveBorder("start", -1, "word"),
      "start-right": () => deeds.moveBorder("start", 1, "word"),
      "end-left": () => deeds.moveBorder("end", -1, "word"),
      "end-right": () => deeds.moveBorder("end", 1, "word"),
      "start-left-sign": () => deeds.moveBorder("start", -1, "grapheme"),
      "start-right-sign": () => deeds.moveBorder("start", 1, "grapheme"),
      "end-left-sign": () => deeds.moveBorder("end", -1, "grapheme"),
      "end-right-sign": () => deeds.moveBorder("end", 1, "grapheme"),
      trim: () => deeds.trim(),
      split: () => deeds.split(),
      merge: () => deeds.merge(),
      card: () => part("card").scrollIntoView({ block: "nearest" }),
      search: () => location.assign(`/search?record=${page.recordId}`),
      suggestions: () => page.toggleSuggestions(),
      "leak-view": () => page.leakView(),
      help: () => page.help(),
      undo: () => page.session.undo(newId(), page.documentId),
      redo: () => page.session.redo(newId(), page.documentId),
      finish: () => void page.finish(),
      away: () => page.focusOn(void 0)
    };
  }

  // src/record/deeds.ts
  var Deeds = class {
    constructor(page) {
      this.page = page;
    }
    page;
    /** Does it, or says that it cannot be done; whether it was done. */
    act(operations) {
      try {
        this.page.session.act(newId(), this.page.documentId, operations);
        return true;
      } catch (error) {
        if (!(error instanceof Inapplicable)) throw error;
        say("That cannot be done here.");
        return false;
      }
    }
    /** Gives the span in focus a label, or marks the words that are chosen. */
    label(label, isForAll) {
      const span = this.page.span();
      const choice = this.page.view.selection();
      this.page.hints.did("label-");
      if (isForAll && (span || choice)) return this.labelAll(label, span ?? choice);
      if (span) return this.decide({ kind: "accept", span: span.id, scope: "mention", label });
      if (!choice) return say("Choose a suggestion or some words first.");
      const start = this.page.view.boundaries.outsideGrapheme(choice.start);
      const { end } = choice;
      const id = newId();
      if (!this.act([{ kind: "add", span: id, start, end, label }])) return;
      this.page.focusOn(this.page.spans().get(id));
      say(`Marked as ${labelWords(label)}.`);
    }
    /** All that read the same become this label: here at once, in the other documents with the answer. */
    labelAll(label, range) {
      const text = this.page.view.points.slice(range.start, range.end);
      const same = this.page.visible().filter((span) => this.page.view.points.slice(span.start, span.end) === text);
      const preview = same.map((span) => {
        if (label === null) return { kind: "reject", span: span.id, scope: "mention" };
        return { kind: "accept", span: span.id, scope: "mention", label };
      });
      const from = this.page.place();
      this.page.session.decideString(newId(), this.page.documentId, preview, { text, label });
      this.page.stepOn(from);
    }
    /** Decides, and goes on to what is undecided next. */
    decide(operation) {
      const from = this.page.place();
      if (this.act([operation])) this.page.stepOn(from);
    }
    resize(range) {
      const span = this.page.span();
      if (!span || span.start === range.start && span.end === range.end) return this.page.draw();
      if (this.act([{ kind: "resize", span: span.id, ...range }])) this.page.hints.did("resize");
      this.page.draw();
    }
    moveBorder(side, way, step) {
      const span = this.page.span();
      if (!span) return say("Choose a span first.");
      const border2 = this.page.view.boundaries[side](span[side], way, step);
      const range = { start: span.start, end: span.end, [side]: border2 };
      if (range.start < range.end) this.resize(range);
    }
    merge() {
      const span = this.page.span();
      const next = span && nextSpan(this.page.visible(), span, 1);
      if (span && next) this.act([{ kind: "merge", spans: [span.id, next.id] }]);
    }
    split() {
      const span = this.page.span();
      if (!span) return;
      const choice = this.page.view.selection();
      const middle = this.page.view.boundaries.start(span.start, 1, "word");
      const at2 = choice && choice.start > span.start && choice.start < span.end ? choice.start : middle;
      if (at2 > span.start && at2 < span.end) this.act([{ kind: "split", span: span.id, at: at2 }]);
      else say("There is no border of words to split at.");
    }
    trim() {
      const span = this.page.span();
      if (span) this.resize(this.page.view.boundaries.trimmed(span.start, span.end));
    }
    withSpan(does) {
      const span = this.page.span();
      if (span) does(span);
      else say("Choose a span first.");
    }
    retag() {
      const choice = this.page.view.selection();
      if (!this.page.span() && !choice) return say("Choose a span or some words first.");
      openRetag(this.page.labels, (label) => {
        if (choice) this.page.view.select(choice);
        this.label(label, false);
      });
    }
  };

  // src/record/finding_list.ts
  var SHOWN_IN_TEXT = "undecided";
  function showFindings(list, document2, go) {
    const findings = (document2.findings ?? []).filter((finding) => finding.kind !== SHOWN_IN_TEXT);
    const items = findings.map((finding) => item2(document2, finding, go));
    const none = make("li", { class: "quiet" }, "None in this document.");
    list.replaceChildren(...items.length > 0 ? items : [none]);
  }
  function item2(document2, finding, go) {
    const button = make("button", { type: "button", class: "finding" });
    const signs = [...document2.text].slice(finding.start, finding.end).join("");
    button.append(make("q", { dir: "auto" }, signs), ` ${finding.message}`);
    onClick(button, () => go(finding));
    const away = make("button", { type: "button", class: "link" }, "dismiss");
    const row = make("li", {}, button, away);
    onClick(away, () => row.replaceChildren(button, reason(document2, finding, row)));
    return row;
  }
  var REASONS = ["No identifier", "Right as it is"];
  function reason(document2, finding, row) {
    const leave = (why) => void dismiss(document2.id, finding, why).then((isDone2) => isDone2 && settle2(row));
    const usual = REASONS.map((why) => {
      const button = make("button", { type: "button" }, why);
      onClick(button, () => leave(why));
      return button;
    });
    const input = make("input", { type: "text", required: true, maxlength: "200", placeholder: "why", "aria-label": "Why" });
    const form = make("form", { class: "inline" }, ...usual, input, make("button", {}, "Dismiss"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      leave(input.value);
    });
    setTimeout(() => usual[0]?.focus());
    return form;
  }
  function settle2(row) {
    const next = row.nextElementSibling?.querySelector("button") ?? document.querySelector(".text");
    row.remove();
    next?.focus({ preventScroll: true });
  }
  async function dismiss(document2, finding, why) {
    const path = pathOf("api", "documents", String(document2), "findings", String(finding.id), "dismiss");
    const { status, body } = await post(path, { reason: why, op_id: newId() });
    if (status >= 400) say(wordsOf(body) || "The server refused.", true);
    return status < 400;
  }

  // src/record/hints.ts
  var HINTS = [
    {
      commands: ["next-undecided"],
      words: (key) => `${key("next-undecided")} steps to the next suggestion. Clicking a mark does too.`
    },
    {
      commands: ["accept"],
      words: (key) => `${key("accept")} accepts what is outlined; the same string is suggested over the whole record.`
    },
    {
      commands: ["reject"],
      words: (key) => `${key("reject")} says that it is nobody. Nothing is lost: ${key("undo")} takes anything back.`
    },
    {
      commands: ["label"],
      words: () => "A digit gives another label. Select words first, and a digit marks them."
    },
    {
      commands: ["start-left", "end-right", "start-right", "end-left", "resize"],
      words: (key) => `Borders move: drag the handles, or ${key("start-left")}/${key("start-right")} and ${key("end-left")}/${key("end-right")}.`
    },
    { commands: ["finish"], words: (key) => `${key("finish")} finishes the document when all is decided.` }
  ];
  var KEY2 = "maskerad.hints";
  var ENOUGH2 = 2;
  var Hints = class {
    constructor(bar, keyOf2) {
      this.bar = bar;
      this.keyOf = keyOf2;
      this.done = read();
      this.show();
    }
    bar;
    keyOf;
    done;
    /** Somebody did it: after a few times its hint has served. */
    did(command) {
      const at2 = HINTS.findIndex((hint) => hint.commands.includes(command.replace(/^label-.*/, "label")));
      if (at2 < 0 || (this.done[at2] ?? 0) >= ENOUGH2) return;
      this.done[at2] = (this.done[at2] ?? 0) + 1;
      this.keep();
    }
    show() {
      const at2 = HINTS.findIndex((_, index) => (this.done[index] ?? 0) < ENOUGH2);
      const hint = HINTS[at2];
      this.bar.classList.toggle("away", !hint);
      if (!hint) return this.bar.replaceChildren();
      const away = make("button", { type: "button", class: "link" }, "Got it");
      const all = make("button", { type: "button", class: "link" }, "No more hints");
      onClick(away, () => this.learnt([at2]));
      onClick(all, () => this.learnt(HINTS.map((_, index) => index)));
      this.bar.replaceChildren(make("span", {}, hint.words(this.keyOf)), away, all);
    }
    learnt(which) {
      for (const at2 of which) this.done[at2] = ENOUGH2;
      this.keep();
    }
    keep() {
      localStorage.setItem(KEY2, JSON.stringify(this.done));
      this.show();
    }
  };
  function read() {
    try {
      return JSON.parse(localStorage.getItem(KEY2) ?? "{}");
    } catch {
      return {};
    }
  }

  // src/record/lease.ts
  var EVERY_MS = 6e4;
  var KEY3 = "maskerad.window";
  function nameOfWindow() {
    const name = sessionStorage.getItem(KEY3) ?? newId();
    sessionStorage.setItem(KEY3, name);
    return name;
  }
  function holdLease(record) {
    const holder = nameOfWindow();
    const ask = async (take) => {
      try {
        const { status, body } = await post(pathOf("api", "records", String(record), "lease"), { holder, take });
        if (status < 400) show2(body.by === "another window");
      } catch {
      }
    };
    const button = make("button", { type: "button" }, "Go on here");
    onClick(button, () => void ask(true));
    const show2 = (isElsewhere) => {
      const words = "This record is open in another window. Nothing is lost in either. ";
      part("lease").replaceChildren(...isElsewhere ? [words, button] : []);
    };
    void ask(false);
    setInterval(() => void ask(false), EVERY_MS);
  }

  // src/record/palette.ts
  var Palette = class {
    constructor(labels, chosen) {
      this.labels = labels;
      this.chosen = chosen;
      const families = labels.families().map((family) => this.family(family.hue, family.labels));
      this.element = make("div", { class: "palette", role: "group", "aria-label": "Labels" }, ...families);
    }
    labels;
    chosen;
    element;
    buttons = /* @__PURE__ */ new Map();
    /** Shows which label the focused span has; undefined for none. */
    show(label) {
      for (const [name, button] of this.buttons) button.setAttribute("aria-pressed", String(name === label));
    }
    family(hue, labels) {
      return make("div", { class: `family hue-${hue}` }, ...labels.map((label) => this.button(label)));
    }
    button(label) {
      const key = label.key ? [make("kbd", {}, label.key)] : [];
      const tip = label.text ? `${label.name}: ${label.text}` : label.name;
      const attributes = { type: "button", class: `label hue-${this.labels.hue(label.name)}`, title: tip };
      const button = make("button", { ...attributes, "aria-pressed": "false", "data-label": label.name }, ...key);
      button.append(labelWords(label.name));
      button.addEventListener("mousedown", (event) => event.preventDefault());
      onClick(button, (event) => this.chosen(label.name, event.shiftKey));
      this.buttons.set(label.name, button);
      return button;
    }
  };

  // src/record/rail.ts
  var Rail = class {
    items = /* @__PURE__ */ new Map();
    constructor(list, documents, chosen) {
      list.replaceChildren(...documents.map((document2) => this.item(document2, chosen)));
    }
    /** Shows where one is and what is left. */
    show(id, documents) {
      for (const document2 of documents) {
        const item3 = this.items.get(document2.id);
        if (!item3) continue;
        if (document2.id === id) item3.button.setAttribute("aria-current", "true");
        else item3.button.removeAttribute("aria-current");
        const [sign, words] = stateOf(document2);
        item3.state.textContent = sign;
        item3.state.title = words;
        item3.state.setAttribute("aria-label", words);
        item3.state.className = `state ${sign === "✓" ? "done" : ""}`;
      }
    }
    item(document2, chosen) {
      const date = document2.date ? [make("time", { datetime: document2.date }, document2.date)] : [];
      const name = make("span", { class: "name" }, document2.name ?? String(document2.id));
      const state = make("span", { class: "state", role: "img" });
      const words = make("span", { class: "words" }, ...date, name);
      const button = make("button", { type: "button", "data-document": String(document2.id) }, words, state);
      onClick(button, () => chosen(document2.id));
      this.items.set(document2.id, { button, state });
      return make("li", {}, button);
    }
  };
  function stateOf(document2) {
    const n = document2.n_undecided ?? 0;
    if (document2.state === "done") return ["✓", "finished"];
    if (document2.state === "reopened") return ["↺", "reopened"];
    return n > 0 ? [String(n), `${n} undecided`] : ["·", "nothing undecided, not finished"];
  }

  // src/record/stages.ts
  function isDone(stage) {
    return stage.state === "done";
  }
  function showStages(stages) {
    const items = stages.map((stage) => {
      const words = isDone(stage) ? `${stage.name}, finished${stage.by ? ` by ${stage.by}` : ""}` : stage.name;
      return make("li", { class: isDone(stage) ? "done" : "" }, words);
    });
    part("stages").replaceChildren(...items);
  }
  async function finishStage(document2) {
    const stage = (document2.stages ?? []).find((one) => !isDone(one));
    if (!stage) {
      say("Every stage of this document is finished.");
      return {};
    }
    const path = pathOf("api", "documents", String(document2.id), "finish");
    const { status, body } = await post(path, { stage: stage.name, op_id: newId() });
    if (status === 200) return { stages: body.stages ?? [] };
    const n = body?.findings?.length ?? 0;
    say(n > 0 ? `Not finished: ${counted(n, "question")} first, at the right.` : wordsOf(body), true);
    return body?.findings ? { findings: body.findings } : {};
  }

  // src/record/wire.ts
  function sender(record, hashOf) {
    const costs = /* @__PURE__ */ new Map();
    return async (action, baseVersion) => {
      const ours = { op_id: action.opId, record };
      const isDecision = action.kind === "ops" || action.kind === "string";
      if (isDecision && !costs.has(action.opId)) costs.set(action.opId, takeActs());
      const acts = costs.get(action.opId) ?? 0;
      const reply = await (action.kind === "ops" ? post(pathOf("api", "documents", String(action.document), "ops"), {
        base_version: baseVersion,
        op_id: action.opId,
        text_sha256: hashOf(action.document),
        ops: action.operations,
        acts
      }) : action.kind === "string" ? post("/api/strings/decide", { ...ours, ...action.fields, acts }) : post(`/api/${action.kind}`, ours));
      const { status, body } = reply;
      return { ...body, status, message: wordsOf(body), changes: body?.changes ?? [] };
    };
  }
  function tell2(note) {
    const saved = part("saved");
    if (note.kind === "saved") {
      saved.textContent = "Saved";
      saved.className = "saved";
    } else if (note.kind === "waiting") {
      saved.textContent = "Saving";
      saved.className = "";
    } else if (note.kind === "no-answer") {
      saved.textContent = `No answer: ${counted(note.n, "decision")} kept here`;
      saved.className = "alarm";
    } else say(WORDS[note.kind](note), note.kind !== "taken-in");
  }
  var WORDS = {
    "taken-in": () => "This document was changed elsewhere; its changes are taken in, and yours put on top.",
    lost: (note) => `Elsewhere somebody removed what you decided on: ${counted("n" in note ? note.n : 0, "decision")} could not be kept.`,
    refused: (note) => ("message" in note ? note.message : "") || "Not saved, and taken back here.",
    "signed-out": (note) => `Not saved yet: ${"message" in note ? note.message : ""}. Sign in in another tab and come back; nothing is lost.`
  };

  // src/record/page.ts
  var CARD_WAIT_MS = 180;
  var NO_SUGGESTIONS = "maskerad.no-suggestions";
  async function openRecordPage(record, document_) {
    const [scheme, data] = await Promise.all([
      get("/api/scheme"),
      get(pathOf("api", "records", String(record))),
      learnLayout()
    ]);
    const first = data.documents.find((row) => (row.n_undecided ?? 0) > 0) ?? data.documents[0];
    const id = document_ ?? first?.id;
    if (id === void 0) return say("This record has no documents.");
    await new RecordPage(data, new Labels(scheme.labels)).open(id, placeOf(location.hash));
    holdLease(record);
  }
  function placeOf(hash) {
    const found = /^#(\d+)-(\d+)$/.exec(hash);
    return found ? { start: Number(found[1]), end: Number(found[2]) } : void 0;
  }
  var RecordPage = class {
    constructor(record, labels) {
      this.record = record;
      this.labels = labels;
      this.rows = [...record.documents].sort((a, b) => (a.date ?? "").localeCompare(b.date ?? ""));
      this.session = new Session(
        sender(record.id, (id) => this.documents.get(id)?.text_sha256),
        (ids) => this.redraw(ids),
        tell2,
        (ms) => new Promise((wake) => setTimeout(wake, ms))
      );
      this.session.renamedIds = (ids) => {
        this.focused = this.focused && (ids.get(this.focused) ?? this.focused);
      };
      this.palette = new Palette(labels, (label, isForAll) => this.deeds.label(label, isForAll));
      const go = (to, start, end) => void this.go(to, { start, end });
      this.card = new Card(labels, { command: (name) => this.run(name), go, keyOf });
      part("palette").replaceChildren(this.palette.element);
      part("card").replaceChildren(this.card.element);
      this.rail = new Rail(part("documents"), this.rows, (id) => void this.open(id));
      this.hints = new Hints(part("hints"), keyOf);
      this.listen();
    }
    record;
    labels;
    documents = /* @__PURE__ */ new Map();
    session;
    palette;
    card;
    rail;
    deeds = new Deeds(this);
    commands = commandsOf(this, this.deeds);
    hints;
    rows;
    here;
    view;
    handles;
    focused;
    /** Where the eyes were last; keys that choose words go on from there. */
    cursor = { start: 0, end: 0 };
    /** Lines that wrap another way move the borders. */
    sizes = new ResizeObserver(() => this.handles?.place());
    cardTimer = 0;
    areSuggestionsOn = localStorage.getItem(NO_SUGGESTIONS) === null;
    async open(id, place) {
      const data = await this.fetched(id);
      if (!data) return;
      this.here = data;
      this.focused = void 0;
      this.cursor = { start: 0, end: 0 };
      const margin = { sections: data.sections ?? [], turns: data.turns ?? [] };
      this.view = new TextView(data.text, data.language ?? "", margin, this.labels);
      this.handles = new Handles(
        this.view,
        () => this.span(),
        (range) => this.preview(range),
        (range) => this.deeds.resize(range)
      );
      this.view.element.addEventListener("mouseup", (event) => setTimeout(() => this.clicked(event)));
      part("text").replaceChildren(this.view.element);
      this.sizes.disconnect();
      this.sizes.observe(this.view.element);
      part("document-name").textContent = data.name ?? String(data.id);
      showStages(data.stages ?? []);
      showFindings(part("findings"), data, (finding) => this.goTo(finding));
      this.draw();
      history.replaceState(null, "", `?document=${id}`);
      window.scrollTo({ top: 0 });
      this.view.element.focus({ preventScroll: true });
      if (place) this.goTo(place);
      else this.focusOn(nextUndecided(this.visible(), void 0, 1));
      void this.fetchAhead();
    }
    async fetched(id) {
      const known3 = this.documents.get(id);
      if (known3) return known3;
      try {
        const path = pathOf("api", "documents", String(id));
        let data = await get(path);
        while (!this.session.isCurrent(id, data.version)) data = await get(path);
        this.documents.set(id, data);
        this.session.open({ ...data, length: [...data.text].length });
        return data;
      } catch (error) {
        if (error instanceof Refused) say(error.message, true);
        else say("The server does not answer. Nothing is lost; try again.", true);
        return void 0;
      }
    }
    /** The next document is there before it is asked for. */
    async fetchAhead() {
      const next = neighbour(this.rows, this.here.id, 1);
      if (next && !this.documents.has(next.id)) await this.fetched(next.id);
    }
    get recordId() {
      return this.record.id;
    }
    get documentId() {
      return this.here.id;
    }
    // What is shown
    spans() {
      return this.session.spans(this.here.id);
    }
    visible() {
      return drawn(this.spans()).filter((span) => this.areSuggestionsOn || !isUndecided(span));
    }
    span() {
      return this.focused === void 0 ? void 0 : this.spans().get(this.focused);
    }
    draw() {
      this.view.draw(new Map(this.visible().map((span) => [span.id, span])));
      this.showFocus();
      this.showProgress();
    }
    redraw(ids) {
      if (ids.has(this.here.id)) this.draw();
      else this.showProgress();
    }
    preview(range) {
      const span = this.span();
      if (!span) return;
      this.view.draw(new Map([...this.visible(), { ...span, ...range }].map((one) => [one.id, one])));
      this.view.focus(span.id);
    }
    showFocus() {
      const span = this.span();
      this.view.focus(span?.id);
      this.handles?.place();
      this.palette.show(span?.label);
      clearTimeout(this.cardTimer);
      if (!span) return this.showChoice();
      const text = this.view.points.slice(span.start, span.end);
      this.card.showSpan(span, text);
      this.cardTimer = window.setTimeout(() => void this.card.ask(this.record.id, text), CARD_WAIT_MS);
    }
    showChoice() {
      const range = this.view.selection();
      if (range) this.card.showChoice(this.view.points.slice(range.start, range.end));
      else this.card.showNothing();
    }
    showProgress() {
      this.rows = this.rows.map((row) => {
        if (!this.documents.has(row.id)) return row;
        const spans = [...this.session.spans(row.id).values()];
        return { ...row, n_undecided: spans.filter(isUndecided).length };
      });
      this.rail.show(this.here.id, this.rows);
      const left = this.rows.find((row) => row.id === this.here.id)?.n_undecided ?? 0;
      const none = this.here.is_waiting ? "suggestions are on their way" : "all decided";
      part("left").textContent = left > 0 ? `${left} undecided` : none;
    }
    // What is chosen
    focusOn(span) {
      document.getSelection()?.removeAllRanges();
      this.focused = span?.id;
      this.showFocus();
      if (!span) return;
      this.cursor = span;
      this.view.reveal(span.start);
      requestAnimationFrame(() => this.handles?.place());
      const text = this.view.points.slice(span.start, span.end);
      part("spoken").textContent = `${text}, ${span.state === "human" ? "" : `${span.state} `}${labelWords(span.label)}`;
    }
    goTo(range) {
      const inside = this.visible().find((span) => span.start < range.end && range.start < span.end);
      if (inside && inside.start === range.start && inside.end === range.end) return this.focusOn(inside);
      this.focused = void 0;
      this.view.flash(range);
      this.showFocus();
    }
    async go(id, range) {
      if (id === this.here.id) this.goTo(range);
      else await this.open(id, range);
    }
    clicked(event) {
      if (this.view.selection()) {
        this.focused = void 0;
        return this.showFocus();
      }
      const point = this.view.pointAt(event.clientX, event.clientY);
      const target = event.target instanceof HTMLElement && event.target.closest("mark") !== null;
      const under = point === void 0 || !target ? [] : this.view.spansAt(point).filter((span) => this.isVisible(span));
      const at2 = under.findIndex((span) => span.id === this.focused);
      const next = under[(at2 + 1) % Math.max(1, under.length)];
      this.focused = next?.id;
      this.showFocus();
    }
    isVisible(span) {
      return this.areSuggestionsOn || !isUndecided(span);
    }
    place() {
      return this.span() ?? this.view.selection();
    }
    // Where one goes
    stepOn(from) {
      const next = nextUndecided(this.visible(), from, 1);
      this.focusOn(next ?? this.span());
      if (next) return;
      const other = nextWithWork(this.rows, this.here.id);
      const words = `All is decided here; ${keyOf("finish")} finishes.`;
      say(other ? `${words} ${keyOf("next-document")} goes on.` : words);
    }
    chooseWord(way) {
      const from = this.place() ?? this.cursor;
      const boundaries = this.view.boundaries;
      if (way > 0) return this.choose(boundaries.wordAt(from.end));
      this.choose(boundaries.wordAt(boundaries.start(from.start, -1, "word")));
    }
    moreWords(way) {
      const from = this.place();
      if (!from) return this.chooseWord(way);
      const end = this.view.boundaries.end(from.end, way, "word");
      if (end > from.start) this.choose({ start: from.start, end });
    }
    choose(range) {
      if (!range) return;
      this.focused = void 0;
      this.cursor = range;
      this.view.select(range);
      this.view.reveal(range.start);
      this.showFocus();
      part("spoken").textContent = this.view.points.slice(range.start, range.end);
    }
    async finish() {
      if (this.session.nWaiting > 0) return say("Your last decisions are still on their way; press again in a moment.");
      const { stages, findings } = await finishStage(this.here);
      this.here = { ...this.here, ...stages && { stages }, ...findings && { findings } };
      this.documents.set(this.here.id, this.here);
      if (findings) showFindings(part("findings"), this.here, (finding) => this.goTo(finding));
      if (!stages) return part("findings").querySelector("button")?.focus();
      showStages(stages);
      if (stages.every(isDone)) {
        this.rows = this.rows.map((row) => row.id === this.here.id ? { ...row, state: "done" } : row);
      }
      this.showProgress();
      const isMore = this.rows.some((row) => row.state !== "done");
      const next = `${keyOf("next-document")} goes to the next document.`;
      say(isMore ? `Finished. ${next}` : "Finished, and nothing else is left in this record.");
    }
    document(way) {
      const next = neighbour(this.rows, this.here.id, way);
      if (next) void this.open(next.id);
      else say(way > 0 ? "This is the last document of the record." : "This is the first document of the record.");
    }
    toggleSuggestions() {
      this.areSuggestionsOn = !this.areSuggestionsOn;
      if (this.areSuggestionsOn) localStorage.removeItem(NO_SUGGESTIONS);
      else localStorage.setItem(NO_SUGGESTIONS, "1");
      this.draw();
      say(this.areSuggestionsOn ? "Suggestions are shown." : "Suggestions are hidden.");
    }
    help() {
      const dialog = part("help");
      drawHelp(part("help-keys"));
      dialog.showModal();
    }
    step(span) {
      if (span) return this.focusOn(span);
      const other = nextWithWork(this.rows, this.here.id);
      say(other ? `Nothing more here. ${keyOf("next-document")} goes to the next document.` : "Nothing more here.");
    }
    run(name) {
      const digit = /^label-(all-)?(\d)$/.exec(name);
      if (digit) {
        const label = this.labels.ofDigit(Number(digit[2]));
        return label ? this.deeds.label(label.name, Boolean(digit[1])) : say("No label has this digit.");
      }
      this.commands[name]?.();
      this.hints.did(name);
    }
    leakView() {
      if (document.body.dataset["releases"] === void 0) return say("Your role does not read what would leave.");
      location.assign(pathOf("release", String(this.here.id)));
    }
    // What comes from outside
    listen() {
      document.addEventListener("keydown", (event) => {
        if (isForElement(event)) return;
        const command = commandFor(event, currentKeys());
        if (!command) {
          const isBare = !event.ctrlKey && !event.metaKey && !event.altKey;
          if (event.repeat && isBare && currentKeys().has(event.code)) event.preventDefault();
          return;
        }
        event.preventDefault();
        this.run(command.name);
      });
      window.addEventListener("beforeunload", (event) => {
        if (this.session.nWaiting > 0) event.preventDefault();
      });
      window.addEventListener("focus", () => this.session.resume());
      for (const button of document.querySelectorAll("button[data-run]")) {
        onPress(button, () => this.run(button.dataset["run"] ?? ""));
      }
      const events = new EventSource("/events");
      events.addEventListener("message", (event) => void this.heard(JSON.parse(String(event.data))));
    }
    /** Somebody, perhaps this annotator in another tab, changed a document that is held here. */
    async heard(news) {
      const id = news.document ?? -1;
      const isNews = news.suggested || (news.version ?? 0) > this.session.version(id);
      if (!this.documents.has(id)) this.session.hear(id, news.version ?? 0);
      if (!this.documents.has(id) || !isNews || this.session.nWaiting > 0) return;
      const data = await get(pathOf("api", "documents", String(id))).catch(() => void 0);
      if (!data || data.version < this.session.version(id) || this.session.nWaiting > 0) return;
      this.documents.set(id, data);
      this.session.open({ ...data, length: [...data.text].length });
      this.redraw(/* @__PURE__ */ new Set([id]));
      if (id !== this.here.id) return;
      this.here = data;
      showFindings(part("findings"), data, (finding) => this.goTo(finding));
      if (news.suggested && !this.place()) this.focusOn(nextUndecided(this.visible(), void 0, 1));
    }
  };

  // src/main.ts
  var PAGES = {
    record: (page) => openRecordPage(Number(page["record"]), page["document"] ? Number(page["document"]) : void 0),
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
    }
  };
  async function open() {
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
})();
