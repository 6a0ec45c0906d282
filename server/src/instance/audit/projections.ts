import { formatPrincipal } from '../../platform/api/credentials.ts';
import { formatId } from '../../platform/ids.ts';
import type { AuditEntry } from './store.ts';

export const auditEntryForMember = ({
  id,
  project_id,
  actor_id,
  actor_is_service_account,
  created_at,
  ...entry
}: AuditEntry) => ({
  id: formatId('aud', id),
  project_id: formatId('prj', project_id),
  ...entry,
  actor_id: actor_id && formatPrincipal({ id: actor_id, is_service_account: actor_is_service_account }),
  created_at: created_at.toISOString(),
});
