import { common } from '#texts/common';
import { shell } from '#texts/shell';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown, Plus, Search } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import { useProject, useProjects } from '../projects/projects.ts';
import { Menu, MenuItem, MenuSection } from '../ui/menu.tsx';
import { PLACES } from './places.ts';
import { toLabels, SEARCH_KEYS } from './shortcuts.ts';
import { UserMenu } from './user-menu.tsx';
import { useReviewCounts } from './review-counts.ts';

export function Sidebar({ onSearch, onShortcuts }: { onSearch: () => void; onShortcuts: () => void }) {
  const project = useProject();
  const waiting = useReviewCounts();
  return (
    <>
      <ProjectSwitcher />
      <AriaButton className="search-button" onPress={onSearch}>
        <Search size={16} aria-hidden />
        <span className="grow">{common.search}</span>
        <kbd>{toLabels({ keys: SEARCH_KEYS }).join(' ')}</kbd>
      </AriaButton>
      <nav aria-label={shell.navigation} className="places">
        {PLACES.map(({ id, to, label, icon: Icon }) => {
          const count = waiting[id] ?? 0;
          return (
            <Link
              key={id}
              to={to}
              params={{ slug: project.slug }}
              className="place"
              activeOptions={{ exact: id === 'start', includeSearch: false }}
              activeProps={{ className: 'place active' }}
            >
              <Icon size={17} aria-hidden />
              <span className="grow">{label}</span>
              {count > 0 && (
                <span className="count" title={shell.waitingFor(count)}>
                  {count > 999 ? '999+' : count}
                </span>
              )}
            </Link>
          );
        })}
      </nav>
      <UserMenu>
        <MenuItem href={`/p/${project.slug}`} target="_blank">
          {shell.publicPages}
        </MenuItem>
        <MenuItem keys="?" onAction={onShortcuts}>
          {shell.shortcuts}
        </MenuItem>
      </UserMenu>
    </>
  );
}

function ProjectSwitcher() {
  const project = useProject();
  const { data: projects = [] } = useProjects();
  const navigate = useNavigate();
  const isTest = project.settings.test.enabled;
  return (
    <Menu
      label={shell.projects}
      placement="bottom start"
      trigger={
        <AriaButton
          className="switcher"
          aria-label={shell.switchProject(isTest ? `${project.name} ${shell.test}` : project.name)}
        >
          <span className="initial" data-initial={Array.from(project.name)[0]} aria-hidden />
          <span className="grow">{project.name}</span> {isTest && <span className="tag warn">{shell.test}</span>}
          <ChevronsUpDown size={15} aria-hidden />
        </AriaButton>
      }
    >
      <MenuSection title={shell.projects}>
        {projects.map(({ id, name, slug, settings }) => (
          <MenuItem key={id} onAction={() => void navigate({ to: '/projects/$slug', params: { slug } })}>
            {settings.test.enabled ? shell.testProject(name) : name}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuItem icon={<Plus size={16} />} onAction={() => void navigate({ to: '/projects/new' })}>
        {shell.newProject}
      </MenuItem>
    </Menu>
  );
}
