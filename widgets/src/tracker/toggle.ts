// Loaded only for owners who opened a page with `#earshot`, or who have excluded their visits.
const IGNORE = 'earshot_ignore';

const host = document.createElement('div');
const root = host.attachShadow({ mode: 'closed' });
const sheet = new CSSStyleSheet();
sheet.replaceSync(`
:host { all: initial; position: fixed; inset: auto auto 1rem 1rem; z-index: 2147483647; color-scheme: light dark }
div { display: flex; gap: .75rem; align-items: center; padding: .5rem .5rem .5rem .9rem; border-radius: .6rem;
  font: 14px/1.4 system-ui, sans-serif; color: #fff; background: #1f2937; box-shadow: 0 2px 12px #0006 }
button { font: inherit; font-weight: 600; padding: .35rem .7rem; border: 0; border-radius: .4rem; color: #111827; background: #fff; cursor: pointer }
button:focus-visible { outline: 3px solid #60a5fa; outline-offset: 2px }`);
root.adoptedStyleSheets = [sheet];

const bar = document.createElement('div');
bar.setAttribute('role', 'status');
const text = document.createElement('span');
const button = document.createElement('button');
bar.append(text, button);
root.append(bar);

function show(): void {
  const isIgnored = IGNORE in localStorage;
  text.textContent = isIgnored ? 'Your visits are not counted' : 'Your visits are counted';
  button.textContent = isIgnored ? 'Count my visits' : 'Don’t count my visits';
}

button.addEventListener('click', () => {
  if (IGNORE in localStorage) localStorage.removeItem(IGNORE);
  else localStorage.setItem(IGNORE, '1');
  show();
});
show();
document.body.append(host);
