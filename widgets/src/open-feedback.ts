// Opens the feedback dialog where a page links to its form, `#new`, which remains for browsers without scripts.

interface FeedbackWidget extends HTMLElement {
  open: (tab: 'new') => Promise<void>;
}

const FORM = '#new';

async function openDialog(): Promise<void> {
  await customElements.whenDefined('earshot-feedback');
  await document.querySelector<FeedbackWidget>('earshot-feedback')?.open('new');
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(`a[href="${FORM}"]`) : null;
  if (!link || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  void openDialog();
});

if (location.hash === FORM) {
  // Hides the form, which the address selects, before the dialog covers it.
  location.hash = '';
  history.replaceState(history.state, '', location.pathname + location.search);
  void openDialog();
}
