import { common } from '#texts/common';
import type { ImportCollection } from '@earshot/contract/instance/values';
import { RECORD_OUTCOMES } from '@earshot/contract/shared/values';
import type { Import } from '@earshot/sdk';
import { imports as texts } from '#texts/settings/imports';
import { ArrowLeft, Download } from 'lucide-react';
import { refresh, useClient, useRead, useWrite } from '../../api.ts';
import { useStatuses } from '../../feedback/fields/statuses.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { download } from '../../ui/download.ts';
import { Loaded } from '../../ui/state.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { locale } from '../../texts/plural.ts';
import { Mapping } from './mapping.tsx';
import { Options } from './options.tsx';
import { ContinueUpload } from './continue-upload.tsx';

const POLL_MS = 1_000;
const WORKING = new Set<Import['status']>(['uploading', 'checking', 'running', 'undoing']);
const PATH = '/v1/imports';

const sum = (counts: Import['counts'], outcomes: readonly (typeof RECORD_OUTCOMES)[number][] = RECORD_OUTCOMES) =>
  Object.values(counts).reduce((total, of) => total + outcomes.reduce((part, outcome) => part + of[outcome], 0), 0);

/** Steps of an import: how its files are read, what would happen, its progress, and its result. */
export function Wizard({ id, ...props }: StepsProps & { id: string }) {
  const state = useRead(
    'GET /v1/imports/{id}',
    { path: { id } },
    { every: (item) => (item && WORKING.has(item.status) ? POLL_MS : false) },
  );
  return (
    <>
      <div className="actions">
        <Button icon={<ArrowLeft size={16} />} onPress={props.onClose}>
          {texts.back}
        </Button>
      </div>
      <Loaded query={state}>{(item) => <Steps item={item} {...props} />}</Loaded>
    </>
  );
}

interface StepsProps {
  /** Files of an upload that failed on this page. */
  files: File[];
  onClose: () => void;
}

function Steps({ item, ...props }: StepsProps & { item: Import }) {
  const { id, source, status, processed, detected, check_counts: checked, counts } = item;
  const update = useWrite('PATCH /v1/imports/{id}', { refreshes: [PATH] });
  const change = (options: Import['options']) => update.mutate({ path: { id }, body: { options } });
  const isOpen = processed === 0 && ['ready', 'failed', 'undone'].includes(status);
  const hasRun = status === 'finished' || processed > 0;
  const result = hasRun ? counts : checked;
  return (
    <>
      <Summary item={item} {...props} />
      {result && sum(result) > 0 && !WORKING.has(status) && (
        <Result id={id} isFinished={status === 'finished'} title={hasRun ? texts.result : texts.checked} counts={result} />
      )}
      {isOpen && source === 'csv' && detected?.columns && <Mapping item={item} onChange={change} />}
      {isOpen && <Options item={item} onChange={change} />}
      {isOpen && detected && <Preview item={item} />}
    </>
  );
}

/** State of the import, and what can be done next. */
function Summary({ item, files: chosen, onClose }: StepsProps & { item: Import }) {
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
  const isUploading = status === 'uploading';
  const isWorking = WORKING.has(status) && !isUploading;
  const total = checked ? sum(checked) : undefined;
  const importable = checked ? sum(checked, ['created', 'updated', 'unchanged']) : undefined;
  const isOpen = ['ready', 'undone'].includes(status) || (status === 'failed' && processed === 0);
  const isInterrupted = ['stopped', 'failed'].includes(status) && !isOpen;
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
          {isUploading && <ContinueUpload item={item} files={chosen} />}
          {isOpen && (
            <>
              <Button isPending={check.isPending} onPress={() => check.mutate({ path })}>
                {texts.check}
              </Button>
              <Button look="primary" isDisabled={importable === 0} isPending={run.isPending} onPress={() => run.mutate({ path })}>
                {importable ? texts.runCount(importable) : texts.run}
              </Button>
            </>
          )}
          {isInterrupted && (
            <Button look="primary" isPending={run.isPending} onPress={() => run.mutate({ path })}>
              {texts.resume}
            </Button>
          )}
          {['checking', 'running'].includes(status) && (
            <Button isPending={stop.isPending} onPress={() => stop.mutate({ path })}>
              {texts.stop}
            </Button>
          )}
          {(status === 'finished' || (isInterrupted && processed > 0)) && (
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
      {(isWorking || isUploading) && <Progress item={item} total={total} />}
    </section>
  );
}

function Progress({ item: { files, status, processed }, total }: { item: Import; total: number | undefined }) {
  const received = files.reduce((bytes, file) => bytes + file.received_bytes, 0);
  const size = files.reduce((bytes, file) => bytes + file.size_bytes, 0);
  const isUploading = status === 'uploading';
  return (
    <p role="status" className="steps-progress">
      <progress
        aria-label={texts.statuses[status]}
        {...(status === 'running' && total
          ? { value: processed, max: total }
          : isUploading
            ? { value: received, max: size }
            : {})}
      />
      <span className="soft">
        {status === 'running' && texts.progress(processed, total)}
        {isUploading && texts.incomplete((received / size).toLocaleString(locale, { style: 'percent' }))}
        {['checking', 'undoing'].includes(status) && texts.statuses[status]}
      </span>
    </p>
  );
}

/** Counts of a check or an import, and the records that cannot be imported. */
function Result({ id, isFinished, title, counts }: { id: string; isFinished: boolean; title: string; counts: Import['counts'] }) {
  const call = useClient();
  // Drafts, and images that keep their URL, are listed although nothing failed.
  const problems = useRead('GET /v1/imports/{id}/problems', { path: { id } });
  return (
    <section className="panel">
      <header className="panel-head">
        <h2>{title}</h2>
        {isFinished && (
          <Button
            icon={<Download size={16} />}
            onPress={() => void download(call, 'GET /v1/imports/{id}/redirects.csv', { path: { id } }, 'redirects.csv')}
          >
            {texts.redirects}
          </Button>
        )}
      </header>
      <ul className="plain-list">
        {Object.entries(counts).map(([collection, of]) => (
          <li key={collection}>
            <strong>{texts.collections[collection as ImportCollection]}</strong>
            {common.colon + texts.counts(of)}
          </li>
        ))}
      </ul>
      {(problems.isError || (problems.data?.data.length ?? 0) > 0) && (
        <>
          <header className="panel-head">
            <div>
              <h3>{texts.problems}</h3>
              <p className="soft">{texts.problemsHint}</p>
            </div>
            <Button
              icon={<Download size={16} />}
              onPress={() => void download(call, 'GET /v1/imports/{id}/problems.csv', { path: { id } }, 'problems.csv')}
            >
              {texts.download}
            </Button>
          </header>
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
                    <td>
                      <Described record={JSON.parse(record) as Record<string, unknown>} />
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
                <td>
                  <Described record={record} about={texts.collections[collection]} />
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

/** Fields whose values are statuses of feedback, which have names. Other texts stay as they are in the file. */
const STATUSES = new Set(['status', 'custom_status']);

/** Fields that name a record, the most telling ones first. */
const NAMING = ['title', 'email', 'author_name', 'content', 'body', 'voter_email', 'voter_name'];

/** Midnight in UTC, which stands for a day: in the time zone of the reader, it may be the day before. */
const DAY = /^(\d{4}-\d\d-\d\d)T00:00:00\.000Z$/;
const describeValue = (value: unknown): string => (typeof value === 'string' ? value.replace(DAY, '$1') : JSON.stringify(value));

/** Name of a record, and its other fields in one line. */
function Described({ record, about }: { record: Record<string, unknown>; about?: string }) {
  const { choices } = useStatuses();
  const findStatus = (value: unknown) => choices.find(({ id }) => id === value)?.name;
  const name = NAMING.find((field) => record[field] !== undefined);
  const others = Object.entries(record)
    .filter(([field, value]) => field !== name && !TECHNICAL.has(field) && JSON.stringify(value) !== '{}')
    .map(
      ([field, value]) =>
        `${texts.fieldName(field)}${common.colon}${(STATUSES.has(field) && findStatus(value)) || describeValue(value)}`,
    );
  return (
    <>
      {name !== undefined && <strong dir="auto">{describeValue(record[name])}</strong>}
      <p className="soft" dir="auto">
        {[...(about === undefined ? [] : [about]), ...others].join(' · ')}
      </p>
    </>
  );
}
