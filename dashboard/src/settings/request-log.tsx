import { CREDENTIAL_KINDS } from '@earshot/contract/instance/values';
import type { RequestLogEntry } from '@earshot/sdk';
import { requestLog as texts } from '#texts/settings/request-log';
import { useState } from 'react';
import { useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { FilterChoice } from '../ui/filter-choice.tsx';
import { PagedList } from '../ui/pagination.tsx';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

const STATUSES = ['2xx', '3xx', '4xx', '5xx'] as const;
const METHODS = { GET: 'GET', POST: 'POST', PUT: 'PUT', PATCH: 'PATCH', DELETE: 'DELETE', HEAD: 'HEAD' };

interface Filter {
  status?: (typeof STATUSES)[number];
  method?: RequestLogEntry['method'];
  credential?: (typeof CREDENTIAL_KINDS)[number];
}

/** API requests of the last seven days. */
export function RequestLog() {
  const { id } = useProject();
  const mayRead = useMay('member');
  const [page, setPage] = useState(1);
  const [filter, setFilter] = useState<Filter>({});
  const entries = useRead(
    'GET /v1/projects/{id}/request-log',
    { path: { id }, query: { page, ...filter } },
    { keep: true, enabled: mayRead },
  );
  if (!mayRead) return <p className="soft">{texts.forMembers}</p>;
  const change = (next: Filter) => {
    setFilter({ ...filter, ...next });
    setPage(1);
  };
  return (
    <section className="panel">
      <h2>{texts.title}</h2>
      <p className="soft">{texts.hint}</p>
      <div className="filters">
        <FilterChoice
          label={texts.status}
          values={STATUSES}
          names={texts.statuses}
          value={filter.status}
          onChange={(status) => change({ status })}
        />
        <FilterChoice
          label={texts.method}
          values={Object.values(METHODS) as RequestLogEntry['method'][]}
          names={METHODS}
          value={filter.method}
          onChange={(method) => change({ method })}
        />
        <FilterChoice
          label={texts.credential}
          values={CREDENTIAL_KINDS}
          names={texts.credentials}
          value={filter.credential}
          onChange={(credential) => change({ credential })}
        />
      </div>
      <PagedList query={entries} empty={<p>{texts.none}</p>} onPage={setPage}>
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
