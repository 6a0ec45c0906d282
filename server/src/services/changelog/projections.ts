import { formatId } from '../../platform/ids.ts';
import type { Subject } from '../../platform/jobs/events.ts';
import { resolveUrls } from '../../platform/markdown/render.ts';
import type { PersonReaction, ReactionCounts } from './reactions/reactions-store.ts';
import type { Entry } from './store.ts';
import type { Subscriber } from './subscribers-store.ts';

/**
 * Projection for everyone. Its HTML is for pages of others, so that its links are absolute, except those within the text.
 * @param options `keepsFragments` is false where a link within the text leads nowhere
 */
export const entryForPublic = async (entry: Entry, url: string, { keepsFragments = true } = {}) => ({
  id: formatId('cl', entry.id),
  project_id: formatId('prj', entry.project_id),
  title: entry.title,
  slug: entry.slug,
  content: entry.content,
  content_html: await resolveUrls(entry.content_html, url, { keepsFragments }),
  version: entry.version,
  type: entry.type,
  tags: entry.tags,
  image_url: entry.image_url,
  image_alt: entry.image_alt,
  announcement: entry.announcement,
  announcement_ends_at: entry.announcement_ends_at?.toISOString() ?? null,
  status: entry.status,
  published: entry.status === 'published',
  published_at: entry.published_at?.toISOString() ?? null,
  scheduled_at: entry.scheduled_at?.toISOString() ?? null,
  feedback_ids: entry.feedback_ids.map((id) => formatId('fb', id)),
  url,
  created_at: entry.created_at.toISOString(),
  updated_at: entry.updated_at.toISOString(),
});

const toSegmentId = ({ segment_id: id }: Entry) => id && formatId('psg', id);

/** Projection for the team. */
export const entryForTeam = async (entry: Entry, url: string) => ({
  ...(await entryForPublic(entry, url)),
  external_id: entry.external_id,
  segment_id: toSegmentId(entry),
  pages: entry.pages,
  languages: entry.languages,
  success: entry.success,
  window_days: entry.window_days,
  view_count: entry.view_count ?? 0,
});

/** Returns the number of readers by reaction. */
export const countReactions = ({ reactions = {} }: Entry): ReactionCounts => ({ like: 0, love: 0, celebrate: 0, ...reactions });

export const reactionForExport = ({ entry_id, reaction, created_at }: PersonReaction) => ({
  changelog_entry_id: formatId('cl', entry_id),
  reaction,
  created_at: created_at.toISOString(),
});

/** Projection for events. Contains no personal data, because the team wrote the entry. */
export const entryForEvent = async (entry: Entry, url: string): Promise<Subject> => ({
  data: {
    ...(await entryForPublic(entry, url, { keepsFragments: false })),
    segment_id: toSegmentId(entry),
    pages: entry.pages,
    languages: entry.languages,
  },
  personal: {},
});

export const subscriberForMember = ({ id, project_id, email, language, confirmed_at, created_at }: Subscriber) => ({
  id: formatId('sub', id),
  project_id: formatId('prj', project_id),
  email,
  language,
  confirmed_at: confirmed_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
});
