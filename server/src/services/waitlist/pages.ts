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
import { renderHead, renderTrap, type Site } from '../../platform/html/site.ts';
import { commonTexts } from '../../platform/html/texts/texts.ts';
import { formatNumber } from '../../platform/i18n/texts.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { parseForms } from '../../platform/api/json-body.ts';
import { answerWithPages, describeProblem } from '../../instance/projects/page-errors.ts';
import { readSitePage, sendSitePage, buildSite } from '../../instance/projects/site.ts';
import { readFieldInputs, renderFieldInputs } from '../../instance/fields/forms.ts';
import type { Project } from '../../instance/projects/store.ts';
import type { App } from '../../platform/api/operation.ts';
import { readLeaderboard, readRank } from './referrals/leaderboard.ts';
import { renderLeaderboard, renderPlace, renderRewards } from './page-parts.ts';
import { ANSWERS } from './questions.ts';
import { buildReferralUrl } from './referrals/referrals.ts';
import { listRewards } from './referrals/rewards.ts';
import { waitlistTexts } from './texts/texts.ts';
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
      const t = waitlistTexts(site.language);
      return readSitePage(request, reply, site, async () => ({
        title: t.join,
        description: t.about(project.name),
        path: '/waitlist',
        content: html`${renderHead(t.join, t.text(project.name))}${renderForm(site, project)}${renderRewards(site, listRewards(project, 0))}${renderLeaderboard(site, await readLeaderboard(db, project))}`,
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
      const t = waitlistTexts(site.language);
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
        return answer(t.invalidEmail, t.invalidEmailText, renderForm(site, project, request.body));
      }
      if (website) return answer(commonTexts(site.language).thanks, t.joinedText);
      try {
        const { questions } = project.settings.waitlist;
        const answers = readFieldInputs(ANSWERS, listAsked(questions), request.body);
        const signup = { email, name, answers, referral_code: request.query.ref };
        const { entry, position } = await remindIfKnown(() =>
          join(db, { project, signup, country: locateCountry(request, geolocation), language: site.language }),
        );
        const status = position ? html`<p><a href="${site.base}/waitlist/${entry.referral_code}">${t.viewPlace}</a></p>` : '';
        return answer(
          position ? t.joined : t.confirm,
          position ? t.position(formatNumber(position, site.language)) : t.confirmText,
          html`${renderReferralLink(site, project, buildReferralUrl(project, publicUrl(), entry.referral_code))}${status}`,
          ['copy-code'],
        );
      } catch (error) {
        if (!(error instanceof HttpError) || error.statusCode >= 500) throw error;
        void reply.code(error.statusCode);
        const [problem] = error.fields ?? [];
        if (problem?.path === 'email' && problem.code === 'not_allowed')
          return answer(t.failed, t.disposable, renderForm(site, project, request.body));
        const question = project.settings.waitlist.questions.find(({ key }) => problem?.path === `${ANSWERS}.${key}`);
        if (question) return answer(t.checkAnswers, t.checkAnswer(question.label), renderForm(site, project, request.body));
        if (error.statusCode === 409) return answer(t.known, t.knownText);
        const { title, text } = describeProblem(site.language, error.statusCode, error.message);
        return answer(title, text);
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
    const head = renderPlace(site, { entry, position, rank });
    return sendSitePage(reply, site, {
      title: waitlistTexts(site.language).place,
      description: '',
      path: `/waitlist/${entry.referral_code}`,
      isUnlisted: true,
      widgets: ['copy-code'],
      content: html`${head}${renderReferralLink(site, project, buildReferralUrl(project, publicUrl(), entry.referral_code))}${renderRewards(site, listRewards(project, entry.referral_count))}${renderLeaderboard(site, await readLeaderboard(db, project))}`,
    });
  });
}

/** Renders the invitation to sign up for the front page. */
export function renderWaitlistTeaser({ base, language }: Site): Html {
  const t = waitlistTexts(language);
  return html`<p>${t.teaser}</p><a class="button quiet" href="${base}/waitlist">${t.join}</a>`;
}

const renderShareLinks = ({ language }: Site, url: string, project: string) =>
  html`<p class="share">${buildShareLinks(url, waitlistTexts(language).shareText(project)).map(({ name = waitlistTexts(language).byEmail, href }) => html`<a class="button quiet" href="${href}" target="_blank" rel="noopener noreferrer">${name}</a> `)}</p>`;

/** Renders the link of a person with buttons that share it. */
const renderReferralLink = (site: Site, project: Project, url: string): Html =>
  html`<p>${project.settings.waitlist.referral_boost ? waitlistTexts(site.language).share : waitlistTexts(site.language).link}</p><p class="code">${url}</p>${renderShareLinks(site, url, project.name)}`;

/** Renders the form, with the input of a form that was refused. */
const renderForm = (site: Site, { settings }: Project, sent: { email?: string; name?: string } = {}): Html => {
  const t = waitlistTexts(site.language);
  const common = commonTexts(site.language);
  return html`<form class="measure" method="post">
<label for="email">${common.email}</label><input id="email" name="email" ${emailInput} required${sent.email && html` value="${sent.email}"`}>
<label for="name">${common.optional(common.name)}</label><input id="name" dir="auto" name="name" maxlength="100" autocomplete="name"${sent.name && html` value="${sent.name}"`}>
${renderFieldInputs(site, ANSWERS, listAsked(settings.waitlist.questions), sent)}
${renderTrap(site)}<button>${t.join}</button>
</form>`;
};
