import { MAX_ADDED_SUBSCRIBERS } from '@earshot/contract/services/changelog/values';
import { changelog, subscriberList as texts } from './texts/en/changelog.ts';
import { Megaphone, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { refresh, useClient, useRead } from '../api.ts';
import { useMay } from '../projects/projects.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { FilterChoice } from '../ui/filter-choice.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { useListSearch } from '../ui/history/page-search.ts';
import { PagedList } from '../ui/lists/pagination.tsx';
import { Table } from '../ui/lists/table.tsx';
import { Page } from '../ui/page.tsx';
import { parseOneOf } from '../ui/search.ts';
import { Empty, Skeleton } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { showToast } from '../ui/toast.tsx';
import { readSubscriberFilters, SUBSCRIBER_STATES } from './filters.ts';
import { useSubscriberCounts } from './subscriber-counts.ts';
import { ChangelogTabs } from './tabs.tsx';

const PAGE_SIZE = 50;
const PATH = '/v1/changelog/subscribers';

/** Subscribers of the changelog, for members. */
export function Subscribers() {
  const mayWork = useMay('member');
  const counts = useSubscriberCounts();
  return (
    <Page
      title={changelog.title}
      tabs={<ChangelogTabs />}
      // The line is as high while it is empty.
      lead={counts ? changelog.subscribers(counts) : '\u00A0'}
      actions={
        mayWork && (
          <DialogTrigger>
            <Button look="primary" icon={<Plus size={16} />}>
              {texts.add}
            </Button>
            <AddDialog />
          </DialogTrigger>
        )
      }
    >
      {mayWork ? <List /> : <Empty icon={<Megaphone size={28} />} title={texts.forMembers} />}
    </Page>
  );
}

function List() {
  const [{ state, page }, change] = useListSearch(readSubscriberFilters);
  const list = useRead(
    'GET /v1/changelog/subscribers',
    { query: { ...(state && { confirmed: state === 'confirmed' }), page, limit: PAGE_SIZE } },
    { keep: true },
  );
  return (
    <>
      <div className="filters">
        <FilterChoice
          label={texts.status}
          values={SUBSCRIBER_STATES}
          names={texts.statuses}
          value={state}
          onChange={(next) => change({ state: parseOneOf(SUBSCRIBER_STATES, next) })}
        />
      </div>
      <PagedList
        query={list}
        skeleton={<Skeleton lines={10} height="2rem" />}
        empty={
          state ? (
            <Empty title={texts.noMatches} />
          ) : (
            <Empty icon={<Megaphone size={28} />} title={texts.none}>
              <p>{texts.noneHint}</p>
            </Empty>
          )
        }
        onPage={(next) => change({ page: next }, 'page')}
      >
        {(items) => (
          <Table label={texts.title} head={[texts.email, texts.status, texts.since, '']} isCompact>
            {items.map(({ id, email, confirmed_at: confirmedAt, created_at: createdAt }) => (
              <tr key={id}>
                <td className="main-cell">{email}</td>
                <td>{confirmedAt ? texts.statuses.confirmed : <span className="tag warn">{texts.statuses.pending}</span>}</td>
                <td>
                  <Time iso={createdAt} />
                </td>
                <td className="end">
                  <Remove id={id} email={email} />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </PagedList>
    </>
  );
}

function Remove({ id, email }: { id: string; email: string }) {
  const call = useClient();
  return (
    <Confirm
      trigger={
        <IconButton label={texts.removeOf(email)}>
          <X size={16} />
        </IconButton>
      }
      title={texts.removeTitle(email)}
      label={texts.remove}
      onConfirm={async () => {
        await call('DELETE /v1/changelog/subscribers/{id}', { path: { id } });
        showToast(texts.removed);
        await refresh(PATH);
      }}
    >
      <p>{texts.removeHint}</p>
    </Confirm>
  );
}

/** Returns the addresses in a text, such as a column of a CSV file. */
const findAddresses = (text: string): string[] => [...new Set(text.match(/[^\s,;<>"']+@[^\s,;<>"']+\.[^\s,;<>"']+/g))];

function AddDialog() {
  const call = useClient();
  const [text, setText] = useState('');
  const emails = findAddresses(text);
  return (
    <Dialog title={texts.addTitle}>
      {(close) => (
        <Form
          onSubmit={async () => {
            if (!emails.length) throw new Error(texts.noAddress);
            if (emails.length > MAX_ADDED_SUBSCRIBERS) throw new Error(texts.tooMany(MAX_ADDED_SUBSCRIBERS));
            const { asked, skipped } = await call('POST /v1/changelog/subscribers', { body: { emails } });
            close();
            showToast(texts.asked(asked, skipped));
            await refresh(PATH);
          }}
        >
          {({ isBusy }) => (
            <>
              <p className="soft">{texts.addHint}</p>
              <TextField
                label={texts.addresses}
                hint={emails.length ? texts.found(emails.length) : texts.addressesHint}
                value={text}
                onChange={setText}
                rows={6}
                isCode
                autoFocus
              />
              <div>
                <FileTrigger
                  acceptedFileTypes={['text/csv', 'text/plain', '.csv', '.txt']}
                  onSelect={(files) =>
                    void files?.[0]?.text().then((content) => setText((before) => `${before}\n${content}`.trim()))
                  }
                >
                  <Button>{texts.chooseFile}</Button>
                </FileTrigger>
              </div>
              <FormActions label={texts.send} onCancel={close} isBusy={isBusy} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
