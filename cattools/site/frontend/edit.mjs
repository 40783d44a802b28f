// The code below a board: changed in place, run again, put back.
export function editable(t, cell) {
  const box = cell.el.querySelector("details.cat-code");
  if (!box || box.dataset.ready) return;
  box.dataset.ready = "1";
  const [run, back] = box.querySelectorAll(".cat-code-tools button"), line = box.querySelector(".cat-code-said");
  const field = document.createElement("textarea");
  field.className = "cat-code-field";
  field.spellcheck = false;
  field.autocapitalize = "off";
  field.setAttribute("aria-label", box.dataset.label);
  field.value = cell.source.replace(/\n$/, "");
  const original = field.value;
  const size = () => { field.rows = field.value.split("\n").length; };
  size();
  field.addEventListener("input", size);
  cell.pre.closest(".cell_input").replaceChildren(field);

  let busy = false;
  const go = async () => {
    if (busy) return;
    busy = run.disabled = back.disabled = true;
    line.textContent = box.dataset.running;
    try { await t.rerun(cell, field.value); } finally { busy = run.disabled = back.disabled = false; line.textContent = ""; }
  };
  run.addEventListener("click", go);
  back.addEventListener("click", () => { field.value = original; size(); go(); });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey || event.shiftKey)) { event.preventDefault(); go(); }
  });
  run.disabled = back.disabled = false;
}
