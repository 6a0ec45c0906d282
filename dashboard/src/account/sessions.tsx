import { account as texts } from '#texts/account';
import { session } from '#texts/session';
import type { ActiveSession } from '@earshot/sdk';
import { useState } from 'react';
import { refresh, useClient, useRead } from '../api.ts';
import { signOut } from '../session/sign-out.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Switch } from '../ui/field.tsx';
import { usePageNumber } from '../ui/history/page-search.ts';
import { PagedList } from '../ui/lists/pagination.tsx';
import { Table } from '../ui/lists/table.tsx';
import { date, Time } from '../ui/time.tsx';
import { EndCell } from './end-cell.tsx';
import { locale } from '../texts/plural.ts';

export const countries = new Intl.DisplayNames(locale, { type: 'region' });

/** Returns a name that people recognize, such as “Firefox on macOS”. */
export const renderName = ({ browser, os, program }: Pick<ActiveSession, 'browser' | 'os' | 'program'>): string =>
  browser && os ? texts.browserOn(browser, os) : (browser ?? program ?? os ?? texts.unknownDevice);

/** All sign-ins of the signed-in person. */
export function Sessions() {
  const call = useClient();
  const [page, setPage] = usePageNumber('sessions_page');
  const sessions = useRead('GET /v1/auth/sessions', { query: { page } }, { keep: true });
  return (
    <section className="panel">
      <header className="panel-head">
        <h2>{texts.sessions}</h2>
        <div className="actions">
          <Button onPress={signOut}>{session.signOut}</Button>
          <EndOthers />
        </div>
      </header>
      <p className="soft">{texts.sessionsHint}</p>
      <PagedList query={sessions} empty={<p>{texts.noSessions}</p>} onPage={setPage}>
        {(items) => (
          <Table label={texts.sessions} head={[texts.device, texts.signedIn, texts.lastUsed, '']}>
            {items.map((item) => (
              <tr key={item.id}>
                <td>
                  {renderName(item)} {item.is_current && <span className="tag">{texts.thisDevice}</span>}
                  {item.country && <p className="soft">{countries.of(item.country) ?? item.country}</p>}
                </td>
                <td>{date(item.created_at)}</td>
                <td>
                  <Time iso={item.last_used_at} />
                </td>
                {item.is_current ? (
                  <td />
                ) : (
                  <EndCell
                    label={session.signOut}
                    title={texts.endSessionTitle(renderName(item))}
                    hint={texts.endSessionHint}
                    onConfirm={async () => {
                      await call('DELETE /v1/auth/sessions/{id}', { path: { id: item.id } });
                      await refresh('/v1/auth/sessions');
                    }}
                  />
                )}
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </section>
  );
}

function EndOthers() {
  const call = useClient();
  const [withTokens, setWithTokens] = useState(false);
  return (
    <Confirm
      trigger={<Button look="danger">{texts.endOthers}</Button>}
      title={texts.endOthersTitle}
      label={texts.endOthers}
      onConfirm={async () => {
        await call('DELETE /v1/auth/sessions', { query: { personal_tokens: withTokens } });
        await refresh('/v1/auth/sessions', '/v1/auth/tokens');
      }}
    >
      <p>{texts.endOthersHint}</p>
      <Switch label={texts.endTokens} hint={texts.endTokensHint} isSelected={withTokens} onChange={setWithTokens} />
    </Confirm>
  );
}
