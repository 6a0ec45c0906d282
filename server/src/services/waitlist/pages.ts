import type { Db } from '../../platform/postgres/database.ts';
import formbody from '@fastify/formbody';
import { SlugParams } from '@earshot/contract/shared/common';
import { readEmail } from '@earshot/contract/shared/mailbox';
import { buildShareLinks } from '@earshot/contract/shared/share-links';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { locateCountry } from '../../platform/client/client.ts';
import type { Geolocation } from '../../platform/client/geolocation.ts';
import { emailInput } from '../../platform/html/email-input.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { renderHead, type Site, TRAP } from '../../platform/html/site.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { cleanForms } from '../../platform/api/text.ts';
import { answerWithPages } from '../../instance/projects/page-errors.ts';
import { readSitePage, sendSitePage, buildSite } from '../../instance/projects/site.ts';
import { buildReferralUrl } from './referrals.ts';
import { type Join, remindIfKnown } from './joining.ts';

interface Options {
  db: Db;
  join: Join;
  geolocation: Geolocation;
  publicUrl: () => string;
}

const fields = Type.Object({
  email: Type.String({ maxLength: 254 }),
  name: Type.Optional(Type.String({ maxLength: 100 })),
  website: Type.Optional(Type.String()),
});
const query = Type.Object({ ref: Type.Optional(Type.String({ maxLength: 50 })) });

/** Public sign-up page. Referral links open it unless the project has its own page (`page_url`). */
export const waitlistPages: FastifyPluginAsyncTypebox<Options> = async (app, { db, join, geolocation, publicUrl }) => {
  await app.register(formbody, cleanForms);
  answerWithPages(app, publicUrl);
  const options = { config: { access: { by: 'slug' } as const } };

  app.get(
    '/p/:slug/waitlist',
    { ...options, schema: { hide: true, params: SlugParams, querystring: query } },
    (request, reply) => {
      const { project, site } = buildSite(request, publicUrl(), 'waitlist');
      return readSitePage(request, reply, site, async () => ({
        title: 'Join the waitlist',
        description: `Join the ${project.name} waitlist. We’ll email you when it’s your turn.`,
        path: '/waitlist',
        content: html`${renderHead('Join the waitlist', `Sign up with your email address. ${project.name} will email you when it’s your turn.`)}${FORM}`,
      }));
    },
  );

  app.post(
    '/p/:slug/waitlist',
    { ...options, schema: { hide: true, params: SlugParams, querystring: query, body: fields } },
    async (request, reply) => {
      const { project, site } = buildSite(request, publicUrl(), 'waitlist');
      const { name, website } = request.body;
      const email = readEmail(request.body.email);
      const answer = (title: string, text: string, more?: Html, widgets?: string[]) =>
        sendSitePage(reply, site, {
          title,
          description: '',
          path: '/waitlist',
          widgets,
          content: html`${renderHead(title, text)}${more}`,
        });
      if (email === undefined) {
        void reply.code(400);
        return answer('Invalid email address', 'Enter an address like ada@example.com.', FORM);
      }
      if (website) return answer('Thank you', 'You’re on the waitlist.');
      try {
        const signup = { email, name, referral_code: request.query.ref };
        const { entry, position } = await remindIfKnown(() =>
          join(db, { project, signup, country: locateCountry(request, geolocation) }),
        );
        const url = buildReferralUrl(project, publicUrl(), entry.referral_code);
        const share = project.settings.waitlist.referral_boost
          ? 'Share your link. Each friend who joins moves you up:'
          : 'Your referral link:';
        return answer(
          position ? 'You’re on the waitlist' : 'Confirm your email address',
          position
            ? `You are number ${position.toLocaleString('en')} in line.`
            : 'We sent you an email. Open the link in it to confirm your address.',
          html`<p>${share}</p><p class="code">${url}</p>${renderShareLinks(url, project.name)}`,
          ['copy-code'],
        );
      } catch (error) {
        if (!(error instanceof HttpError) || error.statusCode >= 500) throw error;
        void reply.code(error.statusCode);
        if (error.fields?.some(({ code }) => code === 'not_allowed'))
          return answer('Sign-up failed', 'We don’t accept disposable addresses. Use a permanent email address.', FORM);
        const isKnown = error.statusCode === 409;
        return answer(
          isKnown ? 'Already on the waitlist' : 'Sign-up failed',
          isKnown ? 'This address is already on the waitlist.' : error.message,
        );
      }
    },
  );
};

/** Renders the invitation to sign up for the front page. */
export const renderWaitlistTeaser = ({ base }: Site) =>
  html`<p>Be the first to get access.</p><a class="button quiet" href="${base}/waitlist">Join the waitlist</a>`;

const renderShareLinks = (url: string, project: string) =>
  html`<p>${buildShareLinks(url, `Join me on the ${project} waitlist`).map(({ name = 'Email', href }) => html`<a class="button quiet" href="${href}" target="_blank" rel="noopener noreferrer">${name}</a> `)}</p>`;

const FORM = html`<form class="measure" method="post">
<label for="email">Email address</label><input id="email" name="email" ${emailInput} required>
<label for="name">Name (optional)</label><input id="name" dir="auto" name="name" maxlength="100" autocomplete="name">
${TRAP}<button>Join the waitlist</button>
</form>`;
