import { formatId } from '../../platform/ids.ts';
import type { Mail } from './store.ts';

export const mailForMember = ({
  id,
  project_id,
  recipient,
  subject,
  text_body,
  html_body,
  status,
  error,
  created_at,
  updated_at,
}: Mail) => ({
  id: formatId('ml', id),
  project_id: formatId('prj', project_id),
  recipient,
  subject,
  text: text_body,
  html: html_body,
  status,
  error,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});
