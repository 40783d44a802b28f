// @ts-check
// Where boot.js could not run, the boards' lines say so. In the words of ES5, so that every browser reads it.
(function () {
  /**
   * The features that the oldest browsers the book is made for have, and those before them lack.
   * @returns {boolean}
   */
  function isNew() {
    return !!(window.CSS && CSS.supports && CSS.supports("selector(:has(*))") && window.DecompressionStream);
  }

  function tell() {
    if (window.catlive) return; // boot.js runs, and says by itself how far things are
    var state = window.catOld ? "old" : "failed";
    var lines = document.querySelectorAll(".cat-state");
    var n;
    for (n = 0; n < lines.length; n += 1) {
      lines[n].setAttribute("data-state", state);
      lines[n].textContent = lines[n].getAttribute("data-" + state);
    }
  }

  window.catOld = !isNew();
  document.addEventListener("DOMContentLoaded", tell);
})();
