(() => {
  "use strict";
  const REASONS = {
    name: "a strange name", gender: "wrong gender", family: "relatives do not fit", date: "dates or ages do not fit",
    place: "place, or the word before it", "care-unit": "wrong kind of unit", number: "a number looks wrong",
    language: "grammar or spelling", other: "something else",
  };
  const at = (id) => document.getElementById(id);
  const token = location.hash.slice(1);
  let items = [], said = {}, evaluator = "", here = 0, saving = Promise.resolve();

  const ask = async (path, options = {}) => {
    const answer = await fetch(path, { ...options, headers: { "X-Study-Token": token } });
    const content = await answer.json();
    if (!answer.ok) throw new Error(content.error);
    return content;
  };
  const problem = (error) => {
    at("problem").hidden = !error;
    at("problem").textContent = error ? `${error.message || error}` : "";
  };
  const judgement = () => said[items[here].id] || (said[items[here].id] = { verdict: null, marks: [], reasons: [] });
  const isJudged = (item) => Boolean(said[item.id] && said[item.id].verdict);

  // Offsets are code points, as everywhere in Maskerad; JavaScript counts UTF-16 units.
  const points = (text) => [...text].length;

  // Texts whose words no blanks part are cut by the browser's own dictionary.
  const pieces = (item) => {
    if (!["ja", "zh"].includes(item.language) || !Intl.Segmenter) {
      return item.text.match(/\s+|\S+/gu) || [];
    }
    const cutter = new Intl.Segmenter(item.language, { granularity: "word" });
    return [...cutter.segment(item.text)].map((piece) => piece.segment);
  };

  const save = () => {
    const item = items[here], body = JSON.stringify(judgement());
    const path = `/answers/${encodeURIComponent(evaluator)}/${encodeURIComponent(item.id)}`;
    saving = saving.then(() => ask(path, { method: "PUT", body })).then(() => problem(null)).catch((error) => {
      problem(`Not saved: ${error.message}. Your last answer is kept on this page only; try again.`);
    });
  };

  const words = () => [...at("text").querySelectorAll(".word")];

  const writeText = (item) => {
    const box = at("text");
    box.textContent = "";
    box.lang = item.language;
    const marks = new Set(judgement().marks.map((mark) => mark.join()));
    let start = 0;
    for (const piece of pieces(item)) {
      const end = start + points(piece);
      if (/[\p{L}\p{N}]/u.test(piece)) {
        const word = document.createElement("span");
        word.className = "word";
        word.textContent = piece;
        word.setAttribute("role", "button");
        word.setAttribute("aria-pressed", marks.has(`${start},${end}`));
        word.dataset.place = `${start},${end}`;
        word.tabIndex = -1;
        box.append(word);
      } else {
        box.append(piece);
      }
      start = end;
    }
    const first = words()[0];
    if (first) first.tabIndex = 0;
  };

  const status = () => {
    const n = items.filter(isJudged).length;
    at("progress").textContent = `${evaluator}: ${n} of ${items.length} records judged`;
    at("finished").hidden = n < items.length;
    at("open").disabled = n === items.length;
    const marks = judgement().marks.length;
    at("marked").textContent = marks
      ? `${marks} ${marks === 1 ? "word" : "words"} marked as replaced.`
      : "Click words that seem replaced, or move to them with the arrow keys and press the space bar.";
  };

  const show = (place) => {
    here = Math.max(0, Math.min(items.length - 1, place));
    const item = items[here];
    at("title").textContent = `Record ${here + 1} of ${items.length}`;
    writeText(item);
    for (const radio of document.getElementsByName("verdict")) radio.checked = radio.value === judgement().verdict;
    for (const box of document.getElementsByName("reason")) box.checked = judgement().reasons.includes(box.value);
    at("reasons").hidden = judgement().verdict !== "pseudonymised";
    at("previous").disabled = here === 0;
    at("next").disabled = here === items.length - 1;
    status();
    at("title").focus({ preventScroll: true });
    window.scrollTo(0, 0);
  };

  const judge = (verdict) => {
    judgement().verdict = verdict;
    if (verdict === "real") judgement().reasons = [];
    for (const radio of document.getElementsByName("verdict")) radio.checked = radio.value === verdict;
    for (const box of document.getElementsByName("reason")) box.checked = judgement().reasons.includes(box.value);
    at("reasons").hidden = verdict !== "pseudonymised";
    save();
    status();
  };

  const toggle = (word) => {
    const place = word.dataset.place.split(",").map(Number);
    const others = judgement().marks.filter((mark) => mark.join() !== place.join());
    const isMarked = others.length === judgement().marks.length;
    judgement().marks = isMarked ? [...others, place] : others;
    word.setAttribute("aria-pressed", isMarked);
    save();
    status();
  };

  const step = (word, by) => {
    const all = words(), next = all[all.indexOf(word) + by];
    if (!next) return;
    word.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  };

  const nextOpen = () => {
    const order = items.map((_, i) => (here + 1 + i) % items.length);
    const place = order.find((i) => !isJudged(items[i]));
    if (place !== undefined) show(place);
  };

  at("text").addEventListener("click", (event) => {
    const word = event.target.closest(".word");
    if (!word) return;
    for (const other of words()) other.tabIndex = other === word ? 0 : -1;
    word.focus();
    toggle(word);
  });
  at("text").addEventListener("keydown", (event) => {
    const word = event.target.closest(".word");
    if (!word) return;
    const moves = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    if (event.key in moves) step(word, moves[event.key]);
    else if (event.key === " " || event.key === "Enter") toggle(word);
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (at("reading").hidden || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = {
      r: () => judge("real"), p: () => judge("pseudonymised"), n: nextOpen, j: () => show(here - 1), k: () => show(here + 1),
    };
    const act = keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  });
  at("verdicts").addEventListener("change", (event) => judge(event.target.value));
  at("reasons").addEventListener("change", () => {
    judgement().reasons = [...document.getElementsByName("reason")].filter((box) => box.checked).map((box) => box.value);
    save();
  });
  at("previous").addEventListener("click", () => show(here - 1));
  at("next").addEventListener("click", () => show(here + 1));
  at("open").addEventListener("click", nextOpen);

  const begin = async (name) => {
    try {
      const answers = await ask(`/answers/${encodeURIComponent(name)}`);
      evaluator = name;
      said = answers.judgements;
      problem(null);
      at("start").hidden = true;
      at("reading").hidden = false;
      const open = items.findIndex((item) => !isJudged(item));
      show(open < 0 ? 0 : open);
    } catch (error) {
      problem(error);
    }
  };
  at("start").addEventListener("submit", (event) => {
    event.preventDefault();
    begin(at("evaluator").value.trim());
  });
  for (const [value, title] of Object.entries(REASONS)) {
    const label = document.createElement("label"), box = document.createElement("input");
    Object.assign(box, { type: "checkbox", name: "reason", value });
    label.append(box, ` ${title}`);
    at("reasons").append(label);
  }
  ask("/items").then((content) => {
    items = content.items;
    at("progress").textContent = `${items.length} records`;
    at("start").hidden = false;
    at("evaluator").focus();
  }).catch(problem);
})();
