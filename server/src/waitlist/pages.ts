import formbody from '@fastify/formbody';
import { SlugParams } from '@earshot/contract/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { escapeHtml } from '../html/escape.ts';
import { sendPage } from '../html/page.ts';
import { callerOf } from '../http/credentials.ts';
import { HttpError } from '../http/errors.ts';
import { cleanForms } from '../http/text.ts';
import { isEmail } from '../http/validation.ts';
import type { Db } from '../postgres/database.ts';
import { brandOf, type Project } from '../projects/store.ts';
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
  const projectOf = (request: FastifyRequest) => callerOf(request).project as Project;
  const options = { config: { access: { by: 'slug' } as const } };

  app.get(
    '/p/:slug/waitlist',
    { ...options, schema: { hide: true, params: SlugParams, querystring: query } },
    (request, reply) => {
      const project = projectOf(request);
      return sendPage(reply, {
        brand: brandOf(project),
        title: 'Join the waitlist',
        text: `Leave your address, and you hear from ${project.name} when it is your turn.`,
        content: FORM,
        isPublic: true,
      });
    },
  );

  app.post(
    '/p/:slug/waitlist',
    { ...options, schema: { hide: true, params: SlugParams, querystring: query, body: fields } },
    async (request, reply) => {
      const project = projectOf(request);
      const { email, name, website } = request.body;
      const brand = brandOf(project);
      if (!isEmail(email))
        return sendPage(reply.code(400), {
          brand,
          title: 'That is no address',
          text: 'It has to look like ada@example.com.',
          content: FORM,
        });
      if (website) return sendPage(reply, { brand, title: 'Thank you', text: 'You are on the list.' });
      try {
        const signup = { email, name, referral_code: request.query.ref };
        const place = await remindKnown(() => join(db, { project, signup }));
        const url = escapeHtml(referralUrlOf(project, publicUrl(), place.entry.referral_code));
        return sendPage(reply, {
          brand,
          title: place.position ? 'You are on the list' : 'One step is left',
          text: place.position
            ? `You are number ${place.position} in line.`
            : 'Confirm your address by the link that we mailed you.',
          content: project.settings.waitlist.referral_boost
            ? `<p>Whoever joins by your link moves you up:</p><p class="code">${url}</p>`
            : `<p>Your link to share:</p><p class="code">${url}</p>`,
        });
      } catch (error) {
        if (!(error instanceof HttpError) || error.statusCode >= 500) throw error;
        const isKnown = error.statusCode === 409;
        return sendPage(reply.code(error.statusCode), {
          brand,
          title: isKnown ? 'You are on the list already' : 'That did not work',
          text: isKnown ? 'This address has its place in line.' : error.message,
        });
      }
    },
  );
};

const FORM = `<form method="post">
<label for="email">E-mail address</label><input id="email" name="email" type="email" maxlength="254" autocomplete="email" required>
<label for="name">Name (if you like)</label><input id="name" name="name" maxlength="100" autocomplete="name">
<p class="unseen" aria-hidden="true"><label for="website">Leave this empty</label><input id="website" name="website" tabindex="-1" autocomplete="off"></p>
<button>Join the waitlist</button>
</form>`;
