"use strict";
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
