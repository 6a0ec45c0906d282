import { formatId } from '../../../platform/ids.ts';
import type { Annotation } from './annotations-store.ts';
import type { Loss } from '../pipeline/event-counts-store.ts';
import type { SavedFunnel } from './funnels-store.ts';
import type { Goal } from './goals-store.ts';
import type { Drop } from '../ingest/drops-store.ts';
import type { Outcomes } from '../pipeline/inbox-store.ts';
import type { Segment } from './segments-store.ts';
import type { Share } from './shares-store.ts';

export const goalForMember = ({ id, project_id, name, event, page, filters, created_at, updated_at }: Goal) => ({
  id: formatId('goal', id),
  project_id: formatId('prj', project_id),
  name,
  event,
  page,
  filters,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

export const funnelForMember = (funnel: SavedFunnel) => ({
  id: formatId('fnl', funnel.id),
  project_id: formatId('prj', funnel.project_id),
  name: funnel.name,
  steps: funnel.steps.map(({ event = null, page = null, filters = [] }) => ({ event, page, filters })),
  window_seconds: funnel.window_seconds,
  order: funnel.step_order,
  by: funnel.unit,
  created_at: funnel.created_at.toISOString(),
  updated_at: funnel.updated_at.toISOString(),
});

export const annotationForMember = ({
  id,
  project_id,
  time,
  text,
  url,
  changelog_entry_id,
  created_at,
  updated_at,
}: Annotation) => ({
  id: formatId('ann', id),
  project_id: formatId('prj', project_id),
  occurred_at: time.toISOString(),
  content: text,
  time: time.toISOString(),
  text,
  url,
  changelog_entry_id: changelog_entry_id && formatId('cl', changelog_entry_id),
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

export const segmentForMember = ({ id, project_id, name, filters, created_at, updated_at }: Segment) => ({
  id: formatId('seg', id),
  project_id: formatId('prj', project_id),
  name,
  filters,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

export const shareForMember = (
  { id, project_id, name, link, password_hash, segment_id, embed, last_opened_at, created_at, updated_at }: Share,
  publicUrl: string,
) => ({
  id: formatId('shr', id),
  project_id: formatId('prj', project_id),
  name,
  url: `${publicUrl}/share/${link}`,
  embed,
  embed_url: embed ? `${publicUrl}/embed/${link}` : null,
  has_password: password_hash !== null,
  segment_id: segment_id && formatId('seg', segment_id),
  last_opened_at: last_opened_at && last_opened_at.toISOString(),
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

/** Returns accepted, dropped and rejected events. */
export function intakeForMember(
  outcomes: Outcomes,
  { from, to }: { from: number; to: number },
  { drops, waiting, losses }: { drops: Drop[]; waiting: number; losses: Loss[] },
) {
  const byPrefix = (prefix: string) =>
    Object.fromEntries(
      Object.entries(outcomes).flatMap(([name, count]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), count]] : [])),
    );
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    received: outcomes.received ?? 0,
    accepted: outcomes.accepted ?? 0,
    dropped: byPrefix('dropped:'),
    repaired: byPrefix('repaired:'),
    bots: byPrefix('bot:'),
    duplicates: outcomes['dropped:duplicate'] ?? 0,
    late: outcomes.late ?? 0,
    imported: outcomes.imported ?? 0,
    waiting,
    last_drops: drops.map(({ reason, hostname, message, occurred_at }) => ({
      reason,
      hostname: hostname || null,
      message: message || null,
      occurred_at: occurred_at.toISOString(),
    })),
    missing: losses.map(({ day, events }) => ({ day, events })),
  };
}
