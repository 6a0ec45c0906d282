import type { Project } from '@earshot/sdk';
import { common } from '#texts/common';
import { shell } from '#texts/shell';
import { Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Dialog as AriaDialog, DialogTrigger, Modal, ModalOverlay } from 'react-aria-components';
import { ProjectIdContext, useIsOffline } from '../api.ts';
import { DialogNotLoaded, lazily, NothingLoaded } from '../lazy.tsx';
import { ProjectContext, rememberProject, useProjects } from '../projects/projects.ts';
import { IconButton } from '../ui/button.tsx';
import { Loaded, NotFound, Skeleton } from '../ui/state.tsx';
import { forgetUndoable, undoLast } from '../ui/toast.tsx';
import { PLACES } from './places.ts';
import { SEARCH_KEYS, useShortcuts } from './shortcuts.ts';
import { holdKeys } from './typed-ahead.ts';
import { Sidebar } from './sidebar.tsx';

const CommandPalette = lazily(() => import('./command-palette.tsx'), 'default', DialogNotLoaded);
const NewEntry = lazily(() => import('../feedback/new/new-entry.tsx'), 'NewEntry', DialogNotLoaded);
const Live = lazily(() => import('./live.tsx'), 'Live', NothingLoaded);
const ShortcutList = lazily(() => import('./shortcut-list.tsx'), 'default', DialogNotLoaded);

/** Loads after the data of the page. */
const PALETTE_AFTER_MS = 1_000;

/** Layout of the pages of a project. */
export function ProjectLayout() {
  const { slug } = useParams({ from: '/app/projects/$slug' });
  const projects = useProjects();
  return (
    <Loaded query={projects} skeleton={<FrameSkeleton />}>
      {(list) => {
        const project = list.find((one) => one.slug === slug);
        return project ? <Frame key={project.id} project={project} /> : <NotFound />;
      }}
    </Loaded>
  );
}

function Frame({ project }: { project: Project }) {
  const navigate = useNavigate();
  const isUnreachable = useIsOffline();
  const [isPaletteOpen, openPalette] = useState(false);
  const [isListOpen, openList] = useState(false);
  const [isAdding, add] = useState(false);
  useEffect(() => rememberProject(project.slug), [project.slug]);
  // Actions in another project can't be undone from here.
  useEffect(() => forgetUndoable, []);
  // Keys that follow immediately belong to the palette, which may have to be loaded.
  const search = () => {
    if (document.querySelector('.palette')) return;
    holdKeys(() => openPalette(false));
    openPalette(true);
  };
  useEffect(() => {
    // The search field has the focus when the palette opens.
    const idle = setTimeout(() => void CommandPalette.preload(), PALETTE_AFTER_MS);
    return () => clearTimeout(idle);
  }, []);
  useShortcuts(
    [
      ...PLACES.map(({ to, label, keys }) => ({
        keys,
        label: shell.open(label),
        run: () => void navigate({ to, params: { slug: project.slug } }),
      })),
      ...(project.role === 'viewer' ? [] : [{ keys: 'n', label: shell.newEntry, run: () => add(true) }]),
      { keys: 'mod+z', label: shell.undo, run: undoLast },
      { keys: '/', label: shell.commands, run: search },
      // A text editor handles the same keys first, for a link.
      { keys: SEARCH_KEYS, label: shell.commands, run: search, whileTyping: true },
      { keys: '?', label: shell.shortcuts, run: () => openList(true) },
    ],
    { isFrame: true },
  );
  const sidebar = <Sidebar onSearch={search} onShortcuts={() => openList(true)} />;
  return (
    <ProjectIdContext value={project.id}>
      <ProjectContext value={project}>
        <a className="skip" href="#main">
          {shell.skip}
        </a>
        <div className="frame">
          <div className="side">{sidebar}</div>
          <header className="topbar">
            <DialogTrigger>
              <IconButton label={shell.menu}>
                <MenuIcon size={20} />
              </IconButton>
              <ModalOverlay className="overlay drawer-overlay" isDismissable>
                <Modal className="drawer">
                  <AriaDialog className="side" aria-label={shell.navigation}>
                    {({ close }) => (
                      // Selecting a page closes the menu.
                      <div onClickCapture={(event) => (event.target as Element).closest('a') && close()}>{sidebar}</div>
                    )}
                  </AriaDialog>
                </Modal>
              </ModalOverlay>
            </DialogTrigger>
            <span className="topbar-title">{project.name}</span>
          </header>
          <div className="content">
            {isUnreachable && (
              <p role="status" className="notice warn">
                {common.offline}
              </p>
            )}
            <Outlet />
          </div>
        </div>
        <Suspense>
          <Live />
          {isPaletteOpen && <CommandPalette onClose={() => openPalette(false)} />}
          {isAdding && <NewEntry onClose={() => add(false)} />}
          {isListOpen && <ShortcutList onClose={() => openList(false)} />}
        </Suspense>
      </ProjectContext>
    </ProjectIdContext>
  );
}

const FrameSkeleton = () => (
  <div className="frame">
    <div className="side">
      <Skeleton lines={8} />
    </div>
    <main className="page">
      <Skeleton lines={6} />
    </main>
  </div>
);
