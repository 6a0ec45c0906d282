import { formatId } from '../../platform/ids.ts';
import type { Export } from './exports-store.ts';

/** Returns an export as members see it. `link` returns the URL of a file until its expiry. */
export const exportForMember = (
  { id, project_id, expires_at, created_at, ...shown }: Export,
  link: (until: Date) => string | null,
) => ({
  ...shown,
  id: formatId('exp', id),
  project_id: formatId('prj', project_id),
  url: shown.status === 'ready' && expires_at ? link(expires_at) : null,
  expires_at: expires_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
});
