import type { LogEntry } from './store.ts';

export const logEntryForMember = ({ request_id, duration_ms, created_at, ...entry }: LogEntry) => ({
  request_id: `req_${request_id}`,
  duration_ms: Math.round(duration_ms * 10) / 10,
  created_at: created_at.toISOString(),
  ...entry,
});
