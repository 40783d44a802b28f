// @ts-check
// If boot.js could not run, the boards' status lines show why and all buttons are disabled. Written in ES5, so that
// every browser can parse it, and inlined into the pages: in a sandboxed frame, WebKit treats no file as same-origin
// and runs only inline scripts.
(function () {
  /**
   * Detect a supported browser by features that the oldest supported versions have and earlier versions do not.
   * @returns {boolean}
   */
  function isSupported() {
    return !!(window.CSS && CSS.supports && CSS.supports("selector(:has(*))") && window.DecompressionStream);
  }

  /** @returns {string} a state for which the status lines have text */
  function reason() {
    if (window.catOld) return "old";
    if (location.protocol === "file:") return "file";
    return self.origin === "null" ? "noworker" : "failed";
  }

  /** Run the theme's scripts, as boot.js would. */
  function runThemeScripts() {
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

  function showReason() {
    if (window.catlive) return; // boot.js runs and reports the status
    var state = reason();
    var lines = document.querySelectorAll(".cat-state");
    var buttons = document.querySelectorAll(".cat-shell button");
    var n;
    runThemeScripts();
    for (n = 0; n < buttons.length; n += 1) buttons[n].setAttribute("aria-disabled", "true");
    for (n = 0; n < lines.length; n += 1) {
      lines[n].setAttribute("data-state", state);
      lines[n].textContent = lines[n].getAttribute("data-" + state);
    }
  }

  window.catOld = !isSupported();
  document.addEventListener("DOMContentLoaded", showReason);
})();
