import { session } from '#texts/session';
import { shell } from '#texts/shell';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { CornerDownLeft, FolderClosed, History, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Autocomplete, Dialog, Input, Menu, Modal, ModalOverlay, SearchField } from 'react-aria-components';
import { useClient } from '../api.ts';
import { useMay, useProject, useProjects } from '../projects/projects.ts';
import { signOut } from '../session/sign-out.ts';
import { MenuItem, MenuSection } from '../ui/menu.tsx';
import { useDebounced } from '../ui/debounce.ts';
import { useFound } from './found.ts';
import { PLACES } from './places.ts';
import { readRecents } from './recents.ts';
import { SCHEMES, setScheme } from './scheme.ts';
import { activeShortcuts, SEARCH_KEYS, toLabels } from './shortcuts.ts';
import { takeTyped } from './typed-ahead.ts';

interface Command {
  id: string;
  label: string;
  detail?: string;
  snippet?: string | undefined;
  icon?: ReactNode;
  keys?: string;
  run: () => void;
}

/** Shortcuts that the palette does not list: places, which it lists by name, and steps through the list behind it. */
const IS_MOVEMENT = /^(?:g .|\/|[jkJK]|(?:shift\+)?Arrow\w+|Escape)$/;

/** Characters of a search that is recorded. */
const MIN_RECORDED = 3;
/** Time in milliseconds after which words are complete. */
const COMPLETE_MS = 1_500;

/** Command palette: pages, actions, projects, and everything that the search finds. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const [words, setWords] = useState('');
  const sections = useCommands(words);
  const [first] = sections.flatMap(({ commands }) => commands);
  useRecorded(first ? '' : words.trim());
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={onClose} className="overlay palette-overlay">
      <Modal className="modal palette">
        <Dialog aria-label={shell.commands} className="dialog">
          {/* The list is not filtered again, because the search also returns approximate matches. Results arrive in turn: Enter runs what is
              first when it is pressed, and not what was first when the key before it was. */}
          <Autocomplete disableAutoFocusFirst inputValue={words} onInputChange={setWords}>
            <SearchField aria-label={shell.commands} autoFocus className="palette-field">
              <Input
                dir="auto"
                className="input"
                placeholder={shell.commandsPlaceholder}
                onKeyDown={({ key, currentTarget }) => {
                  if (key !== 'Enter' || !first || currentTarget.hasAttribute('aria-activedescendant')) return;
                  onClose();
                  first.run();
                }}
                onFocus={() => {
                  const typed = takeTyped();
                  if (typed) setWords((before) => before + typed);
                }}
              />
            </SearchField>
            <Menu aria-label={shell.commands} className="menu">
              {sections
                .filter(({ commands }) => commands.length > 0)
                .map(({ title, commands }) => (
                  <MenuSection key={title} title={title}>
                    {commands.map(({ id, label, detail, snippet, icon, keys, run }) => (
                      <MenuItem
                        key={id}
                        id={id}
                        icon={icon}
                        keys={keys && toLabels({ keys }).join(' ')}
                        detail={detail}
                        snippet={snippet}
                        onAction={() => {
                          onClose();
                          run();
                        }}
                      >
                        {label}
                      </MenuItem>
                    ))}
                  </MenuSection>
                ))}
            </Menu>
            {!first && <p className="soft">{shell.noCommands}</p>}
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Records words that find nothing at all, which is an unanswered search. */
function useRecorded(query: string): void {
  const call = useClient();
  useEffect(() => {
    if (query.length < MIN_RECORDED) return undefined;
    const timer = setTimeout(
      () => void call('POST /v1/indexes/search', { body: { query, limit: 1 } }).catch(() => undefined),
      COMPLETE_MS,
    );
    return () => clearTimeout(timer);
  }, [call, query]);
}

function useCommands(words: string): { title: string; commands: Command[] }[] {
  const { slug } = useProject();
  const { data: projects = [] } = useProjects();
  const navigate = useNavigate();
  const router = useRouter();
  const general = useActions();
  const [actions] = useState(() => activeShortcuts().filter(({ keys }) => keys !== SEARCH_KEYS && !IS_MOVEMENT.test(keys)));
  const [recents] = useState(() => readRecents(slug).filter(({ path }) => !location.pathname.endsWith(path)));
  const found = useFound(useDebounced(words.trim()));

  const fits = ({ label }: Command) => label.toLowerCase().includes(words.trim().toLowerCase());
  const places: Command[] = [
    ...PLACES.map(({ id, to, label, icon: Icon, keys }) => ({
      id: `to-${id}`,
      label,
      keys,
      icon: <Icon size={16} />,
      run: () => void navigate({ to, params: { slug } }),
    })),
    { id: 'board', label: shell.board, run: () => void navigate({ to: '/projects/$slug/feedback/board', params: { slug } }) },
    { id: 'account', label: shell.account, run: () => void navigate({ to: '/account' }) },
    ...projects.map((project) => ({
      id: project.id,
      label: project.name,
      icon: <FolderClosed size={16} />,
      run: () => void navigate({ to: '/projects/$slug', params: { slug: project.slug } }),
    })),
  ];
  return [
    {
      title: shell.recent,
      commands: recents
        .map(({ path, label }) => ({
          id: `recent-${path}`,
          label,
          icon: <History size={16} />,
          run: () => router.history.push(`/projects/${slug}${path}`),
        }))
        .filter(fits),
    },
    { title: shell.goTo, commands: places.filter(fits) },
    { title: shell.results, commands: found.map(({ icon: Icon, ...item }) => ({ ...item, icon: <Icon size={16} /> })) },
    {
      title: shell.actions,
      commands: actions
        .map(({ keys, label, run }) => ({ id: `do-${keys}`, label, keys, icon: <CornerDownLeft size={16} />, run }))
        .filter(fits),
    },
    { title: shell.general, commands: general.filter(fits) },
  ];
}

/** Actions without a shortcut, which every page has. */
function useActions(): Command[] {
  const { slug } = useProject();
  const navigate = useNavigate();
  const mayWork = useMay('member');
  return [
    ...(mayWork
      ? [
          {
            id: 'new-changelog-entry',
            label: shell.newChangelogEntry,
            icon: <Plus size={16} />,
            run: () => void navigate({ to: '/projects/$slug/changelog/new', params: { slug } }),
          },
        ]
      : []),
    {
      id: 'new-project',
      label: shell.newProject,
      icon: <Plus size={16} />,
      run: () => void navigate({ to: '/projects/new' }),
    },
    { id: 'public-pages', label: shell.openPublicPages, run: () => void open(`/p/${slug}`) },
    { id: 'reference', label: shell.openReference, run: () => void open('/docs') },
    ...SCHEMES.map((scheme) => ({
      id: `scheme-${scheme}`,
      label: shell.setScheme(shell.schemes[scheme]),
      run: () => setScheme(scheme),
    })),
    { id: 'sign-out', label: session.signOut, run: signOut },
  ];
}
