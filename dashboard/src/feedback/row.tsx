import { common } from '#texts/common';
import type { ViewColumn } from '@earshot/contract/services/feedback/values';
import type { Feedback } from '@earshot/sdk';
import { feedback as texts } from './texts/en/feedback.ts';
import { inbox } from './texts/en/inbox.ts';
import { merging } from './texts/en/merging.ts';
import { people } from '#texts/people';
import { Link, useSearch } from '@tanstack/react-router';
import { CalendarClock, ChevronUp, Copy, MessageSquare, Pin } from 'lucide-react';
import { memo, useRef } from 'react';
import { Button } from 'react-aria-components';
import { Avatar } from '../people/avatar.tsx';
import { nameOfMember, useMembers } from '../people/members.ts';
import { useProject } from '../projects/projects.ts';
import { Checkbox } from '../ui/field.tsx';
import { withoutEmpty } from '../ui/search.ts';
import { date, Time } from '../ui/time.tsx';
import { isOverdue } from './assignment.tsx';
import { useBoards } from './boards.ts';
import type { StatusChoice } from './fields/statuses.ts';
import { EntryScore } from './scores/entry-score.tsx';
import { StatusMenu, StatusName } from './status.tsx';

export interface RowProps {
  entry: Feedback;
  /** Position in the list. */
  index: number;
  columns: readonly ViewColumn[];
  isSelected: boolean;
  /** Missing for viewers. `isRange` with Shift. */
  onSelect?: ((index: number, isRange: boolean) => void) | undefined;
  onStatus?: ((entry: Feedback, choice: StatusChoice) => void) | undefined;
  onSimilar?: ((entry: Feedback) => void) | undefined;
}

/** Content of a row of two lines. While the list is scrolled, only new rows are rendered: the handlers must not change. */
export const Row = memo(function Row({ entry, index, columns, isSelected, onSelect, onStatus, onSimilar }: RowProps) {
  const { slug } = useProject();
  const { id, title, type, tags, upvote_count, comment_count, pinned, visibility, submitter_name } = entry;
  const shows = (column: ViewColumn) => columns.includes(column);
  return (
    <>
      {onSelect && <RowCheckbox title={title} isSelected={isSelected} onSelect={(isRange) => onSelect(index, isRange)} />}
      {shows('upvote_count') && (
        <span className="votes" title={texts.voteCount(upvote_count)}>
          <ChevronUp size={14} aria-hidden />
          {upvote_count}
          <span className="unseen">{texts.votes}</span>
        </span>
      )}
      {entry.score && (
        <span className="row-score">
          <EntryScore score={entry.score} />
        </span>
      )}
      <span className="row-main">
        <Link to="/projects/$slug/feedback/$id" params={{ slug, id }} className="row-title" dir="auto">
          {pinned && <Pin size={14} aria-label={texts.pinned} />}
          {title}
        </Link>
        <span className="row-meta">
          {shows('board_id') && <BoardName id={entry.board_id} />}
          {shows('type') && <span>{texts.types[type]}</span>}
          {shows('visibility') && visibility && visibility !== 'public' && (
            <span className="tag warn">{texts.visibilities[visibility]}</span>
          )}
          {entry.has_vote_burst && <span className="tag warn">{texts.bursts.label}</span>}
          <SimilarLabel entry={entry} onSimilar={onSimilar} />
          {shows('tags') && tags.map((tag) => <TagLink key={tag} tag={tag} />)}
          {shows('author_name') && <span>{submitter_name ?? texts.anonymous}</span>}
          {shows('created_at') && <Time iso={entry.created_at} />}
          {shows('updated_at') && (
            <span>
              {inbox.updated} <Time iso={entry.updated_at} />
            </span>
          )}
          {shows('comment_count') && comment_count > 0 && (
            <span title={texts.commentCount(comment_count)}>
              <MessageSquare size={13} aria-hidden /> {comment_count}
            </span>
          )}
          {shows('due_on') && entry.due_on && (
            <span className={isOverdue(entry) ? 'tag warn' : undefined} title={people.due}>
              <CalendarClock size={13} aria-hidden /> {date(`${entry.due_on}T12:00:00`)}
              <span className="unseen">{isOverdue(entry) ? people.overdue : people.due}</span>
            </span>
          )}
        </span>
      </span>
      {shows('assignee_id') && entry.assignee_id && <RowAssignee id={entry.assignee_id} />}
      {shows('status') &&
        (onStatus ? <StatusMenu entry={entry} onChange={(next) => onStatus(entry, next)} /> : <StatusName entry={entry} />)}
    </>
  );
});

/** Tag that leads to the entries of the list that have it. */
export function TagLink({ tag }: { tag: string }) {
  const { slug } = useProject();
  const state = useSearch({ from: '/app/projects/$slug/feedback' });
  return (
    <Link
      to="/projects/$slug/feedback"
      params={{ slug }}
      search={withoutEmpty({ ...state, tag })}
      className="tag clickable"
      title={texts.showTag(tag)}
      dir="auto"
    >
      {tag}
    </Link>
  );
}

/** Number of probable duplicates, which opens them. */
export function SimilarLabel({ entry, onSimilar }: Pick<RowProps, 'entry' | 'onSimilar'>) {
  const count = entry.similar?.length ?? 0;
  if (!count) return undefined;
  return onSimilar ? (
    <Button className="tag clickable similar-label" onPress={() => onSimilar(entry)}>
      <Copy size={12} aria-hidden /> {merging.similar(count)}
    </Button>
  ) : (
    <span className="tag similar-label">
      <Copy size={12} aria-hidden /> {merging.similar(count)}
    </span>
  );
}

/** Name of the board of an entry. */
export function BoardName({ id }: { id: string }) {
  return <span>{useBoards().find((board) => board.id === id)?.name}</span>;
}

/** Picture of the member who is responsible for an entry. */
export function RowAssignee({ id }: { id: string }) {
  const member = useMembers().find(({ user_id }) => user_id === id);
  const name = member ? nameOfMember(member) : people.formerMember;
  return (
    <span className="row-assignee" title={people.assignee + common.colon + name}>
      <Avatar name={name} url={member?.avatar_url} />
      <span className="unseen">{people.assignee + common.colon + name}</span>
    </span>
  );
}

export function RowCheckbox({
  title,
  isSelected,
  onSelect,
}: {
  title: string;
  isSelected: boolean;
  onSelect: (isRange: boolean) => void;
}) {
  // The event of a change does not tell whether Shift was pressed.
  const isRange = useRef(false);
  return (
    <span
      className="row-check"
      onClickCapture={({ shiftKey }) => (isRange.current = shiftKey)}
      onKeyDownCapture={({ shiftKey }) => (isRange.current = shiftKey)}
    >
      <Checkbox aria-label={texts.row(title)} isSelected={isSelected} onChange={() => onSelect(isRange.current)} />
    </span>
  );
}

/** Placeholder of a row while its page is loading. */
export const RowSkeleton = () => (
  <span className="row-main skeleton" aria-hidden>
    <span style={{ height: '1.1rem', width: '60%' }} />
    <span style={{ height: '0.8rem', width: '35%' }} />
  </span>
);
