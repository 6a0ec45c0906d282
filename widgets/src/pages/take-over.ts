// Tells the id with which this browser voted before its visitor signed in, once, so that the votes become those of the person.

/** Key under which the SDK keeps the id (sdk/src/visitor.ts). */
const VISITOR_KEY = 'earshot.visitor';
const account = document.querySelector<HTMLAnchorElement>('a.account');

async function tell(url: string): Promise<void> {
  const id = localStorage.getItem(VISITOR_KEY);
  const response = await fetch(`${url}/visitor`, { method: 'POST', body: new URLSearchParams(id ? { visitor_id: id } : {}) });
  const { votes } = (await response.json()) as { votes: number };
  // The buttons of the page show the votes of the person.
  if (votes) location.reload();
}

if (account) void tell(account.href).catch(() => {});
