import { Id, ListOf, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/instance/projects';
import { isSameMailbox } from '@earshot/contract/shared/mailbox';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { type Access, entryIdOf, sessionOf, type User } from '../../platform/api/credentials.ts';
import { invalidField } from '../../platform/api/errors.ts';
import { buildList, parsePaging } from '../../platform/api/list.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { requireId } from '../../platform/api/validation.ts';
import { formatId, newId } from '../../platform/ids.ts';
import { actorOf, recordAudit } from '../audit/audit.ts';
import { composeMail } from '../mail/compose.ts';
import { memberTexts } from '../texts/texts.ts';
import type { Outbox } from '../mail/outbox.ts';
import { mailForMember } from '../mail/projections.ts';
import { listMails } from '../mail/store.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { findSignedInAddress } from './members/store.ts';
import { getProject } from './projects.ts';

const tag = 'Projects';
const params = Type.Object({ id: Id('prj') });

interface Deps {
  db: Db;
  outbox: Outbox;
  admin: Access;
}

/** The mail outbox of a project. */
export const mailRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  listMailsRoute(app, deps);
  sendTestMailRoute(app, deps);
  retryMailRoute(app, deps);
};

function listMailsRoute(app: App, { db, admin }: Deps): void {
  app.get(
    '/:id/mails',
    operation({
      id: 'listMails',
      summary: 'List emails in the outbox',
      description:
        'Returns emails of the project with their content and delivery status, newest first. Emails are deleted after `settings.retention.mail_days`. Without a mail server, emails stay here with the status `kept`.',
      tag,
      access: admin,
      scopes: ['projects:read', 'personal_data:read'],
      params,
      query: contract.ListMailsQuery,
      returns: ListOf(Ref(contract.Mail)),
    }),
    async (request) => {
      const { status } = request.query;
      const paging = parsePaging(request);
      const { rows, ...count } = await listMails(db, entryIdOf(request), { status, ...paging });
      return buildList(rows.map(mailForMember), count, paging);
    },
  );
}

function sendTestMailRoute(app: App, { db, outbox, admin }: Deps): void {
  app.post(
    '/:id/mails/test',
    operation({
      id: 'sendTestMail',
      summary: 'Send a test email',
      description:
        'The recipient is you or another member of the project who has signed in. The response is sent after the mail server has accepted the email; otherwise a 503 states the reason. Recorded in the audit log. Without a mail server, the email is `kept`. While the recipient is over the daily limit, the email is `suppressed`, and the request is refused with 409.',
      tag,
      access: admin,
      scopes: ['projects:write'],
      params,
      body: contract.SendTestMail,
      returns: Ref(contract.Mail),
      errors: ['mails.limit_exceeded', 'mails.server_unavailable'],
      limit: 'sensitive',
    }),
    async (request) => {
      const project = await getProject(db, entryIdOf(request));
      const recipient = await testRecipient(db, project.id, sessionOf(request).user, request.body.recipient);
      const language = sessionOf(request).user.language ?? project.settings.pages.language;
      const t = memberTexts(language).testMail;
      const mail = composeMail(project, {
        language,
        cause: `test:${newId()}`,
        recipient,
        subject: t.subject(project.name),
        heading: t.heading,
        paragraphs: [
          // Without the name of the sender, who can choose any name.
          t.text(project.name),
        ],
        footer: t.footer(project.name),
      });
      await recordAudit(db, {
        projectId: project.id,
        actor: actorOf(request),
        action: 'mail.test_sent',
        target: { id: formatId('prj', project.id), name: recipient },
      });
      return mailForMember(await outbox.sendNow(project.id, mail));
    },
  );
}

function retryMailRoute(app: App, { outbox, admin }: Deps): void {
  app.post(
    '/:id/mails/:mail_id/retry',
    operation({
      id: 'retryMail',
      summary: 'Retry an email',
      description:
        'Sends an email again that failed or was suppressed, and returns its new status. A suppressed email is sent after its recipient is below the daily limit again.',
      tag,
      access: admin,
      scopes: ['projects:write', 'personal_data:read'],
      params: Type.Object({ id: Id('prj'), mail_id: Id('ml') }),
      returns: Ref(contract.Mail),
      errors: ['mails.not_found', 'mails.limit_exceeded'],
    }),
    async (request) => {
      const id = requireId('ml', request.params.mail_id, 'mails.not_found');
      return mailForMember(await outbox.retry(entryIdOf(request), id));
    },
  );
}

/**
 * Returns the recipient of a test mail. Project names are free text, so test mails to arbitrary addresses could be abused for spam.
 * Invited people are excluded until their first sign-in, because they have not consented yet.
 * @throws {HttpError} 400
 */
async function testRecipient(db: Db, projectId: string, user: User, wanted = user.email ?? undefined): Promise<string> {
  if (wanted === undefined)
    throw invalidField('recipient', 'required', 'recipient is required because your account has no email address');
  const isOwn = user.email !== null && isSameMailbox(wanted, user.email);
  const recipient = isOwn ? user.email : await findSignedInAddress(db, projectId, wanted);
  if (!recipient)
    throw invalidField(
      'recipient',
      'not_allowed',
      'recipient must be your own address or the address of a project member who has signed in',
    );
  return recipient;
}
