import type { Annotation, Query } from '@earshot/sdk';
import { analytics as texts } from '../texts/en/analytics.ts';
import { reports } from '../texts/en/reports.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Rocket, StickyNote, X } from 'lucide-react';
import { useContext } from 'react';
import { Button as AriaButton, Dialog as AriaDialog, DialogTrigger as AriaDialogTrigger, Popover } from 'react-aria-components';
import { ProjectIdContext, refresh, useClient, useWrite } from '../../api.ts';
import { useMay } from '../../projects/projects.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { DateField } from '../../ui/dates/date-field.tsx';
import { Dialog, DialogTrigger } from '../../ui/dialog.tsx';
import { Form, TextField } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { toLocalDay } from '../../ui/dates/local-time.ts';
import { date } from '../../ui/time.tsx';
import type { Marker } from './markers.ts';
import { LANE_PX, type PlotArea } from './plot.tsx';

const ROUTE = 'GET /v1/analytics/annotations';
const PAGE_SIZE = 100;
/** More notes than a chart can show. */
const MAX_PAGES = 10;

/** Returns all notes of a period, such as releases and campaigns. Published changelog entries are included. */
export function useNotes(period: Query<typeof ROUTE>, isEnabled: boolean): Annotation[] {
  const call = useClient();
  const projectId = useContext(ProjectIdContext);
  const notes = useQuery({
    queryKey: [projectId ?? '', ROUTE, { query: period }],
    queryFn: async ({ signal }) => {
      const found: Annotation[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MAX_PAGES; page++) {
        const { data, next_cursor: next } = await call(ROUTE, { query: { ...period, limit: PAGE_SIZE, cursor } }, { signal });
        found.push(...data);
        if (next === null) break;
        cursor = next;
      }
      return found;
    },
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  return isEnabled ? (notes.data ?? []) : [];
}

/** Buttons in the lane above the plot that open the notes of a day. */
export const NoteMarkers = ({ area, markers }: { area: PlotArea; markers: Marker<Annotation>[] }) => (
  <>
    {markers.map(({ x, index, notes }) => {
      const hasRelease = notes.some(({ changelog_entry_id: entry }) => entry !== null);
      const first = notes[0];
      return (
        <AriaDialogTrigger key={index}>
          <AriaButton
            className="note-marker"
            aria-label={reports.notes(notes.length, first ? date(first.time) : '', hasRelease)}
            style={{ left: area.left + x, top: area.top - LANE_PX }}
          >
            {hasRelease ? <Rocket size={13} aria-hidden /> : <StickyNote size={13} aria-hidden />}
            {notes.length > 1 && <span>{notes.length}</span>}
          </AriaButton>
          <Popover className="popover notes-popover" placement="bottom">
            <AriaDialog aria-label={reports.notesTitle} className="notes">
              <NoteList notes={notes} />
            </AriaDialog>
          </Popover>
        </AriaDialogTrigger>
      );
    })}
  </>
);

function NoteList({ notes }: { notes: Annotation[] }) {
  const mayWork = useMay('member');
  const remove = useWrite('DELETE /v1/analytics/annotations/{id}', { refreshes: ['/v1/analytics/annotations'] });
  return (
    <ul>
      {notes.map(({ id, time, content, url, changelog_entry_id: entry }) => (
        <li key={id}>
          {entry ? <Rocket size={14} aria-hidden /> : <StickyNote size={14} aria-hidden />}
          <span className="grow">
            <span className="soft">
              {date(time)}
              {entry && ` · ${reports.release}`}
            </span>
            <br />
            {url ? <a href={url}>{content}</a> : content}
          </span>
          {mayWork && !entry && (
            <IconButton label={texts.deleteNote(content)} onPress={() => remove.mutate({ path: { id } })}>
              <X size={14} />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Button that adds a note, for members who may. */
export function AddNoteButton() {
  if (!useMay('member')) return null;
  return (
    <DialogTrigger>
      <Button icon={<StickyNote size={15} />}>{texts.addNote}</Button>
      <AddNote />
    </DialogTrigger>
  );
}

function AddNote() {
  const call = useClient();
  const today = toLocalDay(new Date());
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
              <DateField name="time" label={texts.noteDate} defaultValue={today} isRequired />
              <FormActions label={texts.add} onCancel={close} isBusy={isBusy} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
