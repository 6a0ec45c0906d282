import { isSameMailbox } from '@earshot/contract/shared/mailbox';
import type { Mailing } from '../../../instance/mail/compose.ts';
import { findProject } from '../../../instance/projects/store.ts';
import type { DomainEvents } from '../../../platform/jobs/events.ts';
import { transact } from '../../../platform/postgres/database.ts';
import { findMergeTarget, listMergeGroup } from '../merging/merge-store.ts';
import { findEntry } from '../store.ts';
import { findLanguages } from '../subscriptions/subscribers-store.ts';
import { findAddresses } from './authors.ts';
import { type FollowerMails, textsFor } from './followers.ts';
import { BURST_S, listFollowersOfMerged, takeMerged } from './mails-store.ts';
import { MERGES_MAIL } from './waiting.ts';

const RETRY = { limit: 10, delaySeconds: 10, afterSeconds: BURST_S };

/**
 * Mails the followers of a merged entry five minutes after the merge, unless it was undone, or the target is not public. One mail names all
 * entries that were merged into the same target meanwhile. Nobody is mailed about their own merges.
 */
export function mailMerges(
  { db, events }: Mailing & { events: DomainEvents },
  { mail, buildPageLink, listSegments }: FollowerMails,
): void {
  events.on('feedback.merged', 'mail-followers', RETRY, async ({ project_id, data }) => {
    const targetId = await findMergeTarget(db, project_id, data.entry_id);
    if (!targetId || targetId === data.entry_id) return;
    const [project, target] = await Promise.all([findProject(db, project_id), findEntry(db, project_id, targetId)]);
    if (!project || target?.visibility !== 'public') return;
    const segments = await listSegments(project_id);
    const { merged, followers } = await transact(db, async (tx) => {
      const group = await listMergeGroup(tx, project_id, target.id);
      const taken = await takeMerged(tx, project_id, { first: data.entry_id, target: target.id, group });
      const ids = taken.map(({ id }) => id);
      return {
        merged: new Map(taken.map((entry) => [entry.id, entry])),
        followers: await listFollowersOfMerged(tx, project_id, { merged: ids, target: target.id, segments }),
      };
    });
    const actors = await findAddresses(
      db,
      project_id,
      [...merged.values()].flatMap(({ actor_id }) => actor_id ?? []),
    );
    const mergedBy = new Map([...merged.values()].map(({ id, actor_id }) => [id, actors.get(actor_id ?? '')]));

    /** The merged entries of each follower that someone else merged. */
    const followed = new Map<string, string[]>();
    for (const { email, entry_ids } of followers) {
      const ids = entry_ids.filter((id) => {
        const actor = mergedBy.get(id);
        return !(actor && isSameMailbox(actor, email));
      });
      if (ids.length) followed.set(email, ids);
    }
    const languages = await findLanguages(db, project_id, [...followed.keys()]);
    await mail(
      project,
      [...followed.keys()].map((email) => ({ email, language: languages.get(email) ?? null, entry_ids: [target.id] })),
      ({ email }, own) => {
        const ids = followed.get(email) ?? [];
        // The title of an entry that is not public may have been changed since the person saw it.
        const titles = ids.flatMap((id) => {
          const { title, visibility, board_access: access } = merged.get(id) ?? {};
          return visibility === 'public' && access === 'public' && title ? [title] : [];
        });
        const [title] = titles;
        const t = textsFor(own);
        return {
          event: 'feedback.merged',
          cause: `${MERGES_MAIL}:${data.entry_id}:${target.id}`,
          subject: t.mergedSubject(ids.length === 1 ? title : undefined, target.title),
          heading: target.title,
          paragraphs: [
            t.mergedText(ids.length, project.name, titles.length > 0),
            ...titles.map((text) => `• ${text}`),
            t.mergedEnd,
          ],
          action: buildPageLink(own, target),
        };
      },
    );
  });
}
