// Records clicks on the results of a search in the help center, for the click-through rates of the insights. The request outlives the page.

const list = document.querySelector<HTMLElement>('[data-query]');
list?.addEventListener('click', ({ target }) => {
  const { index, document: document_id } = (target as Element).closest('a')?.dataset ?? {};
  if (!index) return;
  void fetch(`/v1/indexes/${index}/search/${list.dataset['query']}/click`, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', 'x-project-key': list.dataset['key'] ?? '' },
    body: JSON.stringify({ document_id }),
  }).catch(() => {});
});
