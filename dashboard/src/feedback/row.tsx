import type { Feedback } from '@earshot/sdk';
import { feedback as texts } from '#texts/feedback';
import { Link, useSearch } from '@tanstack/react-router';
import { ChevronUp, MessageSquare, Pin } from 'lucide-react';
import { useProject } from '../projects/projects.ts';
import { Checkbox } from '../ui/field.tsx';
import { withoutEmpty } from '../ui/search.ts';
import { Time } from '../ui/time.tsx';
import type { Status } from './filters.ts';
import { StatusMenu, StatusName } from './status.tsx';

interface RowProps {
  entry: Feedback;
  isSelected: boolean;
  onFocus: () => void;
  /** Missing for viewers. */
  onSelect?: (() => void) | undefined;
  onStatus?: ((status: Status) => void) | undefined;
}

export function Row({ entry, isSelected, onFocus, onSelect, onStatus }: RowProps) {
  const { slug } = useProject();
  const filters = useSearch({ from: '/app/projects/$slug/feedback' });
  const { id, title, type, status, tags, upvote_count, comment_count, pinned, visibility, submitter_name } = entry;
  return (
    <li className={isSelected ? 'row selected' : 'row'} onFocus={onFocus}>
      {onSelect && <Checkbox aria-label={texts.row(title)} isSelected={isSelected} onChange={onSelect} />}
      <span className="votes" title={texts.voteCount(upvote_count)}>
        <ChevronUp size={14} aria-hidden />
        {upvote_count}
        <span className="unseen">{texts.votes}</span>
      </span>
      <span className="row-main">
        <Link to="/projects/$slug/feedback/$id" params={{ slug, id }} className="row-title">
          {pinned && <Pin size={14} aria-label={texts.pinned} />}
          {title}
        </Link>
        <span className="row-meta">
          <span>{texts.types[type]}</span>
          {visibility && visibility !== 'public' && <span className="tag warn">{texts.visibilities[visibility]}</span>}
          {tags.map((tag) => (
            <Link
              key={tag}
              to="/projects/$slug/feedback"
              params={{ slug }}
              search={withoutEmpty({ ...filters, tag, page: undefined })}
              className="tag clickable"
              title={texts.showTag(tag)}
            >
              {tag}
            </Link>
          ))}
          <span>{submitter_name ?? texts.anonymous}</span>
          <Time iso={entry.created_at} />
          {comment_count > 0 && (
            <span title={texts.commentCount(comment_count)}>
              <MessageSquare size={13} aria-hidden /> {comment_count}
            </span>
          )}
        </span>
      </span>
      {onStatus ? <StatusMenu status={status} onChange={onStatus} /> : <StatusName status={status} />}
    </li>
  );
}
