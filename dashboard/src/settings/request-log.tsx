import { CREDENTIAL_KINDS } from '@earshot/contract/instance/values';
import type { RequestLogEntry } from '@earshot/sdk';
import { requestLog as texts } from '#texts/settings/request-log';
import { useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { FilterChoice } from '../ui/filter-choice.tsx';
import { useListSearch } from '../ui/history/page-search.ts';
import { PagedList } from '../ui/pagination.tsx';
import { parseOneOf, parsePage } from '../ui/search.ts';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

const STATUSES = ['2xx', '3xx', '4xx', '5xx'] as const;
const METHODS = { GET: 'GET', POST: 'POST', PUT: 'PUT', PATCH: 'PATCH', DELETE: 'DELETE', HEAD: 'HEAD' };

const METHOD_NAMES = Object.keys(METHODS) as RequestLogEntry['method'][];

const readFilters = (search: Record<string, unknown>) => ({
  status: parseOneOf(STATUSES, search.status),
  method: parseOneOf(METHOD_NAMES, search.method),
  credential: parseOneOf(CREDENTIAL_KINDS, search.credential),
  page: parsePage(search.page),
});

/** API requests of the last seven days. */
export function RequestLog() {
  const { id } = useProject();
  const mayRead = useMay('member');
  const [filters, change] = useListSearch(readFilters);
  const entries = useRead(
    'GET /v1/projects/{id}/request-log',
    { path: { id }, query: filters },
    { keep: true, enabled: mayRead },
  );
  if (!mayRead) return <p className="soft">{texts.forMembers}</p>;
  return (
    <section className="panel">
      <h2 className="unseen">{texts.title}</h2>
      <p className="soft">{texts.hint}</p>
      <div className="filters">
        <FilterChoice
          label={texts.status}
          values={STATUSES}
          names={texts.statuses}
          value={filters.status}
          onChange={(status) => change({ status })}
        />
        <FilterChoice
          label={texts.method}
          values={METHOD_NAMES}
          names={METHODS}
          value={filters.method}
          onChange={(method) => change({ method })}
        />
        <FilterChoice
          label={texts.credential}
          values={CREDENTIAL_KINDS}
          names={texts.credentials}
          value={filters.credential}
          onChange={(credential) => change({ credential })}
        />
      </div>
      <PagedList query={entries} empty={<p>{texts.none}</p>} onPage={(page) => change({ page })}>
        {(items) => (
          <Table
            label={texts.title}
            head={[texts.time, texts.status, texts.request, texts.credential, texts.duration]}
            main={texts.request}
          >
            {items.map((entry) => (
              <Row key={entry.request_id} entry={entry} />
            ))}
          </Table>
        )}
      </PagedList>
    </section>
  );
}

function Row({ entry }: { entry: RequestLogEntry }) {
  const { method, path, status, code, duration_ms, credential, credential_name, count, created_at, request_id } = entry;
  return (
    <tr>
      <td>
        <Time iso={created_at} />
      </td>
      <td>
        <span className={status >= 400 ? 'tag warn' : 'tag'}>{status}</span>
      </td>
      <td>
        <code>
          {method} {path}
        </code>
        {code && <p>{code}</p>}
        <p className="soft">{count > 1 ? texts.combined(count) : request_id}</p>
      </td>
      <td>
        {credential ? texts.credentials[credential] : texts.noCredential}
        {credential_name && <p className="soft">{credential_name}</p>}
      </td>
      <td>{count > 1 ? texts.average(duration_ms) : texts.milliseconds(duration_ms)}</td>
    </tr>
  );
}
