import { settings as texts } from '#texts/settings';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useProject } from '../projects/projects.ts';
import { findSettings } from '../shell/found.ts';
import { Select } from '../ui/field.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { GROUPS, type Section, SECTIONS } from './sections.ts';

/**
 * Links to the sections, and a search that finds sections by their names and the names of their settings. In narrow windows, where the list
 * would cover the screen, a selection.
 */
export function Navigation({ section }: { section: Section }) {
  const { slug } = useProject();
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  const nav = useRef<HTMLElement>(null);
  // Only the list scrolls: the page stays at its head.
  useEffect(() => {
    const [list, current] = [nav.current, nav.current?.querySelector<HTMLElement>('.active')];
    if (list && current && current.offsetTop + current.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = list.scrollHeight;
  }, [section]);
  const found = new Set(findSettings(words.trim()).map((one) => one.section));
  return (
    <>
      <nav ref={nav} className="settings-nav" aria-label={texts.title}>
        <SearchBox label={texts.filter} value={words} onChange={setWords} />
        {found.size === 0 && (
          <p className="soft" role="status">
            {texts.noSection}
          </p>
        )}
        {Object.entries(GROUPS).map(([group, sections]) => {
          const shown = sections.filter((one) => found.has(one));
          if (!shown.length) return undefined;
          return (
            <section key={group} aria-label={texts.groups[group as keyof typeof GROUPS]}>
              <p className="settings-group" aria-hidden>
                {texts.groups[group as keyof typeof GROUPS]}
              </p>
              {shown.map((one) => (
                <Link
                  key={one}
                  to="/projects/$slug/settings/$section"
                  params={{ slug, section: one }}
                  className="place"
                  activeProps={{ className: 'place active' }}
                >
                  {texts.sections[one]}
                </Link>
              ))}
            </section>
          );
        })}
      </nav>
      <div className="settings-choice">
        <Select
          label={texts.section}
          isLabelHidden
          options={SECTIONS.map((id) => ({ id, label: texts.sections[id] }))}
          value={section}
          onChange={(next) => void navigate({ to: '/projects/$slug/settings/$section', params: { slug, section: next } })}
        />
      </div>
    </>
  );
}
