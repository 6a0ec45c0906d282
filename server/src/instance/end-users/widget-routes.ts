import { Ok, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/instance/people/sign-in';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf } from '../../platform/api/credentials.ts';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { chooseLanguage } from '../../platform/i18n/choice.ts';
import { clientAddress, toNetwork } from '../../platform/client/address.ts';
import { type Db, transact } from '../../platform/postgres/database.ts';
import type { EndUserSession } from '../projects/caller.ts';
import { projectOf } from '../projects/caller.ts';
import { findPerson } from './known-people.ts';
import type { EndUserOptions } from './options.ts';
import { setTakenOver } from './sessions-store.ts';
import { createSession, endTokenSession } from './sessions.ts';

type Options = Pick<EndUserOptions, 'db' | 'codes' | 'parts'>;

const tag = 'People';
const access = { by: 'key' } as const;

/** Sign-in of end users in widgets on other sites, where browsers send no cookie: by a mailed code, for a token. */
export const widgetSignInRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  mailCodeRoute(app, options);
  enterCodeRoute(app, options);
  signOutRoute(app, options);
};

function mailCodeRoute(app: App, { codes }: Options): void {
  app.post(
    '/codes',
    operation({
      id: 'requestSignInCode',
      summary: 'Mail a sign-in code to an end user',
      description:
        'Mails a code of six digits, which is valid for ten minutes and five tries. Widgets on sites of the customer sign in people with it, who are the same persons as on the public pages. An address receives at most five codes an hour for requests of one network, and ten in all.',
      tag,
      access,
      limit: 'sensitive',
      body: contract.RequestSignInCode,
      returns: Ref(contract.SignInAttempt),
      errors: ['end_users.codes_not_available', 'end_users.too_many_codes'],
    }),
    async (request) => {
      if (!app.mailsCodes) throw new HttpError('end_users.codes_not_available');
      const network = toNetwork(clientAddress(request));
      const attempt = await codes.mailCode(projectOf(request), {
        email: request.body.email,
        network,
        language: chooseLanguage(request, projectOf(request).settings.pages.language),
      });
      if (attempt === undefined) throw new HttpError('end_users.too_many_codes');
      return { attempt };
    },
  );
}

function enterCodeRoute(app: App, { db, codes, parts }: Options): void {
  app.post(
    '/sessions',
    operation({
      id: 'signInPerson',
      summary: 'Sign in an end user with a code',
      description:
        'Returns a token for `X-User-Token` that is valid in this project for 90 days. A right code is valid once. A user of the product whose address is proven is the same person, and the same voter. The votes and entries of `visitor_id` become those of the person.',
      tag,
      access,
      limit: 'sensitive',
      body: contract.EnterSignInCode,
      returns: Ref(contract.PersonSession),
    }),
    async (request) => {
      const { id: projectId } = callerOf(request).project;
      const { attempt, code, visitor_id: visitorId } = request.body;
      const email = await codes.enterCode(projectId, { attempt, code });
      if (email === undefined)
        throw invalidField('code', 'not_found', 'The code is wrong or has expired. Check it, or request a new one');
      app.people.note(projectId, { by: 'confirmed_email', email });
      const person = await findPerson(db, projectId, email);
      const { token, session, expiresAt } = await createSession(db, projectId, person);
      if (visitorId) await takeOver(db, parts, session, visitorId.toLowerCase());
      return { token: contract.PERSON_TOKEN_PREFIX + token, email, name: person.name, expires_at: expiresAt.toISOString() };
    },
  );
}

/** Gives a person what a visitor did in the same browser. */
async function takeOver(db: Db, parts: Options['parts'], session: EndUserSession, visitorId: string): Promise<void> {
  await transact(db, async (tx) => {
    if (!(await setTakenOver(tx, session))) return;
    for (const part of parts) await part.takeOver?.(tx, session, visitorId);
  });
}

function signOutRoute(app: App, { db }: Options): void {
  app.delete(
    '/sessions',
    operation({
      id: 'signOutPerson',
      summary: 'Sign out an end user',
      description:
        'Ends the session of the token in `X-User-Token`. Votes and entries remain. Has no effect without such a token, and for a token that is no longer valid.',
      tag,
      access,
      returns: Ref(Ok),
    }),
    async (request) => {
      await endTokenSession(db, request, callerOf(request).project.id);
      return { ok: true };
    },
  );
}
