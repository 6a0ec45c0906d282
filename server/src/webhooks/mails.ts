import { composeMail } from '../mail/compose.ts';
import type { SendMails } from '../mail/outbox.ts';
import type { Transaction } from '../postgres/database.ts';
import { listMembers } from '../projects/members-store.ts';
import { findProject } from '../projects/store.ts';
import type { Endpoint } from './store.ts';

export interface OwnerMails {
  tellSwitchedOff: (tx: Transaction, endpoint: Endpoint, reason: string) => Promise<void>;
}

const MOST_MEMBERS = 1000;

export const createOwnerMails = ({ sendMails }: { sendMails: SendMails }): OwnerMails => ({
  tellSwitchedOff: async (tx, endpoint, reason) => {
    const [project, { members }] = [
      await findProject(tx, endpoint.project_id),
      await listMembers(tx, endpoint.project_id, { limit: MOST_MEMBERS, offset: 0 }),
    ];
    if (!project) return;
    const owners = members.flatMap(({ role, email }) => (role === 'owner' && email ? [email] : []));
    await sendMails(
      tx,
      project.id,
      owners.map((recipient) =>
        composeMail(project, {
          cause: `webhook.off:${endpoint.id}:${Date.now()}`,
          recipient,
          subject: `A webhook of ${project.name} was switched off`,
          heading: 'A webhook was switched off',
          paragraphs: [
            endpoint.url,
            reason,
            'Events from now on are not sent to it. When the receiver works again, switch it on (PATCH /v1/webhooks/:id with "enabled": true) and send again what failed: its deliveries are kept for as long as the settings of the project say.',
          ],
          footer: `You get this mail because you own ${project.name}.`,
        }),
      ),
    );
  },
});
