import { formatId } from '../../platform/ids.ts';
import type { RecordedEvent } from '../../platform/jobs/events.ts';

/** Version of the format. */
const VERSION = 1;

/** The parts of an event that its payload contains. */
export type EventContent = Pick<RecordedEvent, 'subject' | 'changes'>;

interface EventHead {
  id: string;
  type: string;
  created_at: string;
}

/** Returns the payload of an event. Personal data is included only when `includePersonalData` is set. */
export function renderEvent(
  projectId: string,
  event: EventHead & EventContent,
  { includePersonalData }: { includePersonalData: boolean },
): object {
  const { data, personal } = event.subject;
  const isPersonal = (field: string) => field in personal;
  return includePersonalData
    ? renderPayload(projectId, event, { data: { ...data, ...personal }, changes: event.changes })
    : renderPayload(projectId, event, { data, changes: event.changes?.filter(({ field }) => !isPersonal(field)) });
}

/** Returns a payload with the given content. */
export const renderPayload = (
  projectId: string,
  { id, type, created_at }: EventHead,
  content: { data: object; changes?: object[] },
): object => ({
  id: formatId('evt', id),
  type,
  version: VERSION,
  created_at,
  project_id: formatId('prj', projectId),
  ...content,
});
