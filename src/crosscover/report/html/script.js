"use strict";
let filters = 0;
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const text = (row, column) => row.cells[column].textContent.trim();
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
      rows.sort((a, b) => sign * text(a, column).localeCompare(text(b, column), "en", { numeric: true }));
      body.append(...rows);
    });
  });
  const filter = document.createElement("input");
  filter.type = "search";
  filter.placeholder = "Filter rows, by kind or any text";
  filter.ariaLabel = filter.placeholder;
  const kinds = document.createElement("datalist");
  kinds.id = `kinds-${filters += 1}`;
  for (const kind of new Set(rows.map((row) => text(row, 2)))) kinds.append(new Option(kind, kind));
  filter.setAttribute("list", kinds.id);
  filter.addEventListener("input", () => {
    const wanted = filter.value.toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
  table.parentElement.before(filter, kinds);
}
const status = document.getElementById("copied");
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copy);
    let message = "copied";
    try {
      await navigator.clipboard.writeText(source.textContent);
    } catch {
      getSelection().selectAllChildren(source);
      if (!document.execCommand("copy")) message = "selected, and yours to copy";
    }
    status.textContent = `${button.textContent.trim()}: ${message}`;
  });
}
