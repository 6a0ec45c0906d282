// Adds what the library of the API reference omits: names of icon buttons, and access to scrollable lists by keyboard. Elements are added
// while the page is read.

const ADDED = [
  { selector: '.scalar-code-copy', attribute: 'aria-label', value: 'Copy' },
  { selector: 'ul.endpoints', attribute: 'tabindex', value: '0' },
];

function addAttributes(): void {
  for (const { selector, attribute, value } of ADDED)
    for (const element of document.querySelectorAll(`${selector}:not([${attribute}])`)) element.setAttribute(attribute, value);
}

new MutationObserver(addAttributes).observe(document.documentElement, { childList: true, subtree: true });
addAttributes();
