import type { DomainEvents } from '../jobs/events.ts';
import { signLink } from '../mail/links.ts';
import type { SendMails } from '../mail/outbox.ts';
import { renderMail } from '../mail/template.ts';
import { type Db, transact } from '../postgres/database.ts';
import { findProject } from '../projects/store.ts';
import { findEntry } from './store.ts';
import { listSubscribers } from './subscribers-store.ts';

const RETRY = { limit: 10, delaySeconds: 10 };

/** What an unsubscribe link names. */
export interface SubscriptionLink {
  project_id: string;
  entry_id: string;
  email: string;
}

interface Deps {
  db: Db;
  events: DomainEvents;
  sendMails: SendMails;
  linkSecret: Buffer;
  publicUrl: () => string;
}

/** Tells an entry's subscribers when its status changes: once each for a change. */
export function listenToFeedback({ db, events, sendMails, linkSecret, publicUrl }: Deps): void {
  events.on('feedback.status_changed', 'mail-subscribers', RETRY, async ({ id, project_id, data }) => {
    const [project, entry] = await Promise.all([
      findProject(db, project_id),
      findEntry(db, project_id, data.entry_id, { isPublic: true }),
    ]);
    // Deleted or made private since: there is nothing to tell of.
    if (!project || !entry) return;
    const status = data.new_status.replaceAll('_', ' ');
    const subscribers = await listSubscribers(db, project_id, entry.id);
    await transact(db, (tx) =>
      sendMails(
        tx,
        project_id,
        subscribers.map((email) => {
          const link: SubscriptionLink = { project_id, entry_id: entry.id, email };
          const unsubscribe = `${publicUrl()}/v1/feedback/unsubscribe?token=${signLink(linkSecret, 'unsubscribe', link)}`;
          const { text, html } = renderMail({
            heading: entry.title,
            paragraphs: [`What you follow at ${project.name} is now “${status}”.`],
            footer: `You get this mail because you follow this entry at ${project.name}.`,
            unsubscribe,
          });
          return {
            cause: id,
            recipient: email,
            subject: `“${entry.title}” is now ${status}`,
            text_body: text,
            html_body: html,
            headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
          };
        }),
      ),
    );
  });
}
