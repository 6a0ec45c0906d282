import type { FastifyBaseLogger } from 'fastify';
import { createExportLimit } from '../platform/api/exports.ts';
import { createOwnHosts } from '../platform/api/hosts.ts';
import type { Geolocation } from '../platform/client/geolocation.ts';
import { type Config, derivePublicUrl } from '../platform/config/config.ts';
import { createDomainEvents } from '../platform/jobs/events.ts';
import { createJobQueue } from '../platform/jobs/queue.ts';
import { parseAllowedAddresses } from '../platform/outbound/addresses.ts';
import { createLanguageModel } from '../platform/outbound/language-model.ts';
import { readsFrom } from '../platform/postgres/replica.ts';
import type { Databases } from './databases.ts';
import { createCodes } from './end-users/codes.ts';
import type { Identity } from './identity/identity.ts';
import { createIdentity } from './identity/index.ts';
import { createMailServer } from './mail/delivery.ts';
import { createPeopleDirectory } from './directory/directory.ts';
import type { OnJoined } from './directory/proving.ts';
import { setUserOfSessions } from './end-users/sessions-store.ts';
import { createPersonSegments } from './directory/segments/segments.ts';
import { SEARCHED_PEOPLE } from './directory/store.ts';
import { createInboundMail } from './mail/inbound/inbound.ts';
import { createOutbox } from './mail/outbox.ts';
import { createProjectDirectory } from './projects/directory.ts';
import { createFindTxt } from './projects/dns.ts';
import { createDomains } from './projects/domains.ts';
import { findForeignProjects, isMemberAnywhere, moveMemberships } from './projects/members/store.ts';
import { claimFirstProject, type OnLanguageChanged, takeOverProjects } from './projects/projects.ts';
import { findTestSettings } from './projects/store.ts';
import { moveSubscriptions, subscribeCreator } from './reports/store.ts';
import { defineReanalysis } from '../platform/text/reanalysis.ts';
import { RequestLog } from './request-log/recorder.ts';
import { createStorage } from './uploads/storage.ts';
import { createMessages } from './messages/messages.ts';
import { createNotifications } from './notifications/notifications.ts';
import { createDisabledNotice } from './webhooks/notifications.ts';
import { createWebhooks } from './webhooks/webhooks.ts';

declare module '../platform/ids.ts' {
  interface IdPrefixes {
    usr: never;
    ava: never;
    svc: never;
    prj: never;
    key: never;
    tok: never;
    ses: never;
    pky: never;
    app: never;
    con: never;
    ml: never;
    ntf: never;
    rps: never;
    per: never;
    psg: never;
    upl: never;
    imp: never;
    prp: never;
    whk: never;
    evt: never;
    exp: never;
    dlv: never;
    aud: never;
    acl: never;
    ver: never;
  }
}

/** Parts that all projects and services share. */
export type Instance = ReturnType<typeof createInstance>;

interface Options {
  config: Config;
  log: FastifyBaseLogger;
  databases: Databases;
  geolocation: Geolocation;
  /** Stops what was started, in reverse order. */
  cleanups: AsyncDisposableStack;
}

/** Creates the parts of an instance. Uses no database before `startInstance`. */
export function createInstance({ config, log, databases, geolocation, cleanups }: Options) {
  const { db, direct, replica, secrets } = databases;
  // Port 0 (any free port) is resolved after listening. Links and redirects need the actual port.
  let url = derivePublicUrl(config);
  const publicUrl = () => url;
  const jobs = createJobQueue(db, log, direct);
  const events = createDomainEvents(jobs);
  const outbox = createOutbox({
    db,
    jobs,
    log,
    smtpUrl: config.SMTP_URL,
    from: config.EARSHOT_MAIL_FROM,
    isTestProject: async (id) => (await findTestSettings(db, id)).enabled,
  });
  const codeServer = config.SMTP_URL === undefined ? undefined : createMailServer(config.SMTP_URL, config.EARSHOT_MAIL_FROM);
  if (codeServer) cleanups.defer(async () => codeServer.close());
  const codes = createCodes({ db, server: codeServer, sendMails: outbox.send, secret: secrets.links, log });
  const inboundMail = createInboundMail({ config, db, jobs, log, publicUrl, secret: secrets.links, cleanups });
  const ownHosts = createOwnHosts({ publicUrl: config.EARSHOT_PUBLIC_URL, listenHost: config.HOST });
  const directory = createProjectDirectory(db, { isOwnHost: ownHosts.isOwn });
  const findTxt = createFindTxt(config.EARSHOT_DNS_SERVERS);
  const domains = createDomains({ db, directory, jobs, findTxt, ownHosts, secret: secrets.domains });
  const moveUser: Identity['onUsersMerged'][] = [(tx, users) => moveSubscriptions(tx, users, () => moveMemberships(tx, users))];
  const identity = createIdentity({
    config,
    db,
    log,
    publicUrl,
    onFirstSignIn: async (tx, userId) => {
      const claimed = await claimFirstProject(tx, userId);
      if (claimed !== undefined) await subscribeCreator(tx, claimed, userId);
    },
    onUsersMerged: async (tx, users) => {
      for (const move of moveUser) await move(tx, users);
    },
    onSetup: takeOverProjects,
    isMember: isMemberAnywhere,
    findForeignProjects,
    secret: secrets.links,
    geolocation,
  });
  jobs.schedule('identity.clean', '27 * * * *', identity.removeExpired);
  const languageListeners: OnLanguageChanged[] = [];
  const languageChanged: OnLanguageChanged = async (...change) => {
    for (const listener of languageListeners) await listener(...change);
  };
  const joiners: OnJoined[] = [setUserOfSessions];
  const onJoined: OnJoined = async (...join) => {
    for (const joiner of joiners) await joiner(...join);
  };
  defineReanalysis({ db, jobs, log }, SEARCHED_PEOPLE);
  const messages = createMessages();
  jobs.schedule('identity.mail-account-changes', '* * * * *', identity.mailAccountChanges);
  const people = createPeopleDirectory({ db, log, onJoined });
  const segments = createPersonSegments({ db, settle: people.settle });
  const notifications = createNotifications({
    db,
    jobs,
    events,
    outbox,
    sendMails: outbox.send,
    inboundMail,
    publicUrl,
    segments,
  });
  const webhooks = createWebhooks({
    db,
    messages,
    publicUrl,
    jobs,
    events,
    tellDisabled: createDisabledNotice(notifications),
    options: parseAllowedAddresses(config),
  });
  return {
    ...databases,
    config,
    log,
    cleanups,
    geolocation,
    reads: replica ?? readsFrom(db),
    jobs,
    events,
    codes,
    outbox,
    sendMails: outbox.send,
    inboundMail,
    directory,
    domains,
    identity,
    onJoined,
    /** Registers a function that joins the records of an address with those of the user to whom the address is proven to belong. */
    onPeopleJoined: (joiner: OnJoined) => void joiners.push(joiner),
    /** Registers a function that renders texts again, in the transaction that changes the language of the pages of a project. */
    onLanguageChanged: (listener: OnLanguageChanged) => void languageListeners.push(listener),
    languageChanged,
    people,
    segments,
    webhooks,
    messages,
    notifications,
    /** Undefined when no language model is configured. */
    languageModel: createLanguageModel({
      url: config.EARSHOT_LLM_URL,
      model: config.EARSHOT_LLM_MODEL,
      key: config.EARSHOT_LLM_KEY,
      log,
    }),
    storage: createStorage(config),
    requestLog: new RequestLog({ db, log }),
    exports: createExportLimit(),
    linkSecret: secrets.links,
    publicUrl,
    setPublicUrl: (to: string) => void (url = to),
    /** Registers what is moved from an invited user to the user who is the same person. */
    onUsersMerged: (move: Identity['onUsersMerged']) => void moveUser.push(move),
  };
}

/** Starts the parts of an instance that need no job queue. */
export async function startInstance({
  outbox,
  directory,
  direct,
  domains,
  identity,
  people,
  requestLog,
  cleanups,
}: Instance): Promise<void> {
  cleanups.defer(outbox.close);
  void outbox.verify();
  cleanups.defer(await directory.listen(direct));
  await domains.releaseOwnHosts();
  cleanups.defer(identity.stop);
  cleanups.defer(people.settle);
  requestLog.start();
  cleanups.defer(() => requestLog.stop());
}
