import { truncate } from '@earshot/contract/shared/text';
import type { FeedbackHistoryItem, FeedbackVoteBurst, Member } from '@earshot/sdk';
import { feedback as texts } from '../texts/en/feedback.ts';
import { people } from '#texts/people';
import { boards as boardTexts } from '#texts/settings/boards';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../api.ts';
import { Avatar } from '../../people/avatar.tsx';
import { nameOfMember, useMembers } from '../../people/members.ts';
import { type Person, textOfPerson } from '../../people/person.ts';
import { useProject } from '../../projects/projects.ts';
import { useBoards } from '../boards.ts';
import { PagedList } from '../../ui/lists/pagination.tsx';
import { Time } from '../../ui/time.tsx';
import { useStatuses } from '../fields/statuses.ts';
import type { FeedbackStatus } from '@earshot/contract/services/feedback/values';

const PAGE_SIZE = 20;
const MAX_TEXT_LENGTH = 120;

/** Change history of an entry. */
export function History({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const members = useMembers();
  const history = useRead('GET /v1/feedback/{id}/history', { path: { id }, query: { page, limit: PAGE_SIZE } }, { keep: true });
  return (
    <section aria-label={texts.history}>
      <PagedList query={history} empty={<p className="soft">{texts.noHistory}</p>} onPage={setPage}>
        {(items) => (
          <ul className="history">
            {items.map((item) => (
              <li key={item.id}>
                <Change item={item} members={members} />{' '}
                <span className="soft">
                  <Time iso={item.created_at} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

/** A change with its author. */
function Change({ item, members }: { item: FeedbackHistoryItem; members: Member[] }) {
  const { fields } = useProject().settings.feedback;
  const nameField = (field: string) =>
    texts.changedField[field] ?? fields.find(({ key }) => field === `fields.${key}`)?.label ?? field;
  const member = members.find(({ user_id }) => user_id === item.actor_id);
  const actor = item.actor && (item.actor.name ?? (member ? nameOfMember(member) : texts.team));
  return (
    <>
      {actor && <Avatar name={actor} url={item.actor?.avatar_url} />} <strong>{actor ?? texts.service}</strong>{' '}
      {item.field === 'vote_on_behalf' ? (
        <>
          {item.new ? people.added : people.revoked} {people.onBehalfChange} {personIn(item.new ?? item.old)}
        </>
      ) : item.field === 'vote_burst' ? (
        describeBurst(item.new as FeedbackVoteBurst)
      ) : item.field === 'pinned' ? (
        item.new ? (
          texts.hasPinned
        ) : (
          texts.hasUnpinned
        )
      ) : (
        <>
          · {nameField(item.field)} <span className="soft">{texts.from}</span>{' '}
          <Value field={item.field} value={item.old} members={members} /> <span className="soft">{texts.to}</span>{' '}
          <Value field={item.field} value={item.new} members={members} />
        </>
      )}
    </>
  );
}

const describeBurst = ({ state, votes }: Pick<FeedbackVoteBurst, 'state' | 'votes'>): string =>
  texts.bursts.changes[state](votes);

/** Returns the person in the history, who is unknown to viewers and after an erasure. */
const personIn = (value: unknown): string => textOfPerson(value as Person) || people.somebody;

const NAMES: Record<string, Record<string, string>> = {
  type: texts.types,
  visibility: texts.visibilities,
};

/** A value before or after a change. */
function Value({ field, value, members }: { field: string; value: unknown; members: Member[] }) {
  const { findName, custom } = useStatuses();
  if (field === 'status') return shown(field, findName({ status: value as FeedbackStatus }));
  if (field === 'custom_status') return shown(field, custom.find(({ id }) => id === value)?.name ?? value);
  if (field === 'merged_into' && typeof value === 'string') return <EntryLink id={value} />;
  if (field === 'assignee_id' && typeof value === 'string') {
    const member = members.find(({ user_id }) => user_id === value);
    return member ? nameOfMember(member) : people.formerMember;
  }
  if (field === 'board_id' && typeof value === 'string') return <BoardName id={value} />;
  return shown(field, value);
}

/** Name of a board, which may have been deleted since. */
function BoardName({ id }: { id: string }) {
  return useBoards().find((board) => board.id === id)?.name ?? boardTexts.deleted;
}

/** Link to an entry with its title, or its id when the entry was deleted. */
function EntryLink({ id }: { id: string }) {
  const { slug } = useProject();
  const entry = useRead('GET /v1/feedback/{id}', { path: { id } }, { staleTime: 60_000 });
  return (
    <Link to="/projects/$slug/feedback/$id" params={{ slug, id }}>
      {entry.data?.title ?? id}
    </Link>
  );
}

function shown(field: string, value: unknown): string {
  if (typeof value === 'string') {
    const text = NAMES[field]?.[value] ?? value;
    return text.length > MAX_TEXT_LENGTH ? `“${truncate(text, MAX_TEXT_LENGTH)}…”` : `“${text}”`;
  }
  if (Array.isArray(value)) return value.length ? value.join(', ') : '–';
  return value === null || value === undefined ? '–' : JSON.stringify(value);
}
