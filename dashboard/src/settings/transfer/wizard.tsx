import type { ImportCollection } from '@earshot/contract/instance/values';
import { RECORD_OUTCOMES } from '@earshot/contract/shared/values';
import type { Import } from '@earshot/sdk';
import { imports as texts } from '#texts/settings/imports';
import { ArrowLeft } from 'lucide-react';
import { refresh, useClient, useRead, useWrite } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { download } from '../../ui/download.ts';
import { Loaded } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import { Mapping } from './mapping.tsx';

const POLL_MS = 1_000;
const WORKING = new Set<Import['status']>(['uploading', 'checking', 'running', 'undoing']);
const PATH = '/v1/imports';

const sum = (counts: Import['counts'], outcomes: readonly (typeof RECORD_OUTCOMES)[number][] = RECORD_OUTCOMES) =>
  Object.values(counts).reduce((total, of) => total + outcomes.reduce((part, outcome) => part + of[outcome], 0), 0);

/** Steps of an import: how its files are read, what would happen, its progress, and its result. */
export function Wizard({ id, onClose }: { id: string; onClose: () => void }) {
  const state = useRead(
    'GET /v1/imports/{id}',
    { path: { id } },
    { every: (item) => (item && WORKING.has(item.status) ? POLL_MS : false) },
  );
  return (
    <>
      <Button look="quiet" onPress={onClose}>
        <ArrowLeft size={16} aria-hidden /> {texts.back}
      </Button>
      <Loaded query={state}>{(item) => <Steps item={item} onClose={onClose} />}</Loaded>
    </>
  );
}

function Steps({ item, onClose }: { item: Import; onClose: () => void }) {
  const { id, source, status, processed, detected, check_counts: checked, counts } = item;
  const update = useWrite('PATCH /v1/imports/{id}', { refreshes: [PATH] });
  const isOpen = processed === 0 && ['ready', 'failed', 'undone'].includes(status);
  const result = status === 'finished' || processed > 0 ? counts : checked;
  return (
    <>
      <Summary item={item} onClose={onClose} />
      {result && sum(result) > 0 && !WORKING.has(status) && <Result item={item} counts={result} />}
      {isOpen && source === 'csv' && detected?.columns && (
        <Mapping item={item} onChange={(options) => update.mutate({ path: { id }, body: { options } })} />
      )}
      {isOpen && detected && <Preview item={item} />}
    </>
  );
}

/** State of the import, and what can be done next. */
function Summary({ item, onClose }: { item: Import; onClose: () => void }) {
  const { id, files, source, status, error, processed, check_counts: checked } = item;
  const call = useClient();
  const path = { id };
  const check = useWrite('POST /v1/imports/{id}/check', { refreshes: [PATH] });
  const run = useWrite('POST /v1/imports/{id}/run', { refreshes: [PATH] });
  const stop = useWrite('POST /v1/imports/{id}/stop', { refreshes: [PATH] });
  const undo = async () => {
    await call('POST /v1/imports/{id}/undo', { path });
    await refresh(PATH);
  };
  const remove = async () => {
    await call('DELETE /v1/imports/{id}', { path });
    void refresh(PATH);
    onClose();
  };
  const isWorking = WORKING.has(status);
  const total = checked ? sum(checked) : undefined;
  const importable = checked ? sum(checked, ['created', 'updated', 'unchanged']) : undefined;
  const isStarted = processed > 0 && ['stopped', 'failed'].includes(status);
  return (
    <section className="panel" aria-busy={isWorking}>
      <header className="panel-head">
        <div>
          <h2 dir="auto">{files[0]?.name}</h2>
          <p className="soft">
            {texts.sources[source]} · <span className={status === 'failed' ? 'tag warn' : 'tag'}>{texts.statuses[status]}</span>
          </p>
        </div>
        <div className="actions">
          {['ready', 'undone'].includes(status) && (
            <>
              <Button isPending={check.isPending} onPress={() => check.mutate({ path })}>
                {texts.check}
              </Button>
              <Button look="primary" isDisabled={importable === 0} isPending={run.isPending} onPress={() => run.mutate({ path })}>
                {importable ? texts.runCount(importable) : texts.run}
              </Button>
            </>
          )}
          {isStarted && (
            <Button look="primary" isPending={run.isPending} onPress={() => run.mutate({ path })}>
              {texts.resume}
            </Button>
          )}
          {['checking', 'running'].includes(status) && (
            <Button isPending={stop.isPending} onPress={() => stop.mutate({ path })}>
              {texts.stop}
            </Button>
          )}
          {(status === 'finished' || isStarted) && (
            <Confirm trigger={<Button>{texts.undo}</Button>} title={texts.undoTitle} label={texts.undoLabel} onConfirm={undo}>
              <p>{texts.undoHint}</p>
            </Confirm>
          )}
          {!isWorking && (
            <Confirm
              trigger={<Button>{texts.remove}</Button>}
              title={texts.removeTitle}
              label={texts.removeLabel}
              onConfirm={remove}
            >
              <p>{texts.removeHint}</p>
            </Confirm>
          )}
        </div>
      </header>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      {isWorking && (
        <p role="status" className="steps-progress">
          <progress
            aria-label={texts.statuses[status]}
            {...(status === 'running' && total ? { value: processed, max: total } : {})}
          />
          <span className="soft">{status === 'running' ? texts.progress(processed, total) : texts.statuses[status]}</span>
        </p>
      )}
    </section>
  );
}

/** Counts of a check or an import, and the records that cannot be imported. */
function Result({ item: { id, status }, counts }: { item: Import; counts: Import['counts'] }) {
  const call = useClient();
  const failed = sum(counts, ['failed']);
  const problems = useRead('GET /v1/imports/{id}/problems', { path: { id } }, { enabled: failed > 0 });
  return (
    <section className="panel">
      <header className="panel-head">
        <h2>{status === 'finished' ? texts.result : texts.checked}</h2>
        {status === 'finished' && (
          <Button onPress={() => void download(call, 'GET /v1/imports/{id}/redirects.csv', { path: { id } }, 'redirects.csv')}>
            {texts.redirects}
          </Button>
        )}
        {failed > 0 && (
          <Button onPress={() => void download(call, 'GET /v1/imports/{id}/problems.csv', { path: { id } }, 'problems.csv')}>
            {texts.download}
          </Button>
        )}
      </header>
      <ul className="plain-list">
        {Object.entries(counts).map(([collection, of]) => (
          <li key={collection}>
            <strong>{texts.collections[collection as ImportCollection]}</strong>: {texts.counts(of)}
          </li>
        ))}
      </ul>
      {failed > 0 && (
        <>
          <h3>{texts.problems}</h3>
          <p className="soft">{texts.problemsHint}</p>
          <Loaded query={problems}>
            {({ data }) => (
              <Table
                label={texts.problems}
                head={[texts.line, texts.reason, texts.record]}
                numbers={[texts.line]}
                main={texts.reason}
              >
                {data.map(({ file, line, message, record }) => (
                  <tr key={`${file} ${line} ${message}`}>
                    <td className="number">{line}</td>
                    <td>{message}</td>
                    <td className="soft" dir="auto">
                      {describeRecord(JSON.parse(record) as Record<string, unknown>)}
                    </td>
                  </tr>
                ))}
              </Table>
            )}
          </Loaded>
        </>
      )}
    </section>
  );
}

function Preview({ item: { id } }: { item: Import }) {
  const preview = useRead('GET /v1/imports/{id}/preview', { path: { id } }, { keep: true });
  return (
    <section className="panel">
      <header className="panel-head">
        <div>
          <h2>{texts.preview}</h2>
          <p className="soft">{texts.previewHint}</p>
        </div>
      </header>
      <Loaded query={preview}>
        {({ records }) => (
          <Table label={texts.preview} head={[texts.line, texts.record, texts.result]} numbers={[texts.line]} main={texts.record}>
            {records.map(({ collection, line, record, outcome, error }, index) => (
              <tr key={index}>
                <td className="number">{line}</td>
                <td dir="auto">
                  {describeRecord(record)}
                  <p className="soft">{texts.collections[collection]}</p>
                </td>
                <td>
                  <span className={outcome === 'failed' ? 'tag warn' : 'tag'}>{texts.outcomes[outcome]}</span>
                  {error && <p className="soft">{error}</p>}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Loaded>
    </section>
  );
}

/** Fields that a reader does not need to recognize a record. */
const TECHNICAL = new Set(['external_id', 'feedback_external_id', 'index_id']);

/** Returns the content of a record in one line. */
const describeRecord = (record: Record<string, unknown>): string =>
  Object.entries(record)
    .filter(([name]) => !TECHNICAL.has(name))
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');
