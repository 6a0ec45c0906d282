import { formatId } from '../../../platform/ids.ts';
import { isSameMailbox, toMailboxKey } from '@earshot/contract/shared/mailbox';
import { buildArticle } from '../../../instance/mail/article.ts';
import { composeMail, type Mailing } from '../../../instance/mail/compose.ts';
import { findProject, inLanguage } from '../../../instance/projects/store.ts';
import type { DomainEvents } from '../../../platform/jobs/events.ts';
import { renderMarkdown } from '../../../platform/markdown/render.ts';
import { transact } from '../../../platform/postgres/database.ts';
import { findCommentOfAny } from '../comments/comments-store.ts';
import { buildEntryUrl } from '../links.ts';
import { findLanguages, hasOptedOut, PRIVATE_ANSWER } from '../subscriptions/subscribers-store.ts';
import { withCurrentProfiles } from '../team/profiles.ts';
import { findAddress } from './authors.ts';
import { type FollowerMails, textsFor } from './followers.ts';
import { findAnsweredEntry } from './mails-store.ts';

const RETRY = { limit: 10, delaySeconds: 10 };

/**
 * Mails a private answer to its recipient: the submitter of the entry, whose address must be confirmed. The entry may be hidden. People who
 * unsubscribed from all mails about feedback find the answer in their own entries only.
 */
export function mailPrivateAnswers(
  { db, events, sendMails, publicUrl }: Mailing & { events: DomainEvents },
  { buildPageLink, buildReply, buildThreadId, buildUnsubscribeAll }: FollowerMails,
): void {
  events.on('feedback.commented', 'mail-submitter', RETRY, async ({ project_id, data }) => {
    if (!data.private) return;
    const [given, entry, written] = await Promise.all([
      findProject(db, project_id),
      findAnsweredEntry(db, project_id, data.comment_id),
      findCommentOfAny(db, project_id, data.comment_id),
    ]);
    // The submitter wrote it by mail.
    if (written && written.author_role !== 'team') return;
    // Deleted or hidden meanwhile.
    if (!given || !entry || written?.visibility !== 'public') return;
    const [comment = written] = await withCurrentProfiles(db, [written]);
    const { recipient_email: recipient, recipient_confirmed: isConfirmed } = comment;
    if (!recipient || !isConfirmed || (await hasOptedOut(db, project_id, recipient))) return;
    const author = await findAddress(db, project_id, /^usr:(.+)$/.exec(comment.author_id ?? '')?.[1]);
    if (author && isSameMailbox(author, recipient)) return;
    const article = await buildArticle(await renderMarkdown(comment.body), buildEntryUrl(given, publicUrl(), entry.id));
    const languages = await findLanguages(db, project_id, [recipient]);
    const project = inLanguage(given, languages.get(toMailboxKey(recipient)));
    const t = textsFor(project);
    const mail = composeMail(project, {
      cause: `${PRIVATE_ANSWER}:${comment.id}`,
      about: { event: 'feedback.commented', ids: [formatId('fb', entry.id)] },
      recipient,
      reply: buildReply(project, 'private', { entryId: entry.id, recipient }),
      subject: t.answerSubject(entry.title),
      heading: entry.title,
      paragraphs: [t.answerText(comment.author_name, project.name)],
      article,
      action: entry.visibility === 'public' ? buildPageLink(project, entry) : undefined,
      footer: t.submitted(project.name),
      unsubscribe: buildUnsubscribeAll(project, recipient),
      thread: [buildThreadId(entry.id)],
    });
    await transact(db, (tx) => sendMails(tx, project_id, [mail]));
  });
}
