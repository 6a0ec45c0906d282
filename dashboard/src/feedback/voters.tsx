import { feedback as texts } from '#texts/feedback';
import { useState } from 'react';
import { useRead } from '../api.ts';
import { PagedList } from '../ui/pagination.tsx';
import { Time } from '../ui/time.tsx';

const PAGE_SIZE = 10;

/** People who voted on an entry. */
export function Voters({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const voters = useRead('GET /v1/feedback/{id}/voters', { path: { id }, query: { page, limit: PAGE_SIZE } }, { keep: true });
  return (
    <section>
      <h2>{texts.voters}</h2>
      <PagedList query={voters} empty={<p className="soft">{texts.noVoters}</p>} onPage={setPage}>
        {(items) => (
          <ul className="history">
            {items.map(({ name, email, user_id, role, vote, created_at }, index) => (
              // Voters may have no name or id, so the index is the key.
              <li key={index} title={email ?? undefined}>
                {name ?? email ?? user_id ?? texts.anonymous}
                {role === 'team' && <span className="tag">{texts.team}</span>}
                {vote === 'down' && <span className="tag warn">{texts.against}</span>}{' '}
                <span className="soft">
                  <Time iso={created_at} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}
