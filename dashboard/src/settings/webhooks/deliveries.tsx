import type { WebhookDelivery } from '@earshot/sdk';
import { webhooks as texts } from '#texts/settings/webhooks';
import { useRead, useWrite } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogTrigger } from '../../ui/dialog.tsx';
import { usePageNumber } from '../../ui/history/page-search.ts';
import { PagedList } from '../../ui/lists/pagination.tsx';
import { Loaded } from '../../ui/state.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Replay } from './replay.tsx';

const PAGE_SIZE = 10;
/** Polling interval while a delivery is pending. */
const POLL_MS = 2_000;

/** Deliveries of a webhook with requests and responses. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const [page, setPage] = usePageNumber(`${webhookId}_page`);
  const deliveries = useRead(
    'GET /v1/webhooks/{id}/deliveries',
    { path: { id: webhookId }, query: { page, limit: PAGE_SIZE } },
    { keep: true, every: (answer) => Boolean(answer?.data.some(({ status }) => status === 'pending')) && POLL_MS },
  );
  return (
    <section>
      <div className="actions spread">
        <h3>
          {texts.deliveries} <span className="soft">{texts.deliveriesHint}</span>
        </h3>
        <Replay webhookId={webhookId} />
      </div>
      <PagedList query={deliveries} empty={<p className="soft">{texts.noDeliveries}</p>} onPage={setPage}>
        {(items) => (
          <Table
            label={texts.deliveries}
            head={[texts.event, texts.status, texts.attempts, texts.when, '']}
            numbers={[texts.attempts]}
          >
            {items.map((delivery) => (
              <tr key={delivery.id}>
                <td>{delivery.type}</td>
                <td>
                  <span className={delivery.status === 'failed' ? 'tag warn' : undefined}>{texts.statuses[delivery.status]}</span>
                </td>
                <td className="number">{delivery.attempt_count}</td>
                <td>
                  <Time iso={delivery.created_at} />
                </td>
                <td className="end">
                  <DialogTrigger>
                    <Button>{texts.open}</Button>
                    <Details delivery={delivery} />
                  </DialogTrigger>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </section>
  );
}

function Details({ delivery }: { delivery: WebhookDelivery }) {
  const path = { id: delivery.webhook_id, delivery_id: delivery.id };
  const details = useRead('GET /v1/webhooks/{id}/deliveries/{delivery_id}', { path });
  const retry = useWrite('POST /v1/webhooks/{id}/deliveries/{delivery_id}/retry', {
    refreshes: ['/v1/webhooks'],
    onSuccess: () => showToast(texts.retried),
  });
  return (
    <Dialog title={delivery.type} size="wide">
      {(close) => (
        <>
          <Loaded query={details}>
            {({ body, attempts }) => (
              <>
                <h3>{texts.body}</h3>
                <pre className="mail" tabIndex={0}>
                  {indented(body)}
                </pre>
                {attempts.map((attempt, index) => (
                  <section key={attempt.created_at}>
                    <h3>
                      {texts.attempt(index + 1)}: {attempt.status_code ?? attempt.error ?? texts.noAnswer}{' '}
                      <span className="soft">
                        {texts.took(attempt.duration_ms)} · <Time iso={attempt.created_at} />
                      </span>
                    </h3>
                    {attempt.response_body && (
                      <pre className="mail" tabIndex={0} aria-label={texts.answer}>
                        {attempt.response_body}
                      </pre>
                    )}
                  </section>
                ))}
              </>
            )}
          </Loaded>
          <div className="actions">
            <Button isPending={retry.isPending} onPress={() => retry.mutate({ path }, { onSuccess: close })}>
              {texts.retry}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
