import { isSameMailbox } from '@earshot/contract/shared/mailbox';
import { type Article, buildArticle } from '../../../instance/mail/article.ts';
import type { Mailing } from '../../../instance/mail/compose.ts';
import { findProject, type Project } from '../../../instance/projects/store.ts';
import { html } from '../../../platform/html/html.ts';
import type { DomainEvents } from '../../../platform/jobs/events.ts';
import { renderMarkdown } from '../../../platform/markdown/render.ts';
import { transact } from '../../../platform/postgres/database.ts';
import type { Comment } from '../comments/comments-store.ts';
import { buildEntryUrl } from '../links.ts';
import { findEntry } from '../store.ts';
import { withCurrentProfiles } from '../team/profiles.ts';
import { findAddresses } from './authors.ts';
import { type FollowerMails, type News, oncePerLanguage, textsFor } from './followers.ts';
import { BURST_S, takeReplies } from './mails-store.ts';
import { REPLIES_MAIL } from './waiting.ts';

const RETRY = { limit: 10, delaySeconds: 10, afterSeconds: BURST_S };

/**
 * Mails the followers of an entry five minutes after a public reply of the team, with all replies since. Each reply has a job of its own; the
 * first one takes the replies of the later ones. Nobody is mailed their own replies.
 */
export function mailReplies(
  { db, events, publicUrl }: Mailing & { events: DomainEvents },
  { mail, list, buildPageLink }: FollowerMails,
): void {
  events.on('feedback.commented', 'mail-replies', RETRY, async ({ project_id, data }) => {
    const taken = await transact(db, (tx) => takeReplies(tx, project_id, data.comment_id));
    // The entry may have been merged meanwhile, which moves comments.
    const [first] = taken;
    if (!first) return;
    const [project, entry] = await Promise.all([findProject(db, project_id), findEntry(db, project_id, first.entry_id)]);
    if (!project || entry?.visibility !== 'public') return;
    const replies = await withCurrentProfiles(
      db,
      taken.filter(({ entry_id }) => entry_id === entry.id),
    );
    const articles = new Map<string, Article>();
    for (const reply of replies)
      articles.set(reply.id, await buildArticle(await renderMarkdown(reply.body), buildEntryUrl(project, publicUrl(), entry.id)));

    const compose = (own: Project, shown: Comment[]): News => ({
      cause: `${REPLIES_MAIL}:${data.comment_id}`,
      event: 'feedback.commented',
      subject: textsFor(own).repliesSubject(shown.length, entry.title),
      heading: entry.title,
      paragraphs: [textsFor(own).repliesText(own.name)],
      article: joinReplies(shown, articles),
      action: buildPageLink(own, entry),
    });
    const composeAll = oncePerLanguage((own) => compose(own, replies));
    const authors = await findAddresses(db, project_id, replies.flatMap(findUserId));
    await mail(project, await list(project_id, [entry.id]), ({ email }, translated) => {
      const own = new Set([...authors].filter(([, address]) => isSameMailbox(address, email)).map(([id]) => id));
      if (!own.size) return composeAll(translated);
      const others = replies.filter((reply) => !findUserId(reply).some((id) => own.has(id)));
      return others.length ? compose(translated, others) : undefined;
    });
  });
}

/** Returns the user who wrote a comment, in a list; an empty one for service accounts. */
const findUserId = ({ author_id: id }: Comment): string[] => (id?.startsWith('usr:') ? [id.slice('usr:'.length)] : []);

const RULE = html`<hr style="border: 0; border-top: 1px solid #a1a1aa; margin: 20px 0">`;

/** Joins replies, each below the name of its author. */
function joinReplies(replies: Comment[], articles: Map<string, Article>): Article {
  const parts = replies.flatMap(({ id, author_name: author }) => {
    const article = articles.get(id);
    return article ? [{ author, article }] : [];
  });
  return {
    text: parts.map(({ author, article }) => (author ? `${author}:\n\n${article.text}` : article.text)).join('\n\n* * *\n\n'),
    html: html`${parts.map(
      ({ author, article }, at) =>
        html`${at ? RULE : ''}${author ? html`<p dir="auto"><strong>${author}</strong></p>` : ''}${article.html}`,
    )}`,
  };
}
