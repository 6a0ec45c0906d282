import type { Feedback } from '@earshot/sdk';
import { feedback as texts } from './texts/en/feedback.ts';
import { useNavigate } from '@tanstack/react-router';
import { ChevronUp, Gauge, GripVertical, MessageSquare } from 'lucide-react';
import { Button, type DropItem, GridList, GridListItem, isTextDropItem, useDragAndDrop } from 'react-aria-components';
import { refresh } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { changesOfDrop, type Lane } from './board-view.ts';
import { useEntryChanges } from './changes.ts';
import { type Place, useOrder } from './order.ts';
import { type StatusChoice, useStatuses } from './fields/statuses.ts';
import { EntryScore } from './scores/entry-score.tsx';

const DRAGGED = 'earshot-feedback';

interface CardsProps {
  column: StatusChoice;
  entries: Feedback[];
  isCollapsed: boolean;
  /** Whether cards have a place within the list. */
  isManual: boolean;
  lane?: Lane | undefined;
  /** Name of the list, unless the column names it. */
  label?: string;
}

interface Dragged {
  entry: Feedback;
  lane: string | undefined;
}

/** Cards of a column, or of its part in a lane. Cards are moved by mouse, touch or keyboard. */
export function Cards({ column, entries, isCollapsed, isManual, lane, label }: CardsProps) {
  const { slug } = useProject();
  const navigate = useNavigate();
  const mayWork = useMay('member');
  const { change } = useEntryChanges();
  const order = useOrder();
  const { idOf } = useStatuses();
  const byId = (id: unknown) => entries.find((entry) => entry.id === id);

  const drop = async (dragged: Dragged[], place?: Place) => {
    const [first] = dragged;
    if (!first) return;
    const toChanges = ({ entry, lane: from }: Dragged) => changesOfDrop(entry, { column, lane, from });
    const moved = place && order({ ...first.entry, ...toChanges(first) } as Feedback, place);
    const changed = dragged.filter((one) => Object.keys(toChanges(one)).length > 0);
    await change(
      changed.map(({ entry }) => entry),
      (entry) => toChanges(changed.find((one) => one.entry.id === entry.id) ?? { entry, lane: undefined }),
      idOf(first.entry) === column.id ? texts.changed : texts.movedTo(column.name, changed.length),
    );
    await moved;
    if (moved) await refresh('/v1/feedback');
  };
  const dropAt = (items: Iterable<DropItem>, place?: Place) =>
    void Promise.all([...items].filter(isTextDropItem).map((item) => item.getText(DRAGGED))).then((all) =>
      drop(
        all.map((text) => JSON.parse(text) as Dragged),
        place,
      ),
    );
  const toPlace = ({ key, dropPosition }: { key: string | number; dropPosition: 'before' | 'after' | 'on' }): Place => ({
    anchor: String(key),
    side: dropPosition === 'after' ? 'after' : 'before',
  });
  const { dragAndDropHooks } = useDragAndDrop<Feedback>({
    getItems: (keys) =>
      [...keys].flatMap((key) => {
        const entry = byId(key);
        return entry
          ? [{ [DRAGGED]: JSON.stringify({ entry, lane: lane?.id } satisfies Dragged), 'text/plain': entry.title }]
          : [];
      }),
    acceptedDragTypes: [DRAGGED],
    getDropOperation: () => 'move',
    onRootDrop: ({ items }) => dropAt(items),
    ...(isManual && {
      onInsert: ({ items, target }) => dropAt(items, toPlace(target)),
      onReorder: ({ keys, target }) => {
        const dragged = [...keys].flatMap((key) => byId(key) ?? []);
        void drop(
          dragged.map((entry) => ({ entry, lane: lane?.id })),
          toPlace(target),
        );
      },
    }),
    isDisabled: !mayWork,
  });
  return (
    <GridList
      {...(label === undefined ? { 'aria-labelledby': `column-${column.id}` } : { 'aria-label': label })}
      className="cards"
      items={entries}
      dragAndDropHooks={dragAndDropHooks}
      onAction={(id) => void navigate({ to: '/projects/$slug/feedback/$id', params: { slug, id: String(id) } })}
      renderEmptyState={() => !isCollapsed && !lane && <p className="soft">{texts.emptyColumn}</p>}
    >
      {(entry) => (
        <GridListItem id={entry.id} textValue={entry.title} className="card">
          {mayWork && (
            <Button slot="drag" className="drag" aria-label={texts.card(entry.title)}>
              <GripVertical size={14} />
            </Button>
          )}
          <span className="card-title" dir="auto">
            {entry.title}
          </span>
          <span className="row-meta">
            <span title={texts.voteCount(entry.upvote_count)}>
              <ChevronUp size={13} aria-hidden /> {entry.upvote_count}
            </span>
            {entry.score && (
              <span className="card-score">
                <Gauge size={13} aria-hidden /> <EntryScore score={entry.score} />
              </span>
            )}
            <span>{texts.types[entry.type]}</span>
            {entry.comment_count > 0 && (
              <span title={texts.commentCount(entry.comment_count)}>
                <MessageSquare size={13} aria-hidden /> {entry.comment_count}
              </span>
            )}
          </span>
          {entry.tags.length > 0 && (
            <span className="tag-list card-tags">
              {entry.tags.map((tag) => (
                <Button
                  key={tag}
                  className="tag clickable"
                  aria-label={texts.showTag(tag)}
                  onPress={() => void navigate({ to: '/projects/$slug/feedback', params: { slug }, search: { tag } })}
                >
                  {tag}
                </Button>
              ))}
            </span>
          )}
        </GridListItem>
      )}
    </GridList>
  );
}
