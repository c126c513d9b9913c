// Runs before the first paint, so that no page flashes in another theme or colour. Keys: src/style/theme.ts
(function () {
  var root = document.documentElement;
  var theme = localStorage.getItem('steward.theme') || localStorage.getItem('steward.site-theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  var accent = JSON.parse(localStorage.getItem('steward.site-accent') || '{}');
  for (var name in accent) root.style.setProperty(name, accent[name]);
})();
