import { RECEIVING_STATUSES } from '@earshot/contract/services/waitlist/values';
import { broadcasts as texts } from '../texts/en/broadcasts.ts';
import { useState } from 'react';
import { refresh, toSentence, useClient, useRead } from '../../api.ts';
import { MailBody } from '../../settings/mail-body.tsx';
import { Button } from '../../ui/button.tsx';
import { useDebounced } from '../../ui/debounce.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, TextField } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { showProblem, showToast } from '../../ui/toast.tsx';
import { FilterBar } from '../filter-bar.tsx';
import { type Filters, toSelection } from '../filters.ts';

/** Dialog that writes an email to people on the waitlist, shows it with the number of recipients, and sends it. */
export const BroadcastDialog = () => (
  <Dialog title={texts.newTitle} size="wide">
    {(close) => <Compose onClose={close} />}
  </Dialog>
);

function Compose({ onClose }: { onClose: () => void }) {
  const call = useClient();
  const [filters, setFilters] = useState<Filters>({});
  const [subject, setSubject] = useState('');
  const [body, setBody] = useState('');
  const [isTesting, setTesting] = useState(false);
  const status = RECEIVING_STATUSES.find((one) => one === filters.status);
  const filter = { ...(status && { status }), ...toSelection(filters) };
  const shown = { subject: useDebounced(subject), body: useDebounced(body), filter };
  const preview = useRead('POST /v1/waitlist/broadcasts/preview', { body: shown }, { keep: true }).data;
  const count = preview?.recipient_count;
  const isComplete = Boolean(subject.trim() && body.trim());
  const test = async () => {
    setTesting(true);
    try {
      await call('POST /v1/waitlist/broadcasts/test', { body: { subject, body } });
      showToast(texts.tested);
    } catch (error) {
      showProblem(toSentence(error));
    }
    setTesting(false);
  };
  const send = async () => {
    const sent = await call('POST /v1/waitlist/broadcasts', { body: { subject, body, filter } });
    onClose();
    showToast(texts.sentTo(sent.recipient_count));
    await refresh('/v1/waitlist/broadcasts');
  };
  return (
    <Form onSubmit={send}>
      {({ isBusy }) => (
        <>
          <FilterBar filters={filters} onChange={(changes) => setFilters({ ...filters, ...changes })} maySearch />
          <p role="status">{count === undefined ? texts.counting : texts.receive(count)}</p>
          <p className="hint">{texts.hint}</p>
          <TextField name="subject" label={texts.subject} value={subject} onChange={setSubject} isRequired maxLength={200} />
          <TextField
            name="body"
            label={texts.text}
            hint={texts.textHint}
            rows={8}
            value={body}
            onChange={setBody}
            isRequired
            maxLength={20_000}
          />
          {isComplete && preview && (
            <section aria-label={texts.preview} className="mail-preview">
              <MailBody mail={preview} />
            </section>
          )}
          <div className="actions">
            <Button isDisabled={!isComplete} isPending={isTesting} onPress={() => void test()}>
              {texts.test}
            </Button>
          </div>
          <FormActions
            label={count ? texts.send(count) : count === 0 ? texts.nobody : texts.counting}
            onCancel={onClose}
            isBusy={isBusy}
            isDisabled={!isComplete || !count}
          />
        </>
      )}
    </Form>
  );
}
