// Runs before the first paint, so that a dark page never flashes light. Keys: src/style/theme.ts
(function () {
  var theme = localStorage.getItem('steward.theme') || localStorage.getItem('steward.site-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
})();
