import { formatId } from '../../platform/ids.ts';
import type { LogEntry } from './store.ts';

export const logEntryForMember = ({ project_id, request_id, duration_ms, created_at, ...entry }: LogEntry) => ({
  project_id: formatId('prj', project_id),
  request_id: `req_${request_id}`,
  duration_ms: Math.round(duration_ms * 10) / 10,
  created_at: created_at.toISOString(),
  ...entry,
});
