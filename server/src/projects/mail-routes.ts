import { Id, ListOf, Ref } from '@earshot/contract/common';
import * as contract from '@earshot/contract/projects';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { type Access, entryIdOf, sessionOf } from '../http/credentials.ts';
import { badRequest, notFound } from '../http/errors.ts';
import { listOf, rowsOf } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { newId, parseId } from '../ids.ts';
import { composeMail } from '../mail/compose.ts';
import type { Outbox } from '../mail/outbox.ts';
import { mailForMember } from '../mail/projections.ts';
import { listMails } from '../mail/store.ts';
import type { Db } from '../postgres/database.ts';
import { getProject } from './projects.ts';

const tag = 'Projects';
const params = Type.Object({ id: Id('prj') });

/** The outbox, as the project's people see it. */
export const mailRoutes: FastifyPluginAsyncTypebox<{ db: Db; outbox: Outbox; admin: Access }> = async (
  app,
  { db, outbox, admin },
) => {
  app.get(
    '/:id/mails',
    operation({
      id: 'listMails',
      summary: 'Read the mail outbox',
      tag,
      access: admin,
      params,
      query: contract.ListMailsQuery,
      returns: ListOf(Ref(contract.Mail)),
    }),
    async (request) => {
      const { status } = request.query;
      const { mails, total } = await listMails(db, entryIdOf(request), { status, ...rowsOf(request.query) });
      return listOf(mails.map(mailForMember), total, request.query);
    },
  );

  app.post(
    '/:id/mails/test',
    operation({
      id: 'sendTestMail',
      summary: 'Send a mail now, to see whether mails leave',
      description:
        'Answers once the mail server has taken it. When it does not, a 503 says why; without a mail server the mail is `kept`.',
      tag,
      access: admin,
      params,
      body: contract.SendTestMail,
      returns: Ref(contract.Mail),
      sensitive: true,
    }),
    async (request) => {
      const { user } = sessionOf(request);
      const recipient = request.body.recipient ?? user.email;
      if (!recipient) throw badRequest('recipient is required: your account has no address');
      const project = await getProject(db, entryIdOf(request));
      const mail = composeMail(project, {
        cause: `test:${newId()}`,
        recipient,
        subject: `A test mail of ${project.name}`,
        heading: 'Mails leave the house',
        paragraphs: [
          `${user.name ?? user.email ?? 'Someone'} sent this from the settings of ${project.name}, to see whether mails arrive.`,
        ],
        footer: `Sent by Earshot for ${project.name}.`,
      });
      return mailForMember(await outbox.sendNow(project.id, mail));
    },
  );

  app.post(
    '/:id/mails/:mail_id/retry',
    operation({
      id: 'retryMail',
      summary: 'Queue a mail again that did not leave',
      description: 'A suppressed mail leaves once its recipient is below the daily limit again.',
      tag,
      access: admin,
      params: Type.Object({ id: Id('prj'), mail_id: Id('ml') }),
      returns: Ref(contract.Mail),
      also: [409],
    }),
    async (request) => {
      const id = parseId('ml', request.params.mail_id);
      if (!id) throw notFound('Mail');
      return mailForMember(await outbox.retry(entryIdOf(request), id));
    },
  );
};
