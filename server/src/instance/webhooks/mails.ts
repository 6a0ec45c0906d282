import { composeMail } from '../mail/compose.ts';
import type { SendMails } from '../mail/outbox.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import { findOwnerEmails } from '../projects/members/store.ts';
import { findProject } from '../projects/store.ts';
import type { Endpoint } from './store.ts';

export interface OwnerMails {
  tellSwitchedOff: (tx: Transaction, endpoint: Endpoint, reason: string) => Promise<void>;
}

export const createOwnerMails = ({ sendMails }: { sendMails: SendMails }): OwnerMails => ({
  tellSwitchedOff: async (tx, endpoint, reason) => {
    const project = await findProject(tx, endpoint.project_id);
    if (!project) return;
    const owners = await findOwnerEmails(tx, project.id);
    await sendMails(
      tx,
      project.id,
      owners.map((recipient) =>
        composeMail(project, {
          cause: `webhook.off:${endpoint.id}:${Date.now()}`,
          recipient,
          subject: `Webhook endpoint of ${project.name} disabled`,
          heading: 'Webhook endpoint disabled',
          paragraphs: [
            endpoint.url,
            reason,
            'New events are no longer sent to this endpoint. When the endpoint works again, enable it under Settings → Webhooks and use “Resend deliveries” to send the failed deliveries again.',
          ],
          footer: `You received this email because you own ${project.name}.`,
        }),
      ),
    );
  },
});
