import type { AuditEntry } from '@earshot/sdk';
import { auditLog as texts } from '#texts/settings/audit-log';
import { useRead } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { FilterChoice } from '../ui/filter-choice.tsx';
import { useListSearch } from '../ui/history/page-search.ts';
import { PagedList } from '../ui/lists/pagination.tsx';
import { parseOneOf, parsePage } from '../ui/search.ts';
import { Table } from '../ui/lists/table.tsx';
import { dateTime, Time } from '../ui/time.tsx';

const ACTIONS = Object.keys(texts.actions) as AuditEntry['action'][];

const readFilters = (search: Record<string, unknown>) => ({
  action: parseOneOf(ACTIONS, search.action),
  page: parsePage(search.page),
});

/** Actions of the team. */
export function AuditLog() {
  const { id } = useProject();
  const mayRead = useMay('admin');
  const [filters, change] = useListSearch(readFilters);
  const entries = useRead('GET /v1/projects/{id}/audit-log', { path: { id }, query: filters }, { keep: true, enabled: mayRead });
  if (!mayRead) return <p className="soft">{texts.forAdmins}</p>;
  return (
    <section className="panel">
      <h2 className="unseen">{texts.title}</h2>
      <p className="soft">{texts.hint}</p>
      <div className="filters">
        <FilterChoice
          label={texts.action}
          values={ACTIONS}
          names={texts.actions}
          value={filters.action}
          onChange={(action) => change({ action })}
        />
      </div>
      <PagedList query={entries} empty={<p>{texts.none}</p>} onPage={(page) => change({ page })}>
        {(items) => (
          <Table label={texts.title} head={[texts.when, texts.actor, texts.action, '']} main={texts.action}>
            {items.map((entry) => (
              <tr key={entry.id}>
                <td>
                  <Time iso={entry.created_at} />
                </td>
                <td>
                  {entry.actor_name ?? (entry.action === 'person.erased' ? texts.person : texts.server)}
                  {entry.token_name && <p className="soft">{texts.byToken(entry.token_name)}</p>}
                </td>
                <td>
                  {texts.actions[entry.action]}
                  {(entry.target_name ?? entry.target_id) && <p className="soft">{entry.target_name ?? entry.target_id}</p>}
                </td>
                <td className="end">
                  {(entry.before ?? entry.after) && (
                    <DialogTrigger>
                      <Button aria-label={texts.detailsOf(texts.actions[entry.action], dateTime(entry.created_at))}>
                        {texts.details}
                      </Button>
                      <Details entry={entry} />
                    </DialogTrigger>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </section>
  );
}

type Fields = Record<string, unknown>;

function Details({ entry: { action, before, after } }: { entry: AuditEntry }) {
  const [old, current] = [(before ?? {}) as Fields, (after ?? {}) as Fields];
  const names = [...new Set([...Object.keys(old), ...Object.keys(current)])];
  return (
    <Dialog title={texts.actions[action]} size="wide">
      {() => (
        <Table label={texts.details} head={[texts.field, ...(before ? [texts.before] : []), ...(after ? [texts.after] : [])]}>
          {names.map((name) => (
            <tr key={name}>
              <td>
                <code>{name}</code>
              </td>
              {before && <td>{renderText(old[name])}</td>}
              {after && <td>{renderText(current[name])}</td>}
            </tr>
          ))}
        </Table>
      )}
    </Dialog>
  );
}

function renderText(value: unknown): string {
  if (value === null || value === undefined || value === '') return texts.empty;
  if (typeof value === 'boolean') return value ? texts.on : texts.off;
  if (Array.isArray(value)) return value.length ? value.map(String).join(', ') : texts.empty;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
