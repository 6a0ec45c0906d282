import type { AlertTrigger } from '@earshot/sdk';
import { alerts as texts } from '../texts/en/alerts.ts';
import { useState } from 'react';
import { useRead } from '../../api.ts';
import { PagedList } from '../../ui/lists/pagination.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { dateTime, Time } from '../../ui/time.tsx';
import { hasThreshold } from './draft.ts';

/** Triggers of an alert, the most recent first. */
export function AlertHistory({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const history = useRead('GET /v1/alerts/{id}/history', { path: { id }, query: { page } }, { keep: true });
  return (
    <>
      <p className="soft">{texts.historyHint}</p>
      <PagedList query={history} empty={<p>{texts.noHistory}</p>} onPage={setPage}>
        {(items) => (
          <Table label={texts.history} head={[texts.triggeredAt, texts.lastCount, texts.recovered, texts.report]}>
            {items.map((trigger) => (
              <tr key={trigger.id}>
                <td>
                  <Time iso={trigger.triggered_at} />
                </td>
                <td>
                  {texts.count(trigger.value)} <span className="soft">{describeExpectation(trigger)}</span>
                </td>
                <td>{trigger.recovered_at ? <Time iso={trigger.recovered_at} /> : texts.open}</td>
                <td>
                  <a href={trigger.url}>{dateTime(trigger.from)}</a>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </>
  );
}

function describeExpectation({ condition, threshold, usual_low: low, usual_high: high }: AlertTrigger): string {
  if (low !== null && high !== null) return texts.usually(low, high);
  return hasThreshold(condition) && threshold !== null ? texts.limit(condition, threshold) : '';
}
