import type { Annotation } from '@earshot/sdk';
import { analytics as texts } from '#texts/analytics';
import { StickyNote, X } from 'lucide-react';
import { refresh, useClient, useWrite } from '../api.ts';
import { useMay } from '../projects/projects.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog, DialogTrigger } from '../ui/dialog.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { date } from '../ui/time.tsx';

/** Notes in the period, such as releases and campaigns. Published changelog entries are included. */
export function Annotations({ annotations }: { annotations: Annotation[] }) {
  const mayWork = useMay('member');
  const remove = useWrite('DELETE /v1/analytics/annotations/{id}', { refreshes: ['/v1/analytics/annotations'] });
  return (
    <div className="notes">
      <ul>
        {annotations.map(({ id, time, text, url, changelog_entry_id }) => (
          <li key={id}>
            <StickyNote size={14} aria-hidden />
            <span className="soft">{date(time)}</span>
            {url ? <a href={url}>{text}</a> : text}
            {mayWork && !changelog_entry_id && (
              <IconButton label={texts.deleteNote(text)} onPress={() => remove.mutate({ path: { id } })}>
                <X size={14} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {mayWork && (
        <DialogTrigger>
          <Button look="plain">{texts.addNote}</Button>
          <AddNote />
        </DialogTrigger>
      )}
    </div>
  );
}

/** Returns the day in the time zone of the reader: `2026-11-21`. */
const localDate = (day: Date) =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

function AddNote() {
  const call = useClient();
  const today = localDate(new Date());
  return (
    <Dialog title={texts.noteTitle}>
      {(close) => (
        <Form
          onSubmit={async (text) => {
            const day = text('time');
            // Noon of the current day may be in the future.
            const time = (day === today ? new Date() : new Date(`${day}T12:00`)).toISOString();
            await call('POST /v1/analytics/annotations', { body: { time, text: text('text') } });
            close();
            await refresh('/v1/analytics/annotations');
          }}
        >
          {({ isBusy }) => (
            <>
              <TextField name="text" label={texts.noteText} isRequired autoFocus maxLength={200} />
              <TextField name="time" label={texts.noteTime} type="date" defaultValue={today} isRequired />
              <FormActions label={texts.add} onCancel={close} isBusy={isBusy} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
