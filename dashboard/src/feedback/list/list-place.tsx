import { feedback as texts } from '../texts/en/feedback.ts';
import { inbox } from '../texts/en/inbox.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useContext, useEffect } from 'react';
import { ProjectIdContext, queryClient, readQuery, useRead } from '../../api.ts';
import { useProject } from '../../projects/projects.ts';
import type { Shortcut } from '../../shell/shortcuts.ts';
import { IconButton } from '../../ui/button.tsx';
import { Crumbs } from '../../ui/page.tsx';
import type { ListState } from '../filters.ts';
import { BUILT_IN_VIEWS, type BuiltInView } from './built-in-views.ts';
import { type Origin, readOrigin, saveOrigin, toListQuery } from './origin.ts';
import { useEntryPages } from './pages.ts';

/** Number of places by which an entry may have moved in its list since it was opened. */
const MAX_MOVED = 50;

/** Returns the place of an entry in the list that it was opened from: the way back, its position, and the entries next to it. */
export function useListPlace(id: string): { origin: Origin | undefined; crumbs: ReactNode; steps: Shortcut[] } {
  const { slug } = useProject();
  const projectId = useContext(ProjectIdContext);
  const navigate = useNavigate();
  const origin = readOrigin(slug);
  const { search, index: opened } = origin ?? { search: {}, index: 0 };
  const { filters, sort } = toListQuery({ search });
  const { at, total } = useEntryPages(filters, sort, { enabled: origin !== undefined, near: opened });
  const isHere = (index: number) => at(index)?.id === id;
  const moves = Array.from({ length: 2 * MAX_MOVED + 1 }, (_, step) => opened + (step % 2 ? -1 : 1) * Math.ceil(step / 2));
  const position = moves.find(isHere);
  // An entry that left its list, such as by a new status, was directly before the entry with its position.
  const [before, after] = position === undefined ? [opened - 1, opened] : [position - 1, position + 1];
  const [previous, next] = [at(before), at(after)];
  useEffect(() => {
    for (const entry of [previous, next])
      if (entry)
        void queryClient.prefetchQuery(
          readQuery(projectId, 'GET /v1/feedback/{id}', { path: { id: entry.id }, query: { html: true } }),
        );
  }, [previous?.id, next?.id]);
  const go = (index: number) => {
    const entry = at(index);
    if (!origin || !entry) return;
    saveOrigin({ ...origin, index, id: entry.id, hasStepped: true });
    void navigate({ to: '/projects/$slug/feedback/$id', params: { slug, id: entry.id } });
  };
  // An entry that was opened from elsewhere, such as a notification, may be in no list.
  const isPlaced = position !== undefined || origin?.id === id;
  const steps = isPlaced
    ? [
        { keys: 'j', label: texts.keys.next, run: () => go(after) },
        { keys: 'k', label: texts.keys.previous, run: () => go(before) },
      ]
    : [];
  const crumbs = (
    <Crumbs
      tools={
        isPlaced &&
        total > 0 && (
          <div className="neighbors" role="group" aria-label={texts.position}>
            {position !== undefined && <span className="soft">{texts.positionOf(position + 1, total)}</span>}
            <IconButton label={texts.keys.previous} keys="k" isDisabled={!previous} onPress={() => go(before)}>
              <ChevronUp size={18} />
            </IconButton>
            <IconButton label={texts.keys.next} keys="j" isDisabled={!next} onPress={() => go(after)}>
              <ChevronDown size={18} />
            </IconButton>
          </div>
        )
      }
    >
      <Link to="/projects/$slug/feedback" params={{ slug }}>
        {texts.title}
      </Link>
      <Link to="/projects/$slug/feedback" params={{ slug }} search={search}>
        <ViewName search={search} />
      </Link>
    </Crumbs>
  );
  return { origin, crumbs, steps };
}

/** Name of the view that a list shows. */
function ViewName({ search: { view, ...filters } }: { search: ListState }) {
  const isSaved = view !== undefined && !BUILT_IN_VIEWS.some(({ name }) => name === view);
  const views = useRead('GET /v1/feedback/views', {}, { enabled: isSaved, staleTime: 60_000 });
  if (isSaved) return views.data?.data.find(({ id }) => id === view)?.name ?? texts.inbox;
  if (view) return inbox.builtInViews[view as BuiltInView];
  return Object.keys(filters).length ? texts.filtered : texts.inbox;
}
