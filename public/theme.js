/** Applies the stored theme before the first paint; a classic script, because modules run too late for that. */
(() => {
  try {
    const theme = localStorage.getItem('oneclaw.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Blocked storage: the system's theme holds.
  }
})();
