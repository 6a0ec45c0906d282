import type { ViewColumn } from '@earshot/contract/services/feedback/values';
import { feedback as texts } from '../texts/en/feedback.ts';
import { inbox } from '../texts/en/inbox.ts';
import { people } from '#texts/people';
import { Link } from '@tanstack/react-router';
import { Bug, CalendarClock, ChevronUp, Lightbulb, MessageCircle, MessageSquare, Pin } from 'lucide-react';
import { memo } from 'react';
import { useProject } from '../../projects/projects.ts';
import { date, Time } from '../../ui/time.tsx';
import { isOverdue } from '../assignment.tsx';
import { BoardName, RowAssignee, RowCheckbox, type RowProps, SimilarLabel, TagLink } from '../row.tsx';
import { EntryScore } from '../scores/entry-score.tsx';
import { StatusMenu, StatusName } from '../status.tsx';

/** Number of tags that a row names. */
const MAX_TAGS = 2;
const TYPE_ICONS = { bug: Bug, feature: Lightbulb, feedback: MessageCircle };

/** Row of one line, whose cells are below each other. Cells without a value keep their place. */
export const CompactRow = memo(function CompactRow({
  entry,
  index,
  columns,
  isSelected,
  onSelect,
  onStatus,
  onSimilar,
}: RowProps) {
  const { slug } = useProject();
  const { id, title, type, upvote_count, comment_count, pinned } = entry;
  const shows = (column: ViewColumn) => columns.includes(column);
  const TypeIcon = TYPE_ICONS[type];
  return (
    <>
      {onSelect && <RowCheckbox title={title} isSelected={isSelected} onSelect={(isRange) => onSelect(index, isRange)} />}
      {shows('type') && (
        <span className="row-type" title={texts.types[type]}>
          <TypeIcon size={15} aria-hidden />
          <span className="unseen">{texts.types[type]}</span>
        </span>
      )}
      <span className="row-main">
        <Link to="/projects/$slug/feedback/$id" params={{ slug, id }} className="row-title" dir="auto">
          {pinned && <Pin size={14} aria-label={texts.pinned} />}
          {title}
        </Link>
        <RowLabels entry={entry} columns={columns} onSimilar={onSimilar} />
      </span>
      {shows('board_id') && (
        <span className="row-cell author">
          <BoardName id={entry.board_id} />
        </span>
      )}
      {shows('author_name') && (
        <span className="row-cell author" dir="auto">
          {entry.submitter_name ?? texts.anonymous}
        </span>
      )}
      {shows('status') && (
        <span className="row-cell state">
          {onStatus ? <StatusMenu entry={entry} onChange={(next) => onStatus(entry, next)} /> : <StatusName entry={entry} />}
        </span>
      )}
      {shows('upvote_count') && (
        <span className="row-cell number" title={texts.voteCount(upvote_count)}>
          <ChevronUp size={14} aria-hidden />
          {upvote_count}
          <span className="unseen">{texts.votes}</span>
        </span>
      )}
      {shows('comment_count') && (
        <span className="row-cell number comments" title={texts.commentCount(comment_count)}>
          {comment_count > 0 && (
            <>
              <MessageSquare size={13} aria-hidden />
              {comment_count}
              <span className="unseen">{inbox.columnNames.comment_count}</span>
            </>
          )}
        </span>
      )}
      {shows('assignee_id') && (
        <span className="row-cell who">{entry.assignee_id && <RowAssignee id={entry.assignee_id} />}</span>
      )}
      {entry.score && (
        <span className="row-cell number points">
          <EntryScore score={entry.score} />
        </span>
      )}
      {shows('updated_at') && (
        <span className="row-cell age">
          <span className="unseen">{inbox.updated}</span> <Time iso={entry.updated_at} />
        </span>
      )}
      {shows('created_at') && (
        <span className="row-cell age">
          <Time iso={entry.created_at} />
        </span>
      )}
    </>
  );
});

/** Properties that few entries have, and the first tags. */
function RowLabels({ entry, columns, onSimilar }: Pick<RowProps, 'entry' | 'columns' | 'onSimilar'>) {
  const { visibility, has_vote_burst, due_on, tags } = entry;
  const others = tags.slice(MAX_TAGS);
  return (
    <span className="row-labels">
      {columns.includes('visibility') && visibility && visibility !== 'public' && (
        <span className="tag warn">{texts.visibilities[visibility]}</span>
      )}
      {has_vote_burst && <span className="tag warn">{texts.bursts.label}</span>}
      <SimilarLabel entry={entry} onSimilar={onSimilar} />
      {columns.includes('due_on') && due_on && (
        <span className={isOverdue(entry) ? 'tag warn' : 'tag'} title={people.due}>
          <CalendarClock size={13} aria-hidden /> {date(`${due_on}T12:00:00`)}
          <span className="unseen">{isOverdue(entry) ? people.overdue : people.due}</span>
        </span>
      )}
      {columns.includes('tags') && tags.slice(0, MAX_TAGS).map((tag) => <TagLink key={tag} tag={tag} />)}
      {columns.includes('tags') && others.length > 0 && (
        <span className="tag" title={inbox.moreTags(others)}>
          +{others.length}
        </span>
      )}
    </span>
  );
}
