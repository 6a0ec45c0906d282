import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../platform/config/config.ts';
import { actorOf } from '../audit/audit.ts';
import { parseAllowedAddresses } from '../../platform/outbound/addresses.ts';
import { describeClient } from '../../platform/client/client.ts';
import type { Geolocation } from '../../platform/client/geolocation.ts';
import { createMailServer } from '../mail/delivery.ts';
import { type Db, type Transaction, transact } from '../../platform/postgres/database.ts';
import { mailAccountChanges } from './account-log/mails.ts';
import { deleteOldAccountEntries } from './account-log/store.ts';
import { createSendCode } from './accounts/code-mail.ts';
import { createKnownBrowsers } from './accounts/known-browsers.ts';
import { createAccountSignIns } from './accounts/sign-ins.ts';
import { deleteExpiredAccountSignIns } from './accounts/sign-ins-store.ts';
import { deleteExpiredClients } from './apps/clients-store.ts';
import { createDocuments } from './apps/documents.ts';
import { findUserByAppToken } from './apps/grants.ts';
import { deleteExpiredGrants } from './apps/grants-store.ts';
import { deleteExpiredRequests } from './apps/requests-store.ts';
import { deleteExpiredDevices } from './devices-store.ts';
import type { Identity } from './identity.ts';
import { createAccountProvider } from './providers/account.ts';
import { createGithubProvider } from './providers/github.ts';
import { createLocalProvider } from './providers/local.ts';
import { createOidcProvider } from './providers/oidc.ts';
import type { Provider } from './providers/provider.ts';
import { isAppToken } from './secrets.ts';
import { createCheckSignUp, isOpenTo, type SignUpOptions } from './sign-up.ts';
import { deleteExpiredSignIns } from './sign-in-store.ts';
import { createPersonalToken, findUserByToken } from './tokens.ts';
import { deleteExpiredTokens } from './tokens-store.ts';
import * as users from './users-store.ts';

interface Options {
  config: Config;
  db: Db;
  log: FastifyBaseLogger;
  publicUrl: () => string;
  onFirstSignIn: Identity['onFirstSignIn'];
  onUsersMerged: Identity['onUsersMerged'];
  onSetup: Parameters<typeof createAccountSignIns>[0]['onSetup'];
  isMember: SignUpOptions['isMember'];
  findForeignProjects: Identity['findForeignProjects'];
  geolocation: Geolocation;
  /** Signs cookies. */
  secret: Buffer;
}

export function createIdentity({
  config,
  db,
  log,
  publicUrl,
  onFirstSignIn,
  onUsersMerged,
  onSetup,
  isMember,
  findForeignProjects,
  geolocation,
  secret,
}: Options) {
  const providers = configuredProviders({ config, db, log, publicUrl });
  const mailServer = config.SMTP_URL === undefined ? undefined : createMailServer(config.SMTP_URL, config.EARSHOT_MAIL_FROM);
  const identity: Identity = {
    db,
    log,
    publicUrl,
    accounts: createAccountSignIns({
      db,
      publicUrl,
      isOpenTo: (person) => isOpenTo(config, person),
      sendCode: mailServer && createSendCode({ server: mailServer, log, publicUrl }),
      secret,
      log,
      onFirstSignIn,
      onUsersMerged,
      onSetup,
    }),
    knownBrowsers: createKnownBrowsers(secret, () => publicUrl().startsWith('https:')),
    documents: createDocuments({ db, log, allowed: parseAllowedAddresses(config) }),
    onFirstSignIn,
    onUsersMerged,
    providers,
    checkSignUp: createCheckSignUp({ config, isMember }),
    findForeignProjects,
    describeClient: (request) => describeClient(request, geolocation),
    actorOf: (request) => ({ ...actorOf(request), client: describeClient(request, geolocation) }),
    findUserByToken: (token) => (isAppToken(token) ? findUserByAppToken(db, token) : findUserByToken(db, token)),
    findOrInvite: (tx, email) => findOrInvite(tx, email, { withLocal: config.isLocal }),
    forgetInvited: async (tx, userIds) => {
      for (const id of await users.lockNeverSignedIn(tx, userIds))
        if (!(await isMember(tx, id)) && !(await users.hasTokens(tx, id))) await users.deleteUser(tx, id);
    },
    isGuest: async (on, user) => !isOpenTo(config, user) && (await users.isGuest(on, user.id)),
  };
  return {
    ...identity,
    removeExpired: async () => {
      await deleteExpiredSignIns(db);
      await deleteExpiredAccountSignIns(db);
      await deleteExpiredDevices(db);
      await deleteExpiredTokens(db);
      await deleteExpiredRequests(db);
      await deleteExpiredGrants(db);
      await deleteExpiredClients(db);
      await deleteOldAccountEntries(db);
    },
    mailAccountChanges: async () => {
      if (mailServer) await mailAccountChanges({ db, server: mailServer, log, publicUrl });
    },
    stop: async () => {
      for (const provider of providers) await provider.stop?.();
      mailServer?.close();
    },
  };
}

function configuredProviders({ config, db, log, publicUrl }: Pick<Options, 'config' | 'db' | 'log' | 'publicUrl'>): Provider[] {
  const { EARSHOT_OIDC_ISSUER: issuer, EARSHOT_OIDC_CLIENT_ID: clientId, EARSHOT_OIDC_CLIENT_SECRET: clientSecret } = config;
  const { EARSHOT_GITHUB_CLIENT_ID: githubId, EARSHOT_GITHUB_CLIENT_SECRET: githubSecret } = config;
  const providers: Provider[] = [];
  if (issuer && clientId && clientSecret)
    providers.push(
      createOidcProvider({
        id: 'oidc',
        name: config.EARSHOT_OIDC_NAME,
        issuer,
        clientId,
        clientSecret,
        trustsEmail: config.EARSHOT_OIDC_TRUST_EMAIL === issuer,
      }),
    );
  if (githubId && githubSecret)
    providers.push(createGithubProvider({ url: config.EARSHOT_GITHUB_URL, clientId: githubId, clientSecret: githubSecret }));
  if (config.hasAccounts) providers.push(createAccountProvider({ db, publicUrl, sendsMails: config.SMTP_URL !== undefined }));
  if (config.isLocal) providers.push(createLocalProvider({ log }));
  return providers;
}

const findOrInvite = async (tx: Transaction, email: string, { withLocal }: { withLocal: boolean }) =>
  (await users.findUserByEmail(tx, email, { withLocal })) ?? (await users.insertInvited(tx, email));

/** Without the services, users cannot be merged: that is left to a recovery link. */
async function releaseUnlessInvited(tx: Transaction, email: string): Promise<void> {
  if ((await users.lockInvited(tx, email)) !== undefined) return;
  const local = await users.lockLocal(tx, email);
  if (local !== undefined) await users.releaseLocal(tx, local);
}

/**
 * Issues a personal token to the user of an address, for the command line of the server. Unknown users get an account that they can
 * sign in to later, and local accounts become such accounts unless `withLocal`.
 */
export async function issuePersonalToken(
  db: Db,
  {
    email,
    name,
    days,
    withLocal,
    onFirstSignIn,
  }: { email: string; name: string; days: number; withLocal: boolean; onFirstSignIn?: Identity['onFirstSignIn'] },
): Promise<string> {
  return await transact(db, async (tx) => {
    if (!withLocal) await releaseUnlessInvited(tx, email);
    const { id } = await findOrInvite(tx, email, { withLocal });
    await onFirstSignIn?.(tx, id);
    const { token } = await createPersonalToken(tx, {
      actor: { id, is_service_account: false, name: email, tokenName: null },
      name,
      days,
    });
    return token;
  });
}
