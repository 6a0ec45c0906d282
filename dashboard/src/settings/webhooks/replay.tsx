import { webhooks as texts } from '#texts/settings/webhooks';
import { useState } from 'react';
import { refresh, useClient } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/dates/date-field.tsx';
import { Dialog, DialogTrigger } from '../../ui/dialog.tsx';
import { Form, Select } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { timeZone } from '../../ui/dates/local-time.ts';
import { showToast } from '../../ui/toast.tsx';

const DAY_MS = 86_400_000;
const CHOICES = (['failed', 'all'] as const).map((id) => ({ id, label: texts.whichOptions[id] }));

/** Dialog that sends the deliveries of a period again. */
export function Replay({ webhookId }: { webhookId: string }) {
  const call = useClient();
  const [status, setStatus] = useState<'failed' | 'all'>('failed');
  return (
    <DialogTrigger>
      <Button>{texts.replay}</Button>
      <Dialog title={texts.replayTitle}>
        {(close) => (
          <Form
            onSubmit={async (text) => {
              const until = text('until');
              const { count } = await call('POST /v1/webhooks/{id}/replay', {
                path: { id: webhookId },
                body: {
                  since: text('since'),
                  ...(until && { until }),
                  status,
                },
              });
              close();
              showToast(texts.replayed(count));
              await refresh('/v1/webhooks');
            }}
          >
            {({ isBusy }) => (
              <>
                <p>{texts.replayHint}</p>
                <DateField
                  name="since"
                  label={texts.since}
                  hint={texts.zone(timeZone())}
                  timeZone={timeZone()}
                  defaultValue={new Date(Date.now() - DAY_MS).toISOString()}
                  isRequired
                  autoFocus
                />
                <DateField name="until" label={texts.until} hint={texts.untilHint} timeZone={timeZone()} />
                <Select label={texts.which} options={CHOICES} value={status} onChange={setStatus} />
                <FormActions label={texts.retry} onCancel={close} isBusy={isBusy} />
              </>
            )}
          </Form>
        )}
      </Dialog>
    </DialogTrigger>
  );
}
