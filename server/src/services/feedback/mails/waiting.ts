import type { Mail } from '../../../instance/mail/store.ts';
import type { Outbox } from '../../../instance/mail/outbox.ts';
import { parseId } from '../../../platform/ids.ts';
import type { SegmentDeps } from '../boards/segments-store.ts';
import { PRIVATE_ANSWER } from '../subscriptions/subscribers-store.ts';
import { areRepliesPublic, isAnswerVisible, mayReadEntries, wasMergedHidden } from './waiting-store.ts';

/** Name of the causes of mails about replies, before the id of the first reply. */
export const REPLIES_MAIL = 'feedback.replies';
/** Name of the causes of mails about merges, before the ids of the first merged entry and of the target. */
export const MERGES_MAIL = 'feedback.merged';

const HIDDEN = 'The recipient may not read the feedback anymore';

/** Cancels mails that wait for a mail server while what they tell is hidden, deleted or moved to a board that the recipient may not read. */
export function cancelHidden({ outbox, ...deps }: SegmentDeps & { outbox: Pick<Outbox, 'defineKind'> }): void {
  const { db } = deps;
  const mayRead = ({ project_id, recipient, subject_ids: ids }: Mail) =>
    mayReadEntries(
      deps,
      project_id,
      recipient,
      ids.flatMap((id) => parseId('fb', id) ?? []),
    );
  const define = (name: string, isReadable: (mail: Mail, firstId: string) => Promise<boolean>) =>
    outbox.defineKind(name, {
      findObjection: async (mail) => ((await isReadable(mail, mail.cause.split(':')[1] ?? '')) ? undefined : HIDDEN),
    });

  define('feedback.status_changed', mayRead);
  define(REPLIES_MAIL, async (mail, firstId) => (await mayRead(mail)) && (await areRepliesPublic(db, mail.project_id, firstId)));
  define(
    MERGES_MAIL,
    async (mail, firstId) =>
      (await mayRead(mail)) && !(await wasMergedHidden(db, mail.project_id, { firstId, since: mail.created_at })),
  );
  // Submitters read private answers also while their entry is hidden.
  define(PRIVATE_ANSWER, (mail, id) => isAnswerVisible(db, mail.project_id, id));
}
