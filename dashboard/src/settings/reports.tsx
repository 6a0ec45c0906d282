import { REPORT_FREQUENCIES, type ReportFrequency } from '@earshot/contract/instance/values';
import type { ReportSubscription } from '@earshot/sdk';
import { common } from '#texts/common';
import { reports as texts } from '#texts/settings/reports';
import { MailPlus, Plus } from 'lucide-react';
import { useState } from 'react';
import { refresh, toSentence, useClient, useRead, useWrite } from '../api.ts';
import { useMay, useProject } from '../projects/projects.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { Form, Select, EmailField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { usePageNumber } from '../ui/history/page-search.ts';
import { PagedList } from '../ui/lists/pagination.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { Table } from '../ui/lists/table.tsx';
import { showProblem, showToast } from '../ui/toast.tsx';
import { MailBody } from './mail-body.tsx';

const PATH = '/v1/projects/{id}/report-subscriptions';
const OPTIONS = REPORT_FREQUENCIES.map((id) => ({ id, label: texts.frequencies[id] }));

/** Recipients of the weekly and monthly reports, and a preview. */
export function Reports() {
  return (
    <>
      <Recipients />
      <Preview />
    </>
  );
}

function Recipients() {
  const { id, settings } = useProject();
  const isAdmin = useMay('admin');
  const [page, setPage] = usePageNumber();
  const subscriptions = useRead('GET /v1/projects/{id}/report-subscriptions', { path: { id }, query: { page } }, { keep: true });
  const me = useRead('GET /v1/auth/session', {}, { staleTime: Infinity });
  const subscribe = useWrite('POST /v1/projects/{id}/report-subscriptions', {
    refreshes: [PATH],
    onSuccess: () => showToast(texts.subscribed),
  });
  const userId = me.data?.user.id;
  // Complete on the first page, because the list of a project is short.
  const isSubscribed = subscriptions.data?.data.some((one) => one.user_id !== null && one.user_id === userId) ?? true;
  return (
    <section className="panel">
      <header className="panel-head">
        <p className="soft">
          {texts.hint(settings.analytics.timezone)} {settings.test.enabled && texts.testProject}
        </p>
        <div className="actions">
          {!isSubscribed && (
            <Button isPending={subscribe.isPending} onPress={() => subscribe.mutate({ path: { id }, body: {} })}>
              {texts.subscribe}
            </Button>
          )}
          {isAdmin && (
            <DialogTrigger>
              <Button look="primary" icon={<Plus size={16} />}>
                {texts.add}
              </Button>
              <Add />
            </DialogTrigger>
          )}
        </div>
      </header>
      <PagedList
        query={subscriptions}
        empty={
          <Empty icon={<MailPlus size={24} />} title={texts.none}>
            <p>{texts.noneHint}</p>
          </Empty>
        }
        onPage={setPage}
      >
        {(items) => (
          <Table label={texts.recipients} head={[texts.recipient, texts.frequency, texts.state, '']}>
            {items.map((one) => (
              <Row key={one.id} subscription={one} isSelf={one.user_id !== null && one.user_id === userId} />
            ))}
          </Table>
        )}
      </PagedList>
    </section>
  );
}

function Row({ subscription, isSelf }: { subscription: ReportSubscription; isSelf: boolean }) {
  const { id } = useProject();
  const call = useClient();
  const { name, email, frequency, state, user_id: userId } = subscription;
  const who = name ?? email ?? texts.hiddenAddress;
  const path = { id, subscription_id: subscription.id };
  const setFrequency = async (next: ReportFrequency) => {
    await call('PATCH /v1/projects/{id}/report-subscriptions/{subscription_id}', { path, body: { frequency: next } });
    await refresh(PATH);
  };
  const remove = async () => {
    await call('DELETE /v1/projects/{id}/report-subscriptions/{subscription_id}', { path });
    await refresh(PATH);
  };
  return (
    <tr>
      <td>
        {who} {isSelf && <span className="soft">({common.you})</span>}
        {name && <p className="soft">{email}</p>}
      </td>
      <td>
        <Select
          label={texts.frequencyOf(who)}
          isLabelHidden
          options={OPTIONS}
          value={frequency}
          onChange={(next) => void setFrequency(next).catch((error: unknown) => showProblem(toSentence(error)))}
        />
      </td>
      <td>
        {state === 'pending' ? (
          <span className="tag warn">{texts.states.pending}</span>
        ) : userId === null ? (
          texts.states.confirmed
        ) : (
          texts.member
        )}
      </td>
      <td className="end">
        <Confirm
          trigger={<Button>{isSelf ? texts.unsubscribe : texts.remove}</Button>}
          title={isSelf ? texts.unsubscribeTitle : texts.removeTitle(who)}
          label={isSelf ? texts.unsubscribe : texts.remove}
          onConfirm={remove}
        >
          <p>{isSelf ? texts.unsubscribeHint : texts.removeHint}</p>
        </Confirm>
      </td>
    </tr>
  );
}

function Add() {
  const { id } = useProject();
  const call = useClient();
  const [frequency, setFrequency] = useState<ReportFrequency>('weekly');
  const add = async (email: string, close: () => void) => {
    const { state } = await call('POST /v1/projects/{id}/report-subscriptions', { path: { id }, body: { email, frequency } });
    await refresh(PATH);
    if (state === 'pending') showToast(texts.added(email));
    close();
  };
  return (
    <Dialog title={texts.addTitle}>
      {(close) => (
        <Form onSubmit={(text) => add(text('email'), close)}>
          {({ isBusy }) => (
            <>
              <EmailField name="email" label={texts.email} hint={texts.addHint} isRequired autoFocus />
              <Select label={texts.frequency} options={OPTIONS} value={frequency} onChange={setFrequency} />
              <FormActions label={texts.addLabel} onCancel={close} isBusy={isBusy} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}

function Preview() {
  const { id } = useProject();
  const [frequency, setFrequency] = useState<ReportFrequency>('weekly');
  const preview = useRead('GET /v1/projects/{id}/report-preview', { path: { id }, query: { frequency } }, { keep: true });
  const send = useWrite('POST /v1/projects/{id}/report-preview/send', { onSuccess: () => showToast(texts.sent) });
  return (
    <section className="panel">
      <header className="panel-head">
        <h2>{texts.preview}</h2>
        <div className="actions">
          <Select label={texts.frequency} isLabelHidden options={OPTIONS} value={frequency} onChange={setFrequency} />
          <Button isPending={send.isPending} onPress={() => send.mutate({ path: { id }, body: { frequency } })}>
            {texts.send}
          </Button>
        </div>
      </header>
      <Loaded query={preview}>
        {(report) => (
          <>
            <p>
              <strong dir="auto">{report.subject}</strong>
            </p>
            <MailBody mail={report} />
          </>
        )}
      </Loaded>
    </section>
  );
}
