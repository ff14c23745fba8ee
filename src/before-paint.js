/** Theme, direction and kind of address, before the first paint. In the page itself: public/_headers has its hash. */
(() => {
  const root = document.documentElement;
  if (/^#\/(?!(chat|incoming)\b)./.test(location.hash)) root.dataset.elsewhere = '';
  let theme = null;
  let language = null;
  try {
    theme = localStorage.getItem('oneclaw.theme');
    language = localStorage.getItem('oneclaw.language');
  } catch {
    // Blocked storage.
  }
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  // As `pickLanguage`.
  const known = ['en', 'zh', 'es', 'fr', 'de', 'pt', 'ja', 'ko', 'hi', 'ar', 'id', 'ru'];
  const wanted = [language, ...navigator.languages.map((tag) => tag.split('-')[0])];
  const rightToLeft = ['ar'];
  if (rightToLeft.includes(wanted.find((code) => known.includes(code)))) root.dir = 'rtl';
})();
