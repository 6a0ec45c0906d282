import { shell } from '#texts/shell';
import { useNavigate } from '@tanstack/react-router';
import { CornerDownLeft, FolderClosed, MessageSquare, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Autocomplete, Dialog, Input, Menu, Modal, ModalOverlay, SearchField } from 'react-aria-components';
import { useRead } from '../api.ts';
import { useProject, useProjects } from '../projects/projects.ts';
import { MenuItem, MenuSection } from '../ui/menu.tsx';
import { useDebounced } from '../ui/debounce.ts';
import { PLACES } from './places.ts';
import { activeShortcuts } from './shortcuts.ts';
import { takeTyped } from './typed-ahead.ts';

interface Command {
  id: string;
  label: string;
  icon?: ReactNode;
  keys?: string;
  run: () => void;
}

const FOUND = 5;

/** Command palette: pages, actions of the current page, projects, and feedback search. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const [words, setWords] = useState('');
  const sections = useCommands(words);
  // Shortcuts of the current page, while the palette is open.
  const isShown = sections.some(({ commands }) => commands.length > 0);
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={onClose} className="overlay palette-overlay">
      <Modal className="modal palette">
        <Dialog aria-label={shell.commands} className="dialog">
          {/* The list is not filtered again, because the search also returns approximate matches. */}
          <Autocomplete inputValue={words} onInputChange={setWords}>
            <SearchField aria-label={shell.commands} autoFocus className="palette-field">
              <Input
                className="input"
                placeholder={shell.commandsPlaceholder}
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
                    {commands.map(({ id, label, icon, keys, run }) => (
                      <MenuItem
                        key={id}
                        id={id}
                        icon={icon}
                        keys={keys}
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
            {!isShown && <p className="soft">{shell.noCommands}</p>}
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function useCommands(words: string): { title: string; commands: Command[] }[] {
  const { slug } = useProject();
  const { data: projects = [] } = useProjects();
  const navigate = useNavigate();
  const [actions] = useState(() => activeShortcuts().filter(({ keys }) => !/^(?:g .|\/|\?)$/.test(keys)));
  const q = useDebounced(words.trim());
  const found = useRead('GET /v1/feedback', { query: { q, limit: FOUND } }, { enabled: q !== '', keep: true });

  const fits = ({ label }: Command) => label.toLowerCase().includes(words.trim().toLowerCase());
  const places: Command[] = [
    ...PLACES.map(({ id, to, label, icon: Icon, keys }) => ({
      id: `to-${id}`,
      label,
      keys,
      icon: <Icon size={16} />,
      run: () => void navigate({ to, params: { slug } }),
    })),
    { id: 'account', label: shell.account, run: () => void navigate({ to: '/account' }) },
    { id: 'new', label: shell.newProject, icon: <Plus size={16} />, run: () => void navigate({ to: '/projects/new' }) },
    ...projects.map((project) => ({
      id: project.id,
      label: project.name,
      icon: <FolderClosed size={16} />,
      run: () => void navigate({ to: '/projects/$slug', params: { slug: project.slug } }),
    })),
  ];
  const entries = (q && found.data?.data) || [];
  return [
    {
      title: shell.actions,
      commands: actions
        .map(({ keys, label, run }) => ({ id: `do-${keys}`, label, keys, icon: <CornerDownLeft size={16} />, run }))
        .filter(fits),
    },
    { title: shell.goTo, commands: places.filter(fits) },
    {
      title: shell.entries,
      commands: entries.map(({ id, title }) => ({
        id,
        label: title,
        icon: <MessageSquare size={16} />,
        run: () => void navigate({ to: '/projects/$slug/feedback/$id', params: { slug, id } }),
      })),
    },
  ];
}
