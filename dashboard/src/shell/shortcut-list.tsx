import { shell } from '#texts/shell';
import { useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { activeShortcuts, type Shortcut, toLabels } from './shortcuts.ts';

const isPlace = (keys: string) => keys.startsWith('g ');

const GROUPS: { title: string; has: (shortcut: Shortcut) => boolean }[] = [
  { title: shell.shortcutGroups.page, has: ({ isGeneral }) => !isGeneral },
  { title: shell.shortcutGroups.everywhere, has: ({ isGeneral, keys }) => isGeneral === true && !isPlace(keys) },
  { title: shell.shortcutGroups.places, has: ({ isGeneral, keys }) => isGeneral === true && isPlace(keys) },
];

/** Dialog with the shortcuts of the current page, in groups, with a search. */
export default function ShortcutList({ onClose }: { onClose: () => void }) {
  const [words, setWords] = useState('');
  const [all] = useState(activeShortcuts);
  const found = all.filter(({ label }) => label.toLowerCase().includes(words.trim().toLowerCase()));
  const groups = GROUPS.map(({ title, has }) => ({ title, shortcuts: found.filter(has) }));
  return (
    <Dialog isOpen onOpenChange={onClose} title={shell.shortcuts}>
      <SearchBox label={shell.searchShortcuts} value={words} onChange={setWords} autoFocus />
      <div className="shortcuts">
        {groups
          .filter(({ shortcuts }) => shortcuts.length > 0)
          .map(({ title, shortcuts }) => (
            <section key={title}>
              <h3>{title}</h3>
              <dl>
                {shortcuts.map((shortcut) => (
                  <div key={shortcut.keys}>
                    <dt>{shortcut.label}</dt>
                    <dd>
                      {toLabels(shortcut).map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        {found.length === 0 && <p className="soft">{shell.noCommands}</p>}
      </div>
    </Dialog>
  );
}
