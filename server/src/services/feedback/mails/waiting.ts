import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import type { MailsOfCause } from '../../../instance/mail/kinds.ts';
import type { Outbox } from '../../../instance/mail/outbox.ts';
import { parseId } from '../../../platform/ids.ts';
import type { SegmentDeps } from '../boards/segments-store.ts';
import { PRIVATE_ANSWER } from '../subscriptions/subscribers-store.ts';
import { areRepliesPublic, isAnswerVisible, findReaders, wasMergedHidden } from './waiting-store.ts';

/** Name of the causes of mails about replies, before the id of the first reply. */
export const REPLIES_MAIL = 'feedback.replies';
/** Name of the causes of mails about merges, before the ids of the first merged entry and of the target. */
export const MERGES_MAIL = 'feedback.merged';

const HIDDEN = 'The recipient may not read the feedback anymore';

/** Cancels mails that wait for a mail server while what they tell is hidden, deleted or moved to a board that the recipient may not read. */
export function cancelHidden({ outbox, ...deps }: SegmentDeps & { outbox: Pick<Outbox, 'defineKind'> }): void {
  const { db } = deps;
  /** Defines mails about entries, which also require that `isReadable` is true. */
  const define = (name: string, isReadable?: (mails: MailsOfCause, firstId: string) => Promise<boolean>) =>
    outbox.defineKind(name, {
      findObjections: async (mails) => {
        const { project_id: projectId, cause, subject_ids: subjects, recipients } = mails;
        const ids = subjects.flatMap((id) => parseId('fb', id) ?? []);
        if (isReadable && !(await isReadable(mails, cause.split(':')[1] ?? ''))) return () => HIDDEN;
        const readers = await findReaders(deps, projectId, recipients.map(toMailboxKey), ids);
        return (recipient) => (readers.has(toMailboxKey(recipient)) ? undefined : HIDDEN);
      },
    });

  define('feedback.status_changed');
  define(REPLIES_MAIL, (mails, firstId) => areRepliesPublic(db, mails.project_id, firstId));
  define(
    MERGES_MAIL,
    async (mails, firstId) => !(await wasMergedHidden(db, mails.project_id, { firstId, since: mails.created_at })),
  );
  // Submitters read private answers also while their entry is hidden.
  outbox.defineKind(PRIVATE_ANSWER, {
    findObjection: async ({ project_id: projectId, cause }) =>
      (await isAnswerVisible(db, projectId, cause.split(':')[1] ?? '')) ? undefined : HIDDEN,
  });
}
