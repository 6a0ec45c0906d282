import type { WaitlistBroadcast } from '@earshot/sdk';
import { broadcasts as texts } from '../texts/en/broadcasts.ts';
import { waitlist } from '../texts/en/waitlist.ts';
import { Mail } from 'lucide-react';
import { useRead, useWrite } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { DialogTrigger } from '../../ui/dialog.tsx';
import { PagedList } from '../../ui/lists/pagination.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { useListSearch } from '../../ui/history/page-search.ts';
import { Page } from '../../ui/page.tsx';
import { toPlainText } from '../../ui/plain-text.ts';
import { parsePage, withoutEmpty } from '../../ui/search.ts';
import { Empty, Skeleton } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { WaitlistTabs } from '../tabs.tsx';
import { BroadcastDialog } from './broadcast-dialog.tsx';
import { formatNumber } from '../../texts/plural.ts';

const PAGE_SIZE = 25;

const readBroadcastSearch = (search: Record<string, unknown>): { page?: number } =>
  withoutEmpty({ page: parsePage(search.page) });

/** Emails of the team to people on the waitlist, with their figures. */
export function BroadcastsPage() {
  const [{ page }, setSearch] = useListSearch(readBroadcastSearch);
  const list = useRead('GET /v1/waitlist/broadcasts', { query: { page, limit: PAGE_SIZE } }, { keep: true });
  return (
    <Page
      title={waitlist.title}
      tabs={<WaitlistTabs />}
      actions={
        <DialogTrigger>
          <Button look="primary" icon={<Mail size={16} />}>
            {texts.new}
          </Button>
          <BroadcastDialog />
        </DialogTrigger>
      }
    >
      <PagedList
        query={list}
        skeleton={<Skeleton lines={5} height="2.5rem" />}
        empty={<Empty icon={<Mail size={28} />} title={texts.empty} />}
        onPage={(next) => setSearch({ page: next }, 'page')}
      >
        {(items) => (
          <Table
            label={texts.title}
            head={[texts.subject, texts.recipients, texts.delivered, texts.failed, texts.unsubscribed, texts.sent]}
            numbers={[texts.recipients, texts.delivered, texts.failed, texts.unsubscribed]}
            main={texts.subject}
          >
            {items.map((broadcast) => (
              <Row key={broadcast.id} broadcast={broadcast} />
            ))}
          </Table>
        )}
      </PagedList>
    </Page>
  );
}

function Row({ broadcast }: { broadcast: WaitlistBroadcast }) {
  const {
    id,
    subject,
    body,
    status,
    stop_reason,
    recipient_count,
    delivered_count,
    failed_count,
    unsubscribed_count,
    created_at,
  } = broadcast;
  return (
    <tr>
      <td className="main-cell">
        <strong dir="auto">{subject}</strong> {status !== 'sent' && <span className="tag warn">{texts[status]}</span>}
        {stop_reason && <Stopped id={id} subject={subject} reason={stop_reason} />}
        <p className="soft clamp" dir="auto">
          {toPlainText(body).slice(0, 160)}
        </p>
      </td>
      <td className="number">{formatNumber(recipient_count)}</td>
      <td className="number">{formatNumber(delivered_count)}</td>
      <td className="number">{formatNumber(failed_count)}</td>
      <td className="number">{formatNumber(unsubscribed_count)}</td>
      <td>
        <Time iso={created_at} />
      </td>
    </tr>
  );
}

/** The reason of an incomplete broadcast, with a button that resumes it. */
function Stopped({ id, subject, reason }: Pick<WaitlistBroadcast, 'id' | 'subject'> & { reason: keyof typeof texts.stopped }) {
  const resume = useWrite('POST /v1/waitlist/broadcasts/{id}/resume', {
    refreshes: ['/v1/waitlist/broadcasts'],
    onSuccess: () => showToast(texts.resumed),
  });
  return (
    <p>
      {texts.stopped[reason]}{' '}
      <Button
        look="plain"
        aria-label={`${texts.resume} ${subject}`}
        isPending={resume.isPending}
        onPress={() => resume.mutate({ path: { id } })}
      >
        {texts.resume}
      </Button>
    </p>
  );
}
