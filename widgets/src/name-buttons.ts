// Names the buttons of the API reference that have an icon only, which its library leaves unnamed. They are added while the page is read.

const NAMES = { '.scalar-code-copy': 'Copy' };

function nameButtons(): void {
  for (const [selector, name] of Object.entries(NAMES))
    for (const button of document.querySelectorAll(`${selector}:not([aria-label])`)) button.setAttribute('aria-label', name);
}

new MutationObserver(nameButtons).observe(document.documentElement, { childList: true, subtree: true });
nameButtons();
