import { account as texts } from '#texts/account';
import type { AccountLogEntry } from '@earshot/sdk';
import { useState } from 'react';
import { useRead } from '../api.ts';
import { PagedList } from '../ui/lists/pagination.tsx';
import { Table } from '../ui/lists/table.tsx';
import { Time } from '../ui/time.tsx';
import { countries, renderName } from './sessions.tsx';

/** Returns from where an action came: the token that was used, or the client. */
const renderOrigin = ({ token_name, browser, os }: AccountLogEntry): string =>
  token_name ?? renderName({ browser, os, program: null });

/** Sign-ins of the signed-in person, and changes of what acts on their behalf. */
export function AccountLog() {
  const [page, setPage] = useState(1);
  const entries = useRead('GET /v1/auth/log', { query: { page } }, { keep: true });
  return (
    <section className="panel">
      <header className="panel-head">
        <h2>{texts.log}</h2>
      </header>
      <p className="soft">{texts.logHint}</p>
      <PagedList query={entries} empty={<p>{texts.noLog}</p>} onPage={setPage}>
        {(items) => (
          <Table label={texts.log} head={[texts.logAction, texts.logOrigin, texts.logTime]}>
            {items.map((item) => (
              <tr key={item.id}>
                <td>
                  {texts.logActions[item.action]}
                  {item.target_name && <p className="soft">{item.target_name}</p>}
                </td>
                <td>
                  {renderOrigin(item)}
                  {item.country && <p className="soft">{countries.of(item.country) ?? item.country}</p>}
                </td>
                <td>
                  <Time iso={item.created_at} />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </section>
  );
}
