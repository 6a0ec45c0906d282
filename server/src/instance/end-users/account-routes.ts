import { projectOf } from '../projects/caller.ts';
import { SlugParams } from '@earshot/contract/shared/common';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TProperties, Type } from 'typebox';
import type { App } from '../../platform/api/operation.ts';
import { linkToPage, type Site } from '../../platform/html/site.ts';
import { transact } from '../../platform/postgres/database.ts';
import { erasePerson } from '../people/people.ts';
import type { EndUserSession } from '../projects/caller.ts';
import { buildSite, sendSitePage } from '../projects/site.ts';
import { accountPage, endPage, erasePage } from './forms.ts';
import { access, type EndUserOptions } from './options.ts';
import { setName, setTakenOver } from './sessions-store.ts';
import { endSession } from './sessions.ts';
import { endUserTexts } from './texts/texts.ts';

const schema = { hide: true, params: SlugParams };
const buildForm = <T extends TProperties>(properties: T) => ({ ...schema, body: Type.Object(properties) });
const VISITOR_ID = '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

/** The page of a person who is signed in: what the person did, name, and erasure. */
export function accountRoutes(app: App, options: EndUserOptions): void {
  const { db, publicUrl, parts, people } = options;

  /** Answers a person who is signed in, and leads others to the sign-in page. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    respond: (site: Site, session: EndUserSession) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const { site } = buildSite(request, publicUrl());
    const { endUser } = request;
    if (endUser) return await respond(site, endUser);
    const target = encodeURIComponent(linkToPage(site, '/account'));
    return reply.redirect(linkToPage(site, `/sign-in?return_to=${target}`), 303);
  }

  async function sendAccount(reply: FastifyReply, site: Site, session: EndUserSession, message?: string): Promise<FastifyReply> {
    const { settings } = projectOf(reply.request);
    const lists = await Promise.all(parts.map(({ listOwn }) => listOwn(db, site, session, settings)));
    return await sendSitePage(reply, site, accountPage({ site, session, message }, lists.flat()));
  }

  app.get('/p/:slug/account', { config: access, schema }, (request, reply) =>
    answer(request, reply, (site, session) => sendAccount(reply, site, session)),
  );

  app.post(
    '/p/:slug/account',
    { config: access, schema: buildForm({ name: Type.String({ maxLength: 100 }) }) },
    (request, reply) =>
      answer(request, reply, async (site, session) => {
        const { email, userId, projectId } = session;
        const name = request.body.name || null;
        // The signed token of the product has the name of its users.
        if (userId !== null || email === null) return await sendAccount(reply, site, session);
        await setName(db, projectId, { email, name });
        const renamed = { ...site, ...(site.account && { account: { ...site.account, label: name ?? email } }) };
        return await sendAccount(reply, renamed, { ...session, name }, endUserTexts(site.language).nameSaved);
      }),
  );

  app.get('/p/:slug/account/erase', { config: access, schema }, (request, reply) =>
    answer(request, reply, (site, session) => sendSitePage(reply, site, erasePage({ site, session }))),
  );

  app.post(
    '/p/:slug/account/erase',
    { config: { ...access, limit: 'sensitive' as const }, schema: buildForm({ confirm: Type.Optional(Type.Literal('on')) }) },
    (request, reply) =>
      answer(request, reply, async (site, session) => {
        const t = endUserTexts(site.language);
        const problem = t.problems.notConfirmed;
        if (!request.body.confirm) return await sendSitePage(reply.code(400), site, erasePage({ site, session, problem }));
        const { email, userId, projectId } = session;
        const identifiers = { emails: email === null ? [] : [toMailboxKey(email)], userIds: userId === null ? [] : [userId] };
        await erasePerson(people, projectId, { identifiers, actor: null });
        await endSession(db, reply, session);
        const page = endPage(site, t.done, t.doneText(site.name));
        return await sendSitePage(reply, { ...site, account: undefined }, page);
      }),
  );

  // For the script that knows the id with which this browser voted before.
  app.post(
    '/p/:slug/account/visitor',
    { config: access, schema: buildForm({ visitor_id: Type.Optional(Type.String({ pattern: VISITOR_ID })) }) },
    (request, reply) =>
      answer(request, reply, async (_site, session) => {
        const visitorId = request.body.visitor_id?.toLowerCase();
        const votes = await transact(db, async (tx) => {
          if (!(await setTakenOver(tx, session)) || visitorId === undefined) return 0;
          let count = 0;
          for (const { takeOver } of parts) count += (await takeOver?.(tx, session, visitorId)) ?? 0;
          return count;
        });
        return reply.send({ votes });
      }),
  );
}
