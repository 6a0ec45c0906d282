import { account as texts } from '#texts/account';
import { refresh, useClient, useRead } from '../api.ts';
import { CopyButton } from '../ui/copy.tsx';
import { usePageNumber } from '../ui/history/page-search.ts';
import { PagedList } from '../ui/lists/pagination.tsx';
import { Table } from '../ui/lists/table.tsx';
import { date, Time } from '../ui/time.tsx';
import { Permissions } from './permissions.tsx';
import { EndCell } from './end-cell.tsx';

/** Apps that the signed-in person has connected to the MCP server. */
export function ConnectedApps() {
  const call = useClient();
  const [page, setPage] = usePageNumber('apps_page');
  const apps = useRead('GET /v1/auth/connected-apps', { query: { page } }, { keep: true });
  return (
    <section className="panel">
      <h2>{texts.apps}</h2>
      <p className="soft">{texts.appsHint}</p>
      <p className="key">
        <code>{`${location.origin}/mcp`}</code>
        <CopyButton text={`${location.origin}/mcp`} name={texts.mcpUrl} />
      </p>
      <PagedList query={apps} empty={<p>{texts.noApps}</p>} onPage={setPage}>
        {(items) => (
          <Table label={texts.apps} head={[texts.tokenName, texts.access, texts.connected, texts.lastUsed, '']}>
            {items.map(({ id, client_name: name, client_host, redirect_host, scopes, project_ids, created_at, last_used_at }) => (
              <tr key={id}>
                <td>
                  {name}
                  <p className="soft">{redirect_host ?? texts.onDevice}</p>
                  {client_host !== null && <p className="soft">{texts.publishedBy(client_host)}</p>}
                </td>
                <td>
                  <Permissions scopes={scopes} projectIds={project_ids} />
                </td>
                <td>{date(created_at)}</td>
                <td>{last_used_at ? <Time iso={last_used_at} /> : texts.never}</td>
                <EndCell
                  label={texts.disconnect}
                  title={texts.disconnectTitle(name)}
                  hint={texts.disconnectHint}
                  onConfirm={async () => {
                    await call('DELETE /v1/auth/connected-apps/{id}', { path: { id } });
                    await refresh('/v1/auth/connected-apps');
                  }}
                />
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </section>
  );
}
