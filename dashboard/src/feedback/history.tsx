import { feedback as texts } from '#texts/feedback';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../api.ts';
import { useProject } from '../projects/projects.ts';
import { PagedList } from '../ui/pagination.tsx';
import { Time } from '../ui/time.tsx';

const PAGE_SIZE = 20;
const MAX_TEXT_LENGTH = 120;

/** Change history of an entry. */
export function History({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const history = useRead('GET /v1/feedback/{id}/history', { path: { id }, query: { page, limit: PAGE_SIZE } }, { keep: true });
  return (
    <section>
      <h2>{texts.history}</h2>
      <PagedList query={history} empty={<p className="soft">{texts.noHistory}</p>} onPage={setPage}>
        {(items) => (
          <ul className="history">
            {items.map((item) => (
              <li key={item.id}>
                <strong>{item.actor ? (item.actor.name ?? texts.team) : texts.service}</strong> ·{' '}
                {texts.changedField[item.field] ?? item.field} <span className="soft">{texts.from}</span>{' '}
                <Value field={item.field} value={item.old} /> <span className="soft">{texts.to}</span>{' '}
                <Value field={item.field} value={item.new} />{' '}
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

const NAMES: Record<string, Record<string, string>> = {
  status: texts.statuses,
  type: texts.types,
  visibility: texts.visibilities,
};

/** A value before or after a change. */
const Value = ({ field, value }: { field: string; value: unknown }) =>
  field === 'merged_into' && typeof value === 'string' ? <EntryLink id={value} /> : shown(field, value);

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
    return text.length > MAX_TEXT_LENGTH ? `“${text.slice(0, MAX_TEXT_LENGTH)}…”` : `“${text}”`;
  }
  if (Array.isArray(value)) return value.length ? value.join(', ') : '–';
  return value === null || value === undefined ? '–' : JSON.stringify(value);
}
