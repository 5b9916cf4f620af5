(() => {
  "use strict";
  const choosers = [...document.querySelectorAll("select[data-by]")];
  const items = [...document.querySelectorAll(".mistakes > li")];
  const shown = document.getElementById("shown");
  if (!shown) return;
  const fits = (item, chooser) => {
    const value = chooser.value, has = item.dataset[chooser.dataset.by];
    return !value || (chooser.dataset.by === "label" ? has.split(" ").includes(value) : has === value);
  };
  const narrow = () => {
    for (const item of items) item.hidden = !choosers.every((chooser) => fits(item, chooser));
    shown.textContent = items.filter((item) => !item.hidden).length.toLocaleString("en");
  };
  for (const chooser of choosers) chooser.addEventListener("change", narrow);
})();
