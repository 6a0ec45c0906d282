import { findReaderLanguage } from '../../platform/i18n/choice.ts';
import * as contract from '@earshot/contract/services/waitlist/schemas';
import { Ref } from '@earshot/contract/shared/common';
import type { FastifyRequest } from 'fastify';
import { projectOf } from '../../instance/projects/caller.ts';
import { createOnce } from '../../platform/api/idempotency.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { locateCountry } from '../../platform/client/client.ts';
import type { Geolocation } from '../../platform/client/geolocation.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { type Join, remindIfKnown, simulateJoin } from './joining.ts';
import { readForm, readLeaderboard, readRank } from './referrals/leaderboard.ts';
import { readLine } from './line-store.ts';
import { rankedForPublic, signupForPublic } from './projections.ts';
import { buildReferralUrl } from './referrals/referrals.ts';
import type { RankedEntry } from './store.ts';
import { getByReferralCode } from './waitlist.ts';

interface Deps {
  db: Db;
  join: Join;
  geolocation: Geolocation;
  publicUrl: () => string;
}

const tag = 'Waitlist';

/** Operations for sign-up pages. */
export function publicWaitlistRoutes(app: App, deps: Deps): void {
  joinWaitlistRoute(app, deps);
  countWaitlistRoute(app, deps);
  getWaitlistFormRoute(app, deps);
  getWaitlistPositionRoute(app, deps);
}

function joinWaitlistRoute(app: App, { db, join, geolocation, publicUrl }: Deps): void {
  app.post(
    '',
    operation({
      id: 'joinWaitlist',
      summary: 'Join the waitlist',
      description:
        'With `double_opt_in`, the position is assigned after the address is confirmed: `position` is null until then, and a confirmation email is sent.',
      tag,
      access: { by: 'key' },
      body: contract.JoinWaitlist,
      returns: Ref(contract.WaitlistSignup),
      status: 201,
      errors: ['waitlist.email_taken'],
    }),
    (request, reply) =>
      remindIfKnown(() =>
        createOnce({ db, request, reply }, async (handle) => {
          const { website, ...signup } = request.body;
          const project = projectOf(request);
          const country = locateCountry(request, geolocation);
          const language = findReaderLanguage(request);
          const ranked = website
            ? await simulateJoin(handle, project, signup)
            : await join(handle, { project, signup, country, language });
          return signupForPublic(ranked, toContext(publicUrl, request, ranked));
        }),
      ),
  );
}

function countWaitlistRoute(app: App, { db }: Deps): void {
  app.get(
    '/count',
    operation({
      id: 'countWaitlist',
      summary: 'Get the number of waitlist entries',
      description:
        'Returns the number of people on the waitlist, for a sign-up page. Entries that are unconfirmed or removed are not counted.',
      tag,
      access: { by: 'key' },
      returns: contract.WaitlistCount,
    }),
    async (request) => {
      const { waiting, invited, joined } = await readLine(db, projectOf(request).id);
      return { count: waiting + invited + joined };
    },
  );
}

function getWaitlistFormRoute(app: App, { db }: Deps): void {
  app.get(
    '/form',
    operation({
      id: 'getWaitlistForm',
      summary: 'Get the sign-up form',
      description:
        'Returns the questions, the rewards for referrals and the leaderboard, for a sign-up page of your own. The leaderboard has initials instead of names.',
      tag,
      access: { by: 'key' },
      returns: Ref(contract.WaitlistForm),
    }),
    (request) => readForm(db, projectOf(request)),
  );
}

function getWaitlistPositionRoute(app: App, { db, publicUrl }: Deps): void {
  app.get(
    '/position',
    operation({
      id: 'getWaitlistPosition',
      summary: 'Get the position and referrals of an entry',
      description:
        'Returns the current position, the number of referrals, the rewards, the leaderboard and the rank in it, of the entry with this referral code, for a page that the person visits again. Contains no personal data: everyone who knows a referral link can read it.',
      tag,
      access: { by: 'key' },
      query: contract.PositionQuery,
      returns: Ref(contract.WaitlistPosition),
      errors: ['waitlist.referral_code_not_found'],
    }),
    async (request) => {
      const project = projectOf(request);
      const ranked = await getByReferralCode(db, project, request.query.referral_code);
      const rank = await readRank(db, project, ranked.entry);
      const leaderboard = await readLeaderboard(db, project);
      return { ...rankedForPublic(ranked, toContext(publicUrl, request, ranked), rank), leaderboard };
    },
  );
}

/** Returns the project and the referral link of an entry. */
export function toContext(publicUrl: () => string, request: FastifyRequest, { entry }: RankedEntry) {
  const project = projectOf(request);
  return { project, referralUrl: buildReferralUrl(project, publicUrl(), entry.referral_code) };
}
