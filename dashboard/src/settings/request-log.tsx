import { CREDENTIAL_KINDS } from '@earshot/contract/instance/values';
import type { RequestLogEntry } from '@earshot/sdk';
import { requestLog as texts } from '#texts/settings/request-log';
import { useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { CopyButton } from '../ui/copy.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select } from '../ui/field.tsx';
import { FilterChoice } from '../ui/filter-choice.tsx';
import { useListSearch, usePageSearch } from '../ui/history/page-search.ts';
import { PagedList } from '../ui/lists/pagination.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { parseOneOf, parsePage, parseText } from '../ui/search.ts';
import { Loaded } from '../ui/state.tsx';
import { Table } from '../ui/lists/table.tsx';
import { dateTimeWithSeconds } from '../ui/time.tsx';

const STATUSES = ['2xx', '3xx', '4xx', '5xx'] as const;
const METHODS = { GET: 'GET', POST: 'POST', PUT: 'PUT', PATCH: 'PATCH', DELETE: 'DELETE', HEAD: 'HEAD' };
const METHOD_NAMES = Object.keys(METHODS) as RequestLogEntry['method'][];

/** Requests of the dashboard itself are hidden by default, because it sends one for every look at the log. */
const CALLERS = ['programs', 'dashboard', 'all', ...CREDENTIAL_KINDS.filter((kind) => kind !== 'session')] as const;
type Caller = (typeof CALLERS)[number];
const CALLER_NAMES: Record<Caller, string> = {
  ...texts.credentials,
  programs: texts.programs,
  dashboard: texts.dashboard,
  all: texts.everyone,
};

const readFilters = (search: Record<string, unknown>) => ({
  status: parseOneOf(STATUSES, search.status),
  method: parseOneOf(METHOD_NAMES, search.method),
  caller: parseOneOf(CALLERS, search.caller),
  q: parseText(search.q),
  page: parsePage(search.page),
});

const toCallerQuery = (caller: Caller) => {
  if (caller === 'all') return {};
  return caller === 'programs' || caller === 'dashboard' ? { client: caller } : { credential: caller };
};

const readRequest = (search: Record<string, unknown>) => ({ request: parseText(search.request) });

/** API requests of the last seven days. */
export function RequestLog() {
  const { id } = useProject();
  const mayRead = useMay('member');
  const [filters, change] = useListSearch(readFilters);
  const [{ request }, open] = usePageSearch(readRequest);
  const { caller = 'programs', ...others } = filters;
  const entries = useRead(
    'GET /v1/projects/{id}/request-log',
    { path: { id }, query: { ...others, ...toCallerQuery(caller) } },
    { keep: true, enabled: mayRead },
  );
  if (!mayRead) return <p className="soft">{texts.forMembers}</p>;
  return (
    <section className="panel">
      <p className="soft">{texts.hint}</p>
      <div className="filters">
        <SearchBox label={texts.search} value={filters.q ?? ''} onChange={(q) => change({ q: q || undefined }, 'typing')} />
        <div className={caller === 'programs' ? 'filter' : 'filter active'}>
          <Select
            label={texts.caller}
            isLabelHidden
            options={CALLERS.map((one) => ({ id: one, label: CALLER_NAMES[one] }))}
            value={caller}
            onChange={(next) => change({ caller: next === 'programs' ? undefined : next })}
          />
        </div>
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
      </div>
      <PagedList query={entries} empty={<p>{texts.none}</p>} onPage={(page) => change({ page })}>
        {(items) => (
          <Table
            label={texts.title}
            head={[texts.time, texts.status, texts.request, texts.credential, texts.duration]}
            numbers={[texts.duration]}
            main={texts.request}
          >
            {items.map((entry) => (
              <Row key={entry.request_id} entry={entry} onOpen={() => open({ request: entry.request_id })} />
            ))}
          </Table>
        )}
      </PagedList>
      {request && <Details requestId={request} onClose={() => open({ request: undefined })} />}
    </section>
  );
}

function Row({ entry, onOpen }: { entry: RequestLogEntry; onOpen: () => void }) {
  const { method, path, status, code, duration_ms, credential, credential_name, count, created_at } = entry;
  return (
    // The button in the row does the same for the keyboard.
    <tr className="opens" onClick={onOpen}>
      <td className="time">
        <time dateTime={created_at}>{dateTimeWithSeconds(created_at)}</time>
      </td>
      <td>
        <Status status={status} />
      </td>
      <td>
        <button type="button" className="row-open" aria-label={texts.open(`${method} ${path}`)}>
          <code>
            {method} {path}
          </code>
        </button>
        {code && <p className="soft">{code}</p>}
        {count > 1 && <p className="soft">{texts.combined(count)}</p>}
      </td>
      <td>{credential_name ?? (credential ? texts.credentials[credential] : texts.noCredential)}</td>
      <td className="number">{count > 1 ? texts.average(duration_ms) : texts.milliseconds(duration_ms)}</td>
    </tr>
  );
}

const Status = ({ status }: { status: number }) => <span className={status >= 400 ? 'tag warn' : 'tag'}>{status}</span>;

/** One request, which the URL names. */
function Details({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const { id } = useProject();
  const found = useRead('GET /v1/projects/{id}/request-log', { path: { id }, query: { q: requestId, limit: 1 } });
  return (
    <Dialog title={texts.request} size="wide" isOpen onOpenChange={onClose}>
      <Loaded query={found}>{({ data: [entry] }) => (entry ? <Facts entry={entry} /> : <p>{texts.notFound}</p>)}</Loaded>
    </Dialog>
  );
}

function Facts({ entry }: { entry: RequestLogEntry }) {
  const { method, path, status, code, duration_ms, credential, credential_name, count, created_at, request_id } = entry;
  return (
    <dl className="record">
      <dt>{texts.request}</dt>
      <dd>
        <code>
          {method} {path}
        </code>
      </dd>
      <dt>{texts.status}</dt>
      <dd>
        <Status status={status} />
      </dd>
      {code && (
        <>
          <dt>{texts.code}</dt>
          <dd>
            <code>{code}</code>
          </dd>
        </>
      )}
      <dt>{texts.time}</dt>
      <dd>
        <time dateTime={created_at}>{dateTimeWithSeconds(created_at)}</time>
      </dd>
      <dt>{texts.duration}</dt>
      <dd>{count > 1 ? texts.average(duration_ms) : texts.milliseconds(duration_ms)}</dd>
      {count > 1 && (
        <>
          <dt>{texts.requests}</dt>
          <dd>{texts.combined(count)}</dd>
        </>
      )}
      <dt>{texts.credential}</dt>
      <dd>
        {credential ? texts.credentials[credential] : texts.noCredential}
        {credential_name && ` · ${credential_name}`}
      </dd>
      <dt>{texts.id}</dt>
      <dd>
        <code>{request_id}</code>
        <CopyButton text={request_id} name={texts.id} />
      </dd>
    </dl>
  );
}
