import { formatId } from '../../platform/ids.ts';
import type { DescribedNotification } from './summaries.ts';

export const notificationForMember = ({
  id,
  project_id,
  kind,
  actor_id,
  read_at,
  created_at,
  message,
}: DescribedNotification) => ({
  id: formatId('ntf', id),
  project_id: formatId('prj', project_id),
  kind,
  heading: message.heading,
  title: message.title,
  text: message.text,
  facts: message.facts,
  url: message.url,
  actor_id: actor_id && formatId('usr', actor_id),
  read_at: read_at && read_at.toISOString(),
  created_at: created_at.toISOString(),
});
