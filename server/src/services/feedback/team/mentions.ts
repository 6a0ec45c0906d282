import type { Caller } from '../../../platform/api/credentials.ts';
import { invalidField } from '../../../platform/api/errors.ts';
import { formatId, parseId } from '../../../platform/ids.ts';
import type { DomainEvents } from '../../../platform/jobs/events.ts';
import { buildArticle } from '../../../instance/mail/article.ts';
import { composeMail, type Mailing } from '../../../instance/mail/compose.ts';
import { renderMarkdown } from '../../../platform/markdown/render.ts';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import { buildDashboardUrl } from '../../../instance/projects/dashboard-url.ts';
import { findMembers } from '../../../instance/projects/members/store.ts';
import { findProject } from '../../../instance/projects/store.ts';
import { findComment } from '../comments/comments-store.ts';
import { buildEntryUrl } from '../links.ts';
import { findEntry } from '../store.ts';
import { withCurrentProfiles } from './profiles.ts';

const RETRY = { limit: 10, delaySeconds: 10 };

/** Returns the database ids of mentioned members. @throws {HttpError} 400 unless all are members and the caller is one */
export async function findMentionedIds(db: Db, caller: Caller, mentioned: string[] = []): Promise<string[]> {
  if (!mentioned.length) return [];
  if (caller.by !== 'session')
    throw invalidField('mentioned_ids', 'not_allowed', 'mentioned_ids must be empty: only project members can mention members');
  const ids = mentioned.flatMap((id) => parseId('usr', id) ?? []);
  const members = await findMembers(db, caller.project.id, ids);
  if (members.length < mentioned.length)
    throw invalidField('mentioned_ids', 'choice', 'mentioned_ids must be ids of members of the project');
  return members.map(({ user_id }) => user_id);
}

/** Mails the members whom a comment mentions, except its author and people who have not signed in: their addresses are unverified. */
export function mailMentioned({ db, events, sendMails, publicUrl }: Mailing & { events: DomainEvents }): void {
  events.on('feedback.commented', 'mail-mentioned', RETRY, async ({ project_id, data }) => {
    if (!data.mentioned_ids?.length) return;
    const [project, entry, written] = await Promise.all([
      findProject(db, project_id),
      findEntry(db, project_id, data.entry_id, 'team'),
      findComment(db, project_id, data.entry_id, data.comment_id),
    ]);
    // Deleted or moved by a merge meanwhile.
    if (!project || !entry || !written) return;
    const [comment = written] = await withCurrentProfiles(db, [written]);
    const members = await findMembers(db, project_id, data.mentioned_ids);
    const author = comment.author_name ?? 'A teammate';
    const article = await buildArticle(await renderMarkdown(comment.body), buildEntryUrl(project, publicUrl(), entry.id));
    await transact(db, (tx) =>
      sendMails(
        tx,
        project_id,
        members
          .filter(({ user_id, is_invited }) => !is_invited && comment.author_id !== `usr:${user_id}`)
          .flatMap(({ email }) => email ?? [])
          .map((recipient) =>
            composeMail(project, {
              cause: `comment.mention:${data.comment_id}`,
              recipient,
              subject: `${author} mentioned you: ${entry.title}`,
              heading: entry.title,
              paragraphs: [`${author} mentioned you in ${comment.internal ? 'an internal note' : 'a comment'}:`],
              article,
              action: {
                label: 'Open entry',
                url: buildDashboardUrl(publicUrl(), project.slug, `feedback/${formatId('fb', entry.id)}`),
              },
              footer: `You received this email because you are a member of ${project.name}.`,
            }),
          ),
      ),
    );
  });
}
