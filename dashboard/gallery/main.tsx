import '@fontsource-variable/inter/wght.css';
import './gallery.css';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Select } from '../src/ui/field.tsx';
import { Toasts } from '../src/ui/toast.tsx';
import type { Section } from './example.tsx';
import { CHARTS } from './sections/charts.tsx';
import { CONTROLS } from './sections/controls.tsx';
import { FIELDS } from './sections/fields.tsx';
import { LISTS } from './sections/lists.tsx';
import { OVERLAYS } from './sections/overlays.tsx';
import { PAGES } from './sections/pages.tsx';
import { STATES } from './sections/states.tsx';

const SECTIONS = [...CONTROLS, ...FIELDS, ...PAGES, ...LISTS, ...CHARTS, ...STATES, ...OVERLAYS];

const SCHEMES = [
  { id: 'system', label: 'Colors of the system' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
] as const;
type Scheme = (typeof SCHEMES)[number]['id'];

/** The only section, for pictures: `?section=buttons`. */
const only = new URLSearchParams(location.search).get('section');

const Part = ({ section: { id, title, presses, isFocused, isTall, render } }: { section: Section }) => (
  <section
    id={id}
    className={isTall ? 'gallery-section tall' : 'gallery-section'}
    data-section={JSON.stringify({ id, presses, isFocused })}
  >
    <h2>{title}</h2>
    {render()}
  </section>
);

function Gallery() {
  const [scheme, setScheme] = useState<Scheme>('system');
  const choose = (next: Scheme) => {
    setScheme(next);
    if (next === 'system') delete document.documentElement.dataset.scheme;
    else document.documentElement.dataset.scheme = next;
  };
  return (
    <main className="gallery">
      {!only && (
        <header>
          <h1>Components of the dashboard</h1>
          <p className="soft">Everything in dashboard/src/ui. The rules for their use are in docs/design.md.</p>
          <nav aria-label="Sections">
            {SECTIONS.map(({ id, title }) => (
              <a key={id} href={`#${id}`}>
                {title}
              </a>
            ))}
          </nav>
          <Select label="Colors" isLabelHidden options={SCHEMES} value={scheme} onChange={choose} />
        </header>
      )}
      {SECTIONS.filter(({ id }) => !only || id === only).map((section) => (
        <Part key={section.id} section={section} />
      ))}
      <Toasts />
    </main>
  );
}

// Links and tabs need a router. Its history is not that of the window, so that no link leaves the gallery.
const root = createRootRoute({ component: Outlet });
const page = createRoute({ getParentRoute: () => root, path: '/', component: Gallery });
const other = createRoute({ getParentRoute: () => root, path: '$', component: Gallery });
const router = createRouter({
  routeTree: root.addChildren([page, other]),
  history: createMemoryHistory({ initialEntries: ['/projects/acme/feedback'] }),
});

const place = document.querySelector('#app');
if (place)
  createRoot(place).render(
    <StrictMode>
      <RouterProvider router={router as never} />
    </StrictMode>,
  );
