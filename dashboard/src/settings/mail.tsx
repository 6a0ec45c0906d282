import { MAIL_STATUSES } from '@earshot/contract/instance/values';
import type { Mail as MailEntry } from '@earshot/sdk';
import { settings } from '#texts/settings';
import { Mail as MailIcon } from 'lucide-react';
import { useRead, useWrite } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { FilterChoice } from '../ui/filter-choice.tsx';
import { useListSearch } from '../ui/history/page-search.ts';
import { PagedList } from '../ui/lists/pagination.tsx';
import { parseOneOf, parsePage } from '../ui/search.ts';
import { Empty } from '../ui/state.tsx';
import { Table } from '../ui/lists/table.tsx';
import { Time } from '../ui/time.tsx';
import { showToast } from '../ui/toast.tsx';
import { MailBody } from './mail-body.tsx';

const texts = settings.mail;
/** Polling interval while mails are being sent. */
const POLL_MS = 2_000;

const readFilters = (search: Record<string, unknown>) => ({
  status: parseOneOf(MAIL_STATUSES, search.status),
  page: parsePage(search.page),
});

const isUnderWay = ({ status }: MailEntry) => status === 'queued' || status === 'sending';

/** Outbox with the status of each mail. */
export function Mail() {
  const { id, settings: of } = useProject();
  const maySet = useMay('admin');
  const [query, change] = useListSearch(readFilters);
  const { status } = query;
  const mails = useRead(
    'GET /v1/projects/{id}/mails',
    { path: { id }, query },
    { keep: true, enabled: maySet, every: (answer) => Boolean(answer?.data.some(isUnderWay)) && POLL_MS },
  );
  const test = useWrite('POST /v1/projects/{id}/mails/test', {
    refreshes: ['/v1/projects/{id}/mails'],
    onSuccess: () => showToast(texts.tested),
  });
  if (!maySet) return undefined;
  return (
    <section className="panel">
      <header className="panel-head">
        <h2>{texts.outbox}</h2>
        <Button isPending={test.isPending} onPress={() => test.mutate({ path: { id }, body: {} })}>
          {texts.test}
        </Button>
      </header>
      <p className="soft">{texts.outboxHint}</p>
      {mails.data?.data.some(({ status: state }) => state === 'kept') && (
        <NotSent isTest={of.test.enabled} onShow={status === 'kept' ? undefined : () => change({ status: 'kept' })} />
      )}
      <div className="filters">
        <FilterChoice
          label={texts.status}
          values={MAIL_STATUSES}
          names={texts.statuses}
          value={status}
          onChange={(next) => change({ status: next })}
        />
      </div>
      <PagedList
        query={mails}
        empty={
          <Empty icon={<MailIcon size={24} />} title={status ? texts.noMatches : texts.none}>
            {!status && <p>{texts.noneHint}</p>}
          </Empty>
        }
        onPage={(page) => change({ page })}
      >
        {(items) => (
          <Table label={texts.outbox} head={[texts.recipient, texts.subject, texts.status, texts.when, '']}>
            {items.map((mail) => (
              <tr key={mail.id}>
                <td>{mail.recipient}</td>
                <td>
                  <bdi>{mail.subject}</bdi>
                </td>
                <td>
                  <span className={mail.status === 'failed' ? 'tag warn' : undefined}>{texts.statuses[mail.status]}</span>
                </td>
                <td>
                  <Time iso={mail.created_at} />
                </td>
                <td className="end">
                  <DialogTrigger>
                    <Button>{texts.open}</Button>
                    <Read mail={mail} />
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

/** The reason why emails are not sent, with a button that lists them. */
const NotSent = ({ isTest, onShow }: { isTest: boolean; onShow: (() => void) | undefined }) => (
  <div className="notice warn">
    <strong>{isTest ? texts.testProject : texts.noServer}</strong>
    <span>{isTest ? texts.keptInTest : texts.keptWithoutServer}</span>
    {onShow && <Button onPress={onShow}>{texts.showKept}</Button>}
  </div>
);

function Read({ mail }: { mail: MailEntry }) {
  const { id } = useProject();
  const retry = useWrite('POST /v1/projects/{id}/mails/{mail_id}/retry', {
    refreshes: ['/v1/projects/{id}/mails'],
    onSuccess: () => showToast(texts.retried),
  });
  return (
    <Dialog title={mail.subject} size="wide">
      {(close) => (
        <>
          <p className="soft">{mail.recipient}</p>
          {mail.error && (
            <p className="notice problem">
              {texts.why}: {mail.error}
            </p>
          )}
          <MailBody mail={mail} />
          {['failed', 'kept', 'suppressed'].includes(mail.status) && (
            <div className="actions">
              <Button
                isPending={retry.isPending}
                onPress={() => retry.mutate({ path: { id, mail_id: mail.id } }, { onSuccess: close })}
              >
                {texts.retry}
              </Button>
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}
