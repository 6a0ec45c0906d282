import type { ChangelogEntry } from '@earshot/sdk';
import { changelog as texts } from './texts/en/changelog.ts';
import { useEffect, useState } from 'react';
import { refresh, useClient, useRead } from '../api.ts';
import { useProjectTimeZone } from '../projects/time-zone.ts';
import { DateField } from '../ui/dates/date-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { Loaded } from '../ui/state.tsx';
import { showToast } from '../ui/toast.tsx';
import { useSubscriberCounts } from './subscriber-counts.ts';

interface PublishProps {
  entry: ChangelogEntry;
  /** Saves pending changes, which are then published. */
  onBefore: () => Promise<void>;
}

/** Dialog that shows the recipients and publishes the entry. */
export function PublishDialog({ entry, onBefore }: PublishProps) {
  const call = useClient();
  const publish = async () => {
    await onBefore();
    await call('PATCH /v1/changelog/{id}', { path: { id: entry.id }, body: { published: true } });
    showToast(texts.published);
    await refresh('/v1/changelog', '/v1/feedback');
  };
  return (
    <Dialog title={texts.publishTitle}>
      {(close) => (
        <Form onSubmit={() => publish().then(close)}>
          {({ isBusy }) => (
            <>
              <Audience entry={entry} onBefore={onBefore} />
              <FormActions label={texts.publishNow} onCancel={close} isBusy={isBusy} autoFocus />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}

function Audience({ entry: { id, pages = [] }, onBefore }: PublishProps) {
  // Includes feedback that was linked moments ago.
  const [isSaved, setSaved] = useState(false);
  useEffect(() => {
    void onBefore()
      .catch(() => undefined)
      .finally(() => setSaved(true));
    // Runs once, when the dialog opens.
  }, []);
  const counts = useSubscriberCounts();
  const audience = useRead('GET /v1/changelog/{id}/audience', { path: { id } }, { enabled: isSaved, staleTime: 0 });
  return (
    <Loaded query={audience}>
      {({ people, subscribers, feedback }) => (
        <div>
          <p>
            <strong>{people === 0 && pages.length ? texts.audience.noMails : texts.people(people, counts?.pending ?? 0)}</strong>
          </p>
          {/* One source is the whole number. */}
          {people > 0 && (feedback.length > 0 || subscribers !== people) && (
            <>
              <p className="soft">{texts.ofWhich}</p>
              <ul className="bullets">
                <li>{texts.changelogSubscribers(subscribers)}</li>
                {feedback.map((entry) => (
                  <li key={entry.id}>{texts.followers(entry.subscribers, entry.title)}</li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </Loaded>
  );
}

export function ScheduleDialog({ entry, onBefore, onClose }: PublishProps & { onClose: () => void }) {
  const call = useClient();
  const zone = useProjectTimeZone();
  return (
    <Dialog isOpen onOpenChange={onClose} title={texts.scheduleTitle}>
      <Form
        onSubmit={async (text) => {
          await onBefore();
          await call('PATCH /v1/changelog/{id}', { path: { id: entry.id }, body: { scheduled_at: text('scheduled_at') } });
          onClose();
          await refresh('/v1/changelog');
        }}
      >
        {({ isBusy }) => (
          <>
            <DateField
              name="scheduled_at"
              label={texts.scheduleAt}
              hint={texts.scheduleZone(zone)}
              timeZone={zone}
              startsTomorrow
              isRequired
              autoFocus
            />
            <Audience entry={entry} onBefore={onBefore} />
            <FormActions label={texts.scheduleNow} onCancel={onClose} isBusy={isBusy} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
