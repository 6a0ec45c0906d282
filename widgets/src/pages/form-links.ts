/** Address of the form of a page, which the page shows without scripts. */
const FORM = '#new';

/** Calls `open` on a click on a link to the form, and immediately if the address of the page is that of the form. */
export function followFormLinks(open: () => unknown): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(`a[href="${FORM}"]`) : null;
    if (!link || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    open();
  });
  if (location.hash === FORM) {
    // Hides the form, which the address selects, before the dialog covers it.
    location.hash = '';
    history.replaceState(history.state, '', location.pathname + location.search);
    open();
  }
}
