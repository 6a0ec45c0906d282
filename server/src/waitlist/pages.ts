import formbody from '@fastify/formbody';
import { SlugParams } from '@earshot/contract/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { escapeHtml } from '../html/escape.ts';
import { headOf, TRAP } from '../html/site.ts';
import { HttpError } from '../http/errors.ts';
import { cleanForms } from '../http/text.ts';
import { isEmail } from '../http/validation.ts';
import type { Db } from '../postgres/database.ts';
import { answerWithPages } from '../projects/page-errors.ts';
import { readSitePage, sendSitePage, siteOf } from '../projects/site.ts';
import { referralUrlOf } from './referrals.ts';
import { type Join, remindKnown } from './waitlist.ts';

interface Options {
  db: Db;
  join: Join;
  publicUrl: () => string;
}

const fields = Type.Object({
  email: Type.String({ maxLength: 254 }),
  name: Type.Optional(Type.String({ maxLength: 100 })),
  website: Type.Optional(Type.String()),
});
const query = Type.Object({ ref: Type.Optional(Type.String({ maxLength: 50 })) });

/** Where people join who have only a link: the page that referral links lead to, unless the project names its own. */
export const waitlistPages: FastifyPluginAsyncTypebox<Options> = async (app, { db, join, publicUrl }) => {
  await app.register(formbody, cleanForms);
  answerWithPages(app);
  const options = { config: { access: { by: 'slug' } as const } };

  app.get(
    '/p/:slug/waitlist',
    { ...options, schema: { hide: true, params: SlugParams, querystring: query } },
    (request, reply) => {
      const { project, site } = siteOf(request, publicUrl(), 'waitlist');
      return readSitePage(request, reply, site, async () => ({
        title: 'Join the waitlist',
        description: `Join the waitlist of ${project.name}: leave your address, and you hear from us when it is your turn.`,
        path: '/waitlist',
        content: `${headOf('Join the waitlist', `Leave your address, and you hear from ${project.name} when it is your turn.`)}${FORM}`,
      }));
    },
  );

  app.post(
    '/p/:slug/waitlist',
    { ...options, schema: { hide: true, params: SlugParams, querystring: query, body: fields } },
    async (request, reply) => {
      const { project, site } = siteOf(request, publicUrl(), 'waitlist');
      const { email, name, website } = request.body;
      const answer = (title: string, text: string, more = '') =>
        sendSitePage(reply, site, { title, description: '', path: '/waitlist', content: headOf(title, text) + more });
      if (!isEmail(email)) {
        void reply.code(400);
        return answer('That is no address', 'It has to look like ada@example.com.', FORM);
      }
      if (website) return answer('Thank you', 'You are on the list.');
      try {
        const signup = { email, name, referral_code: request.query.ref };
        const place = await remindKnown(() => join(db, { project, signup }));
        const url = escapeHtml(referralUrlOf(project, publicUrl(), place.entry.referral_code));
        const share = project.settings.waitlist.referral_boost
          ? 'Whoever joins by your link moves you up:'
          : 'Your link to share:';
        return answer(
          place.position ? 'You are on the list' : 'One step is left',
          place.position ? `You are number ${place.position} in line.` : 'Confirm your address by the link that we mailed you.',
          `<p>${share}</p><p class="code">${url}</p>`,
        );
      } catch (error) {
        if (!(error instanceof HttpError) || error.statusCode >= 500) throw error;
        const isKnown = error.statusCode === 409;
        void reply.code(error.statusCode);
        return answer(
          isKnown ? 'You are on the list already' : 'That did not work',
          isKnown ? 'This address has its place in line.' : error.message,
        );
      }
    },
  );
};

const FORM = `<form class="measure" method="post">
<label for="email">E-mail address</label><input id="email" name="email" type="email" maxlength="254" autocomplete="email" required>
<label for="name">Name (if you like)</label><input id="name" name="name" maxlength="100" autocomplete="name">
${TRAP}<button>Join the waitlist</button>
</form>`;
