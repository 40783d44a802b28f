// @ts-check
// Where boot.js could not run, the boards' lines say why, and no button looks live. In the words of ES5, so that every
// browser reads it, and written into the pages: in a sandboxed frame WebKit takes no file for the site's own, and runs
// nothing else.
(function () {
  /**
   * The features that the oldest browsers the book is made for have, and those before them lack.
   * @returns {boolean}
   */
  function isNew() {
    return !!(window.CSS && CSS.supports && CSS.supports("selector(:has(*))") && window.DecompressionStream);
  }

  /** @returns {string} the state that a line has words for */
  function reason() {
    if (window.catOld) return "old";
    if (location.protocol === "file:") return "file";
    return self.origin === "null" ? "noworker" : "failed";
  }

  /** Run the theme's scripts, as boot.js would. */
  function runOthers() {
    var scripts = document.querySelectorAll("script[type=later]");
    var run;
    var n;
    for (n = 0; n < scripts.length; n += 1) {
      run = document.createElement("script");
      run.src = /** @type {HTMLScriptElement} */ (scripts[n]).src;
      run.async = false;
      document.body.appendChild(run);
    }
  }

  function tell() {
    if (window.catlive) return; // boot.js runs, and says by itself how far things are
    var state = reason();
    var lines = document.querySelectorAll(".cat-state");
    var buttons = document.querySelectorAll(".cat-shell button");
    var n;
    runOthers();
    for (n = 0; n < buttons.length; n += 1) buttons[n].setAttribute("aria-disabled", "true");
    for (n = 0; n < lines.length; n += 1) {
      lines[n].setAttribute("data-state", state);
      lines[n].textContent = lines[n].getAttribute("data-" + state);
    }
  }

  window.catOld = !isNew();
  document.addEventListener("DOMContentLoaded", tell);
})();
