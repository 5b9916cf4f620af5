(() => {
  const kind = document.getElementById("by-kind");
  const label = document.getElementById("by-label");
  if (!kind || !label) return;
  const items = [...document.querySelectorAll(".mistakes > li")];
  const shown = document.getElementById("shown");
  const narrow = () => {
    let n = 0;
    for (const item of items) {
      const isKind = !kind.value || item.dataset.kind === kind.value;
      const isLabel = !label.value || item.dataset.labels.split(" ").includes(label.value);
      item.hidden = !(isKind && isLabel);
      n += item.hidden ? 0 : 1;
    }
    shown.textContent = n.toLocaleString("en");
  };
  kind.addEventListener("change", narrow);
  label.addEventListener("change", narrow);
})();
