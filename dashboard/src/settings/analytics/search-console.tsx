import type { SearchConsole as Connection } from '@earshot/sdk';
import { searchTerms as texts } from '../../analytics/texts/en/search-terms.ts';
import { useState } from 'react';
import { refresh, useClient, useRead, useWrite } from '../../api.ts';
import { formatRange } from '../../analytics/chart/times.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { DialogTrigger } from '../../ui/dialog.tsx';
import { Form, Select } from '../../ui/field.tsx';
import { Loaded } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { KeyDialog } from './key-dialog.tsx';

const PATH = '/v1/analytics/search';
/** Polling interval until the first fetch has ended. */
const POLL_MS = 3_000;

const refreshTerms = () => refresh(PATH);

/** Connection with Google Search Console, from which search terms are fetched. */
export function SearchConsole() {
  const terms = useRead('GET /v1/analytics/search-terms', { query: { limit: 1 } });
  return (
    <section className="panel" aria-label={texts.console}>
      <h2>{texts.console}</h2>
      <p className="soft">{texts.consoleHint}</p>
      <Loaded query={terms}>
        {({ is_connected: isConnected }) =>
          isConnected ? (
            <Connected />
          ) : (
            <div className="actions">
              <DialogTrigger>
                <Button look="primary">{texts.connect}</Button>
                <KeyDialog title={texts.connect} onSaved={refreshTerms} />
              </DialogTrigger>
            </div>
          )
        }
      </Loaded>
    </section>
  );
}

function Connected() {
  const connection = useRead(
    'GET /v1/analytics/search-console',
    {},
    { every: (found) => found?.site != null && !found.last_fetched_at && !found.error && POLL_MS },
  );
  const [isChoosing, setChoosing] = useState(false);
  return (
    <Loaded query={connection}>
      {(found) => (
        <>
          {found.error && (
            <p className="notice problem">
              <strong>{texts.failed}</strong>
              <span>{texts.errors[found.error]}</span>
            </p>
          )}
          {found.site === null || isChoosing ? (
            <ChooseSite connection={found} onChosen={() => setChoosing(false)} />
          ) : (
            <State connection={{ ...found, site: found.site }} onChange={() => setChoosing(true)} />
          )}
        </>
      )}
    </Loaded>
  );
}

/** Selection of one of the properties that the service account can see. */
function ChooseSite({ connection: { site, client_email: email }, onChosen }: { connection: Connection; onChosen: () => void }) {
  const call = useClient();
  const sites = useRead('GET /v1/analytics/search-console/sites', {}, { staleTime: 0 });
  const [chosen, choose] = useState(site ?? '');
  return (
    <>
      <Loaded query={sites}>
        {({ data }) => {
          const readable = data.filter(({ permission }) => permission !== 'unverified');
          const first = readable[0]?.site;
          if (first === undefined)
            return (
              <>
                <p className="notice warn">{texts.noProperties(email)}</p>
                <div className="actions">
                  <Button isPending={sites.isFetching} onPress={() => void sites.refetch()}>
                    {texts.checkAgain}
                  </Button>
                  <Disconnect />
                </div>
              </>
            );
          const value = readable.some((one) => one.site === chosen) ? chosen : first;
          return (
            <Form
              onSubmit={async () => {
                await call('PUT /v1/analytics/search-console', { body: { site: value } });
                onChosen();
                await refreshTerms();
              }}
            >
              {({ isBusy }) => (
                <>
                  <Select
                    label={texts.property}
                    hint={texts.propertyHint}
                    name="site"
                    options={readable.map((one) => ({ id: one.site, label: one.site }))}
                    value={value}
                    onChange={choose}
                  />
                  <div className="actions">
                    <Button type="submit" look="primary" isPending={isBusy}>
                      {texts.choose}
                    </Button>
                    <Disconnect />
                  </div>
                </>
              )}
            </Form>
          );
        }}
      </Loaded>
      {sites.error && sites.data === undefined && (
        <div className="actions">
          <ChangeKey />
          <Disconnect />
        </div>
      )}
    </>
  );
}

interface StateProps {
  connection: Connection & { site: string };
  onChange: () => void;
}

/** Property, fetched days and times of the fetches. */
function State({ connection, onChange }: StateProps) {
  const {
    site,
    client_email: email,
    first_day: first,
    last_day: last,
    last_fetched_at: fetched,
    next_fetch_at: next,
  } = connection;
  const fetchNow = useWrite('PUT /v1/analytics/search-console', {
    refreshes: [PATH],
    onSuccess: () => showToast(texts.fetching),
  });
  return (
    <>
      <dl className="record">
        <dt>{texts.property}</dt>
        <dd>
          <code>{site}</code>
        </dd>
        <dt>{texts.account}</dt>
        <dd>
          <code>{email}</code>
        </dd>
        {first && last && (
          <>
            <dt>{texts.days}</dt>
            <dd>{formatRange([first, last], 'day', 'UTC')}</dd>
          </>
        )}
        <dt>{texts.lastFetch}</dt>
        <dd>{fetched ? <Time iso={fetched} /> : texts.never}</dd>
        {next && (
          <>
            <dt>{texts.nextFetch}</dt>
            <dd>
              <Time iso={next} />
            </dd>
          </>
        )}
      </dl>
      <div className="actions">
        <Button isPending={fetchNow.isPending} onPress={() => fetchNow.mutate({ body: { site } })}>
          {texts.fetchNow}
        </Button>
        <Button onPress={onChange}>{texts.changeProperty}</Button>
        <ChangeKey />
        <Disconnect />
      </div>
    </>
  );
}

const ChangeKey = () => (
  <DialogTrigger>
    <Button>{texts.changeKey}</Button>
    <KeyDialog title={texts.changeKey} onSaved={refreshTerms} />
  </DialogTrigger>
);

function Disconnect() {
  const call = useClient();
  return (
    <Confirm
      trigger={<Button>{texts.disconnect}</Button>}
      title={texts.disconnectTitle}
      label={texts.disconnect}
      onConfirm={async () => {
        await call('DELETE /v1/analytics/search-console');
        await refresh('/v1/analytics/search-terms');
      }}
    >
      <p>{texts.disconnectHint}</p>
    </Confirm>
  );
}
