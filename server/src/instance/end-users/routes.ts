import cookie from '@fastify/cookie';
import { Email, OneOf, SlugParams } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../../platform/api/operation.ts';
import { parseForms } from '../../platform/api/json-body.ts';
import { clientAddress, toNetwork } from '../../platform/client/address.ts';
import type { Site } from '../../platform/html/site.ts';
import { answerWithPages } from '../projects/page-errors.ts';
import { buildSite, sendSitePage } from '../projects/site.ts';
import type { Project } from '../projects/store.ts';
import { toTokenProof } from '../directory/projections.ts';
import { checkUserToken } from '../projects/user-tokens.ts';
import { accountRoutes } from './account-routes.ts';
import { codePage, endPage, signInPage } from './forms.ts';
import { findPerson } from './known-people.ts';
import { access, type EndUserOptions } from './options.ts';
import { parseReturnTo } from './return-to.ts';
import { endSession, isFromSameOrigin, type SignedIn, startSession } from './sessions.ts';
import { endUserTexts } from './texts/texts.ts';

const returnTo = Type.Optional(Type.String({ maxLength: 2048 }));

/** Sign-in of end users on the public pages of a project, and their account page. They work without scripts. */
export const endUserRoutes: FastifyPluginAsyncTypebox<EndUserOptions> = async (app, options) => {
  parseForms(app);
  await app.register(cookie);
  answerWithPages(app, options.publicUrl);
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'private, no-store'));

  showSignInRoute(app, options);
  mailCodeRoute(app, options);
  enterCodeRoute(app, options);
  acceptTokenRoute(app, options);
  signOutRoute(app, options);
  accountRoutes(app, options);
};

/** Returns the site for pages that lead to a sign-in, without the link to this page. */
function buildPlainSite(request: FastifyRequest, publicUrl: () => string): { project: Project; site: Site } {
  const { project, site } = buildSite(request, publicUrl());
  return { project, site: { ...site, account: undefined } };
}

function showSignInRoute(app: App, { publicUrl }: EndUserOptions): void {
  app.get(
    '/p/:slug/sign-in',
    {
      config: access,
      schema: {
        hide: true,
        params: SlugParams,
        querystring: Type.Object({ return_to: returnTo, problem: Type.Optional(OneOf(['expired', 'rejected'])) }),
      },
    },
    (request, reply) => {
      const { project, site } = buildPlainSite(request, publicUrl);
      const { problem, return_to } = request.query;
      const page = signInPage({
        site,
        project,
        returnTo: parseReturnTo(site, return_to, '/account'),
        mailsCodes: app.mailsCodes,
        problem: problem && endUserTexts(site.language).problems[problem](site.name),
      });
      return sendSitePage(reply, site, page);
    },
  );
}

function mailCodeRoute(app: App, { publicUrl, codes }: EndUserOptions): void {
  app.post(
    '/p/:slug/sign-in',
    {
      // Sends a mail to any given address.
      config: { ...access, limit: 'sensitive' as const },
      schema: {
        hide: true,
        params: SlugParams,
        body: Type.Object({ email: Email(), return_to: returnTo, website: Type.Optional(Type.String()) }),
      },
    },
    async (request, reply) => {
      const { project, site } = buildPlainSite(request, publicUrl);
      const { email, website, return_to } = request.body;
      const form = { site, email, returnTo: parseReturnTo(site, return_to, '/account') };
      if (!app.mailsCodes) return sendSitePage(reply.code(404), site, signInPage({ ...form, project, mailsCodes: false }));
      const network = toNetwork(clientAddress(request));
      const attempt = website ? '' : await codes.mailCode(project, { email, network, language: site.language });
      if (attempt !== undefined) return sendSitePage(reply, site, codePage({ ...form, attempt }));
      const problem = endUserTexts(site.language).problems.tooMany;
      return sendSitePage(reply.code(429), site, signInPage({ ...form, project, mailsCodes: true, problem }));
    },
  );
}

function enterCodeRoute(app: App, { db, publicUrl, codes }: EndUserOptions): void {
  app.post(
    '/p/:slug/sign-in/code',
    {
      config: { ...access, limit: 'sensitive' as const },
      schema: {
        hide: true,
        params: SlugParams,
        body: Type.Object({
          attempt: Type.String({ maxLength: 100 }),
          code: Type.String({ maxLength: 20 }),
          email: Email(),
          return_to: returnTo,
        }),
      },
    },
    async (request, reply) => {
      const { project, site } = buildPlainSite(request, publicUrl);
      const { attempt, code, email: given, return_to } = request.body;
      const form = { site, attempt, email: given, returnTo: parseReturnTo(site, return_to, '/account') };
      // Otherwise another site could sign in a visitor as somebody else, who would then receive what the visitor writes.
      const email = isFromSameOrigin(request) ? await codes.enterCode(project.id, { attempt, code }) : undefined;
      if (email === undefined) {
        const problem = endUserTexts(site.language).problems.wrongCode;
        return sendSitePage(reply.code(400), site, codePage({ ...form, problem }));
      }
      app.people.note(project.id, { by: 'confirmed_email', email });
      const person = await findPerson(db, project.id, email);
      return await signIn({ db, publicUrl }, { request, reply, site, project, person }, form.returnTo);
    },
  );
}

function acceptTokenRoute(app: App, { db, publicUrl }: EndUserOptions): void {
  app.get(
    '/p/:slug/sso',
    {
      config: access,
      schema: {
        hide: true,
        params: SlugParams,
        querystring: Type.Object({ token: Type.Optional(Type.String({ maxLength: 8192 })), return_to: returnTo }),
      },
    },
    async (request, reply) => {
      const { project, site } = buildPlainSite(request, publicUrl);
      const target = parseReturnTo(site, request.query.return_to, '/account');
      const checked = await checkUserToken(db, project.id, request.query.token ?? '');
      // In both cases, the browser leaves the URL with the token, and names it to no page.
      void reply.header('referrer-policy', 'no-referrer');
      if (!checked.user) {
        const problem = checked.code === 'auth.user_token_expired' ? 'expired' : 'rejected';
        const query = new URLSearchParams({ problem, return_to: target });
        return reply.redirect(`${site.base}/sign-in?${query.toString()}`, 303);
      }
      app.people.note(project.id, toTokenProof(checked.user));
      const { id: userId, name, email, avatar_url: avatarUrl } = checked.user;
      const person = { userId, name, email, avatarUrl };
      return await signIn({ db, publicUrl }, { request, reply, site, project, person }, target);
    },
  );
}

interface Visit {
  request: FastifyRequest;
  reply: FastifyReply;
  site: Site;
  project: Project;
}

/** Starts a session, and returns to a page of the site. */
async function signIn(
  { db, publicUrl }: Pick<EndUserOptions, 'db' | 'publicUrl'>,
  { site, project, ...visit }: Visit & { person: SignedIn },
  target: string,
): Promise<FastifyReply> {
  // Custom domains are served over TLS.
  const isSecure = site.base === '' || publicUrl().startsWith('https:');
  await startSession(db, { ...visit, projectId: project.id, isSecure });
  return visit.reply.redirect(target, 303);
}

function signOutRoute(app: App, { db, publicUrl }: EndUserOptions): void {
  app.post('/p/:slug/sign-out', { config: access, schema: { hide: true, params: SlugParams } }, async (request, reply) => {
    const { site } = buildPlainSite(request, publicUrl);
    if (request.endUser) await endSession(db, reply, request.endUser);
    const { signedOut, signedOutText } = endUserTexts(site.language);
    return sendSitePage(reply, site, endPage(site, signedOut, signedOutText));
  });
}
