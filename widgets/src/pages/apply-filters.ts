// Applies the filters of a list immediately and in place, so that the focus stays in its field. Without scripts, the form has a button.

let requests = 0;

async function apply(form: HTMLFormElement): Promise<void> {
  const request = ++requests;
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && value) query.set(name, value);
  const url = query.size ? `?${query}` : location.pathname;
  const response = await fetch(url, { headers: { accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (request !== requests) return;
  const results = page.querySelector('.results');
  if (!results) return location.assign(url);
  document.querySelector('.results')?.replaceWith(results);
  // The number of filters, and the sort orders, which a search changes.
  for (const old of form.querySelectorAll('summary, select')) {
    const current = page.querySelector(`form.filter ${old.id ? `#${old.id}` : 'summary'}`);
    if (current && old !== document.activeElement) old.replaceWith(current);
  }
  history.replaceState(history.state, '', url);
}

const filters = document.querySelector<HTMLFormElement>('form.filter');
filters?.addEventListener('change', () => void apply(filters).catch(() => filters.submit()));
filters?.addEventListener('submit', (event) => {
  event.preventDefault();
  void apply(filters).catch(() => filters.submit());
});
