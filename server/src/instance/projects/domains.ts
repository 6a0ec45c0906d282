import { createHmac } from 'node:crypto';
import type { OwnHosts } from '../../platform/api/hosts.ts';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { type Db, type Transaction, transact } from '../../platform/postgres/database.ts';
import type { ProjectDirectory } from './directory.ts';
import type { FindTxt } from './dns.ts';
import * as store from './domains-store.ts';

/** Label of the TXT record. A separate name leaves the domain's own records unchanged. */
const RECORD_PREFIX = '_earshot.';
/** Grace period: a domain is served this long after the first check that did not find its record. */
export const RELEASE_MS = 7 * 24 * 60 * 60_000;
/** Delays between the checks of a new domain until its record is found. DNS changes take hours to propagate. */
const RECHECK_DELAYS_S = [60, 300, 900, 3_600, 14_400, 43_200];
/** Maximum number of checks that members of a project cause per hour. Each check queries external DNS servers. */
const MAX_CHECKS_PER_HOUR = 20;
const CHECK_JOB = 'projects.check_domain';
/** Retries of a failed job. A negative DNS answer is a result, not a failure. */
const RETRY = { limit: 3, delaySeconds: 30 };
/** Checks wait for external DNS servers. */
const CONCURRENCY = { jobs: 4, perGroup: 1 };

/** Payload of a check. Ignored when the project has a different domain at that time. */
interface CheckJob {
  project_id: string;
  domain: string;
  /** Number of previous checks of a new domain. Without it, the check is not repeated. */
  attempt?: number;
}

type Outcome = { isVerified: true } | { isVerified: false; isAnswered: boolean; error: string };

interface Deps {
  db: Db;
  directory: ProjectDirectory;
  jobs: JobQueue;
  findTxt: FindTxt;
  ownHosts: OwnHosts;
  /** Secret that the verification tokens of projects are derived from. */
  secret: Buffer;
}

/** Custom domains. A project claims a domain in its settings; it is served once its DNS contains the project's token. */
export interface Domains {
  /**
   * Sets the custom domain of a project.
   * @throws {HttpError} 400 for a host of the instance itself, 429 after too many new domains
   */
  claim: (tx: Transaction, projectId: string, domain: string | null) => Promise<void>;
  /** @throws {HttpError} 404 when the project has no custom domain */
  get: (projectId: string) => Promise<store.CustomDomain>;
  /** Checks the DNS now. @throws {HttpError} 404 when the project has no custom domain, 429 after too many checks */
  check: (projectId: string) => Promise<store.CustomDomain>;
  /** Returns the DNS record that verifies a domain. */
  recordOf: (projectId: string, domain: string) => { name: string; value: string };
  /** Returns whether a proxy may request a certificate for a host: a verified custom domain, or the host of the public URL. */
  isAllowed: (host: string) => Promise<boolean>;
  /** Queues a check of every domain of the instance. */
  checkAll: () => Promise<void>;
  /** Stops serving domains that are now hosts of the instance. Runs on startup, because the public URL may have changed. */
  releaseOwnHosts: () => Promise<void>;
}

export function createDomains({ db, directory, jobs, findTxt, ownHosts, secret }: Deps): Domains {
  const buildRecord: Domains['recordOf'] = (projectId, domain) => ({
    name: RECORD_PREFIX + domain,
    value: `earshot-verification=${createHmac('sha256', secret).update(projectId).digest('base64url').slice(0, 32)}`,
  });

  async function get(projectId: string): Promise<store.CustomDomain> {
    const row = await store.findDomain(db, projectId);
    if (!row) throw new HttpError('domains.not_found');
    return row;
  }

  async function check(projectId: string): Promise<store.CustomDomain> {
    const { domain } = await get(projectId);
    const checkedAt = new Date();
    // EARSHOT_PUBLIC_URL or HOST may have changed to a domain that a project verified before.
    const outcome: Outcome = ownHosts.isOwn(domain)
      ? { isVerified: false, isAnswered: true, error: `${domain} is a host of this instance` }
      : await lookUp(findTxt, buildRecord(projectId, domain));
    await transact(db, async (tx) => {
      await store.lockDomain(tx, domain);
      const current = await store.lockProjectDomain(tx, projectId);
      // The project may have changed its domain, and a later check may have finished first.
      if (current?.domain !== domain || (current.checked_at ?? checkedAt) > checkedAt) return;
      const servingProject = await store.findServingProject(tx, domain);
      const isTaken = servingProject !== undefined && servingProject !== projectId;
      const next = nextState(current, outcome, { checkedAt, isTaken, isOwn: ownHosts.isOwn(domain) });
      await store.updateDomain(tx, next);
      if (next.state !== current.state) await directory.changed(tx, projectId);
    });
    return await get(projectId);
  }

  async function allowCheck(on: Db, projectId: string): Promise<void> {
    const { count, seconds } = await store.countCheck(on, projectId);
    if (count > MAX_CHECKS_PER_HOUR)
      throw new HttpError('domains.too_many_checks', {
        message: `The custom domain was checked too often (maximum ${MAX_CHECKS_PER_HOUR} checks an hour); try again in ${Math.ceil(seconds / 60)} minutes`,
        headers: { 'retry-after': String(seconds) },
      });
  }

  const sendCheck = (tx: Transaction, job: CheckJob, delayS = 0) =>
    jobs.send(tx, CHECK_JOB, [job], {
      group: job.project_id,
      ...(delayS && { startAfter: new Date(Date.now() + delayS * 1000) }),
    });

  jobs.define<CheckJob>(
    CHECK_JOB,
    RETRY,
    async ({ project_id, domain, attempt }) => {
      if ((await store.findDomain(db, project_id))?.domain !== domain) return;
      const { state } = await check(project_id);
      const delayS = attempt === undefined ? undefined : RECHECK_DELAYS_S[attempt];
      if (attempt !== undefined && delayS !== undefined && state === 'pending')
        await transact(db, (tx) => sendCheck(tx, { project_id, domain, attempt: attempt + 1 }, delayS));
    },
    CONCURRENCY,
  );

  const checkAll = async () => {
    const domains = await store.listDomains(db);
    await transact(db, async (tx) => {
      for (const job of domains) await sendCheck(tx, job);
    });
  };
  jobs.schedule('projects.check_domains', '41 3 * * *', checkAll);

  return {
    claim: async (tx, projectId, domain) => {
      if (domain === null) return await store.deleteDomain(tx, projectId);
      if (ownHosts.isOwn(domain)) throw invalidField('settings.pages.custom_domain', 'not_allowed', OWN_HOST);
      if (!(await store.claimDomain(tx, projectId, domain))) return;
      await allowCheck(tx, projectId);
      await sendCheck(tx, { project_id: projectId, domain, attempt: 0 });
    },
    get,
    check: async (projectId) => {
      await get(projectId);
      await allowCheck(db, projectId);
      return await check(projectId);
    },
    recordOf: buildRecord,
    isAllowed: async (host) =>
      ownHosts.isPublic(host) || (!ownHosts.isOwn(host) && (await store.findServingProject(db, host)) !== undefined),
    checkAll,
    releaseOwnHosts: async () => {
      for (const { project_id, domain } of await store.listDomains(db)) if (ownHosts.isOwn(domain)) await check(project_id);
    },
  };
}

/** Returns whether the DNS contains the record. */
async function lookUp(findTxt: FindTxt, { name, value }: { name: string; value: string }): Promise<Outcome> {
  try {
    const texts = await findTxt(name);
    if (texts.some((text) => text.trim() === value)) return { isVerified: true };
    const error = texts.length ? `The TXT record at ${name} has another value` : `No TXT record found at ${name}`;
    return { isVerified: false, isAnswered: true, error };
  } catch (error) {
    const { code } = error as { code?: string };
    return { isVerified: false, isAnswered: false, error: `The DNS lookup of ${name} failed (${code ?? 'unknown error'})` };
  }
}

const OWN_HOST = 'settings.pages.custom_domain must not be a host of this instance: choose a domain of your own';

/**
 * Returns the state of a domain after a check. A verified domain stays so for seven days after the first check without its record,
 * whether the DNS denied the record or did not answer. Outages of a DNS server therefore take no pages down, and expired domains
 * are released nevertheless.
 */
function nextState(
  current: store.CustomDomain,
  outcome: Outcome,
  { checkedAt, isTaken, isOwn }: { checkedAt: Date; isTaken: boolean; isOwn: boolean },
): store.CustomDomain {
  const next = { ...current, checked_at: checkedAt };
  if (outcome.isVerified) {
    if (isTaken)
      return { ...next, state: 'taken', error: 'Another project on this instance serves this domain: remove it there first' };
    return { ...next, state: 'verified', verified_at: checkedAt, missing_since: null, error: null };
  }
  const { isAnswered, error } = outcome;
  if (!isServed(current)) return { ...next, state: isAnswered ? 'pending' : current.state, error };
  const missingSince = current.missing_since ?? checkedAt;
  if (isOwn || checkedAt.getTime() - missingSince.getTime() >= RELEASE_MS)
    return { ...next, state: 'pending', missing_since: null, error };
  return { ...next, state: isAnswered ? 'failing' : current.state, missing_since: missingSince, error };
}

const isServed = ({ state }: store.CustomDomain) => state === 'verified' || state === 'failing';
