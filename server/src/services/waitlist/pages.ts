import type { Db } from '../../platform/postgres/database.ts';
import { SlugParams } from '@earshot/contract/shared/common';
import { readEmail } from '@earshot/contract/shared/mailbox';
import { listAsked } from '@earshot/contract/services/waitlist/questions';
import { buildShareLinks } from '@earshot/contract/shared/share-links';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { locateCountry } from '../../platform/client/client.ts';
import type { Geolocation } from '../../platform/client/geolocation.ts';
import { emailInput } from '../../platform/html/email-input.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { renderHead, type Site, TRAP } from '../../platform/html/site.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { parseForms } from '../../platform/api/json-body.ts';
import { answerWithPages } from '../../instance/projects/page-errors.ts';
import { readSitePage, sendSitePage, buildSite } from '../../instance/projects/site.ts';
import { readFieldInputs, renderFieldInputs } from '../../instance/fields/forms.ts';
import type { Project } from '../../instance/projects/store.ts';
import type { App } from '../../platform/api/operation.ts';
import { readLeaderboard, readRank } from './referrals/leaderboard.ts';
import { renderLeaderboard, renderPlace, renderRewards } from './page-parts.ts';
import { ANSWERS } from './questions.ts';
import { buildReferralUrl } from './referrals/referrals.ts';
import { listRewards } from './referrals/rewards.ts';
import { getByReferralCode } from './waitlist.ts';
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
const placeParams = Type.Object({ ...SlugParams.properties, code: Type.String({ maxLength: 50 }) });
const query = Type.Object({ ref: Type.Optional(Type.String({ maxLength: 50 })) });

/** Public sign-up page. Referral links open it unless the project has its own page (`page_url`). */
export const waitlistPages: FastifyPluginAsyncTypebox<Options> = async (app, deps) => {
  parseForms(app);
  answerWithPages(app, deps.publicUrl);
  showFormRoute(app, deps);
  acceptSignupRoute(app, deps);
  showPlaceRoute(app, deps);
};

const access = { config: { access: { by: 'slug' } as const } };

function showFormRoute(app: App, { db, publicUrl }: Options): void {
  app.get(
    '/p/:slug/waitlist',
    { ...access, schema: { hide: true, params: SlugParams, querystring: query } },
    (request, reply) => {
      const { project, site } = buildSite(request, publicUrl(), 'waitlist');
      return readSitePage(request, reply, site, async () => ({
        title: 'Join the waitlist',
        description: `Join the ${project.name} waitlist. We’ll email you when it’s your turn.`,
        path: '/waitlist',
        content: html`${renderHead('Join the waitlist', `Sign up with your email address. ${project.name} will email you when it’s your turn.`)}${renderForm(project)}${renderRewards(listRewards(project, 0))}${renderLeaderboard(await readLeaderboard(db, project))}`,
      }));
    },
  );
}

function acceptSignupRoute(app: App, { db, join, geolocation, publicUrl }: Options): void {
  app.post(
    '/p/:slug/waitlist',
    { ...access, schema: { hide: true, params: SlugParams, querystring: query, body: fields } },
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
        return answer('Invalid email address', 'Enter an address like ada@example.com.', renderForm(project, request.body));
      }
      if (website) return answer('Thank you', 'You’re on the waitlist.');
      try {
        const { questions } = project.settings.waitlist;
        const answers = readFieldInputs(ANSWERS, listAsked(questions), request.body);
        const signup = { email, name, answers, referral_code: request.query.ref };
        const { entry, position } = await remindIfKnown(() =>
          join(db, { project, signup, country: locateCountry(request, geolocation) }),
        );
        const status = position
          ? html`<p><a href="${site.base}/waitlist/${entry.referral_code}">View your place and rewards</a></p>`
          : '';
        return answer(
          position ? 'You’re on the waitlist' : 'Confirm your email address',
          position
            ? `You are number ${position.toLocaleString('en')} in line.`
            : 'We sent you an email. Open the link in it to confirm your address.',
          html`${renderReferralLink(project, buildReferralUrl(project, publicUrl(), entry.referral_code))}${status}`,
          ['copy-code'],
        );
      } catch (error) {
        if (!(error instanceof HttpError) || error.statusCode >= 500) throw error;
        void reply.code(error.statusCode);
        const [problem] = error.fields ?? [];
        if (problem?.path === 'email' && problem.code === 'not_allowed')
          return answer(
            'Sign-up failed',
            'We don’t accept disposable addresses. Use a permanent email address.',
            renderForm(project, request.body),
          );
        const question = project.settings.waitlist.questions.find(({ key }) => problem?.path === `${ANSWERS}.${key}`);
        if (question)
          return answer('Check your answers', `“${question.label}” needs another answer.`, renderForm(project, request.body));
        const isKnown = error.statusCode === 409;
        return answer(
          isKnown ? 'Already on the waitlist' : 'Sign-up failed',
          isKnown ? 'This address is already on the waitlist.' : error.message,
        );
      }
    },
  );
}

/** Page of a person: position, rewards and rank. Like the operation, it has no personal data beyond the referral code of its address. */
function showPlaceRoute(app: App, { db, publicUrl }: Options): void {
  app.get('/p/:slug/waitlist/:code', { ...access, schema: { hide: true, params: placeParams } }, async (request, reply) => {
    const { project, site } = buildSite(request, publicUrl(), 'waitlist');
    const { entry, position } = await getByReferralCode(db, project, request.params.code);
    const rank = await readRank(db, project, entry);
    const head = renderPlace({ entry, position, rank });
    return sendSitePage(reply, site, {
      title: 'Your place on the waitlist',
      description: '',
      path: `/waitlist/${entry.referral_code}`,
      isUnlisted: true,
      widgets: ['copy-code'],
      content: html`${head}${renderReferralLink(project, buildReferralUrl(project, publicUrl(), entry.referral_code))}${renderRewards(listRewards(project, entry.referral_count))}${renderLeaderboard(await readLeaderboard(db, project))}`,
    });
  });
}

/** Renders the invitation to sign up for the front page. */
export const renderWaitlistTeaser = ({ base }: Site) =>
  html`<p>Be the first to get access.</p><a class="button quiet" href="${base}/waitlist">Join the waitlist</a>`;

const renderShareLinks = (url: string, project: string) =>
  html`<p>${buildShareLinks(url, `Join me on the ${project} waitlist`).map(({ name = 'Email', href }) => html`<a class="button quiet" href="${href}" target="_blank" rel="noopener noreferrer">${name}</a> `)}</p>`;

/** Renders the link of a person with buttons that share it. */
const renderReferralLink = (project: Project, url: string): Html =>
  html`<p>${project.settings.waitlist.referral_boost ? 'Share your link. Each friend who joins moves you up:' : 'Your referral link:'}</p><p class="code">${url}</p>${renderShareLinks(url, project.name)}`;

/** Renders the form, with the input of a form that was refused. */
const renderForm = (
  { settings }: Project,
  sent: { email?: string; name?: string } = {},
): Html => html`<form class="measure" method="post">
<label for="email">Email address</label><input id="email" name="email" ${emailInput} required${sent.email && html` value="${sent.email}"`}>
<label for="name">Name (optional)</label><input id="name" dir="auto" name="name" maxlength="100" autocomplete="name"${sent.name && html` value="${sent.name}"`}>
${renderFieldInputs(ANSWERS, listAsked(settings.waitlist.questions), sent)}
${TRAP}<button>Join the waitlist</button>
</form>`;
