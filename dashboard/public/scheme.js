// Before anything is drawn: the scheme that somebody chose over their system's.
(() => {
  let scheme;
  try {
    scheme = localStorage.getItem('earshot.scheme');
  } catch {
    // No storage, no choice.
  }
  if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.scheme = scheme;
  // The placeholder of the first page has a sidebar only where the page has one.
  if (/^\/(projects\/(?!new$)|$)/.test(location.pathname)) document.documentElement.dataset.frame = 'project';
})();
