import type { Language } from '@earshot/contract/shared/languages';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import { checkMetadata } from '../../platform/api/validation.ts';
import { newId } from '../../platform/ids.ts';
import { toMailbox } from '../../instance/mail/mailbox.ts';
import { type Db, type Transaction, transact } from '../../platform/postgres/database.ts';
import { createGroupWriter } from '../../platform/postgres/group-commit.ts';
import { inLanguage, type Project } from '../../instance/projects/store.ts';
import { randomLetters } from '../../platform/random.ts';
import { isDisposable } from './addresses.ts';
import { type Line, lockLine, readLine, saveLine } from './line-store.ts';
import type { WaitlistMails } from './mails.ts';
import { type AnswerChanges, readSignupAnswers } from './questions.ts';
import { updateReferralCredits } from './referrals/referrals.ts';
import { recordRewards } from './referrals/reaching.ts';
import * as store from './store.ts';
import { type Deps, buildJoined, isInLine, lexemesFor, countStatus } from './waitlist.ts';

const CODE_LETTERS = 12;

export interface Signup {
  email: string;
  name?: string;
  referral_source?: string;
  referral_code?: string;
  metadata?: Record<string, unknown>;
  answers?: AnswerChanges;
}

interface JoinRequest {
  project: Project;
  signup: Signup;
  /** Country of the request, as ISO 3166-1 code. */
  country?: string | null;
  /** Language of the emails about the sign-up. */
  language?: Language | null | undefined;
}

export type Join = ReturnType<typeof createJoin>;

/** Returns a function that adds a person to the waitlist. Call it within `remindIfKnown`. @throws {HttpError} 400 or 409 */
export function createJoin({ db, events, mails }: Deps & { mails: WaitlistMails }) {
  const admit = async (
    tx: Transaction,
    projectId: string,
    requests: JoinRequest[],
  ): Promise<(store.RankedEntry | undefined)[]> => {
    const admitted = await admitEntries(tx, projectId, requests);
    const entries = admitted.flatMap((ranked) => (ranked ? [ranked.entry] : []));
    const referrers = await updateReferralCredits(
      tx,
      projectId,
      entries.map((to) => ({ from: null, to })),
    );
    const [request] = requests;
    if (!request) return [];
    await events.record(
      tx,
      projectId,
      admitted.flatMap((ranked, at) =>
        ranked ? [buildJoined(request.project, ranked.entry, { language: requests[at]?.language ?? undefined })] : [],
      ),
    );
    if (referrers.length) await recordRewards(tx, events, { project: request.project, ids: referrers });
    return admitted;
  };
  const add = createGroupWriter(db, admit);

  const remind = (on: Db, { project, signup, language }: JoinRequest) =>
    transact(on, async (tx) => {
      const entry = await store.findByEmail(tx, project.id, signup.email);
      if (entry) await mails.remind(tx, inLanguage(project, language ?? entry.language ?? undefined), entry);
    });

  /** Answers for a known address: a conflict, or with `private_signups` the same answer as for a new one. */
  const answerKnown = async (on: Db, request: JoinRequest): Promise<store.RankedEntry> => {
    const { project, signup } = request;
    if (!project.settings.waitlist.private_signups) throw new KnownAddressError(() => remind(db, request));
    await remind(on, request);
    return await simulateJoin(on, project, signup);
  };

  return async (handle: Db, request: JoinRequest): Promise<store.RankedEntry> => {
    await checkSignup(request);
    const ranked = await add(handle, request.project.id, request);
    return ranked ?? (await answerKnown(handle, request));
  };
}

async function checkSignup({ project, signup }: JoinRequest): Promise<void> {
  checkMetadata(signup.metadata ?? {});
  readSignupAnswers(project, signup.answers);
  if (project.settings.waitlist.refuse_disposable && (await isDisposable(signup.email)))
    throw invalidField('email', 'not_allowed', 'email must not be a disposable address');
}

/** Adds new addresses at the end of the line. Returns undefined for each address that is already known. */
async function admitEntries(
  tx: Transaction,
  projectId: string,
  requests: JoinRequest[],
): Promise<(store.RankedEntry | undefined)[]> {
  const line = await lockLine(tx, projectId);
  const at = new Date();
  const codes = requests.flatMap(({ signup }) => (signup.referral_code ? [signup.referral_code.toLowerCase()] : []));
  const referrers = new Map((await store.findByCodes(tx, projectId, codes)).map((entry) => [entry.referral_code, entry]));
  const drafts = requests.map((request, index) =>
    draftEntry(request, {
      referrer: referrers.get(request.signup.referral_code?.toLowerCase() ?? ''),
      number: line.last_number + index + 1,
      rank: line.last_rank + index + 1,
      at,
    }),
  );
  const inserted = await store.insertEntries(tx, projectId, drafts);
  const entries = new Map(inserted.map((entry) => [entry.id, entry]));
  const admitted = drafts.map(({ id }): store.RankedEntry | undefined => {
    const entry = entries.get(id);
    return entry && countAdmitted(line, entry);
  });
  line.last_number += drafts.length;
  line.last_rank += drafts.length;
  const joined = inserted.flatMap(({ rank }) => (rank === null ? [] : [rank]));
  await saveLine(tx, projectId, line, { joined, left: [] });
  return admitted;
}

function countAdmitted(line: Line, entry: store.Entry): store.RankedEntry {
  line[countStatus(entry)] += 1;
  return { entry, position: isInLine(entry) ? line.waiting : null };
}

function draftEntry(
  { project, signup, country = null, language = null }: JoinRequest,
  { referrer, number, rank, at }: { referrer: store.Entry | undefined; number: number; rank: number; at: Date },
): store.NewEntry {
  const { double_opt_in, referral_boost } = project.settings.waitlist;
  const referredBy = referrer && toMailbox(referrer.email) !== toMailbox(signup.email) ? referrer.id : null;
  const name = signup.name || null;
  return {
    id: newId(),
    number,
    email: signup.email,
    name,
    rank: double_opt_in ? null : rank,
    referral_source: signup.referral_source || null,
    referral_code: newCode(),
    referred_by: referredBy,
    boost: referredBy && !double_opt_in ? referral_boost : null,
    country,
    language,
    metadata: signup.metadata ?? {},
    answers: readSignupAnswers(project, signup.answers),
    lexemes: lexemesFor(project.id, { email: signup.email, name }),
    confirmed_at: double_opt_in ? null : at,
    created_at: at,
  };
}

/** Reports a known address. The error rolls back the transaction of the request, so the reminder is sent afterwards. */
class KnownAddressError extends HttpError {
  readonly remind: () => Promise<void>;

  constructor(remind: () => Promise<void>) {
    super('waitlist.email_taken');
    this.remind = remind;
  }
}

/** Runs a join, in a transaction or not. When the address is already known, sends the reminder on a separate connection. */
export async function remindIfKnown<T>(join: () => Promise<T>): Promise<T> {
  try {
    return await join();
  } catch (error) {
    if (error instanceof KnownAddressError) await error.remind();
    throw error;
  }
}

/** Returns the answer that a new person would get, without storing anything. */
export async function simulateJoin(db: Db, project: Project, signup: Signup): Promise<store.RankedEntry> {
  const at = new Date();
  const { waiting } = await readLine(db, project.id);
  const { double_opt_in } = project.settings.waitlist;
  const entry: store.Entry = {
    project_id: project.id,
    id: newId(),
    email: signup.email,
    name: signup.name || null,
    status: 'waiting',
    rank: null,
    notes: null,
    referral_source: null,
    referral_code: newCode(),
    referred_by: null,
    boost: null,
    referral_count: 0,
    metadata: {},
    answers: {},
    peak_referrals: 0,
    on_leaderboard: true,
    unsubscribed_at: null,
    confirmed_at: null,
    invited_at: null,
    created_at: at,
    updated_at: at,
    external_id: null,
    country: null,
    language: null,
  };
  return { entry, position: double_opt_in ? null : waiting + 1 };
}

/** Returns a referral code that nobody has. */
export const newCode = () => randomLetters(CODE_LETTERS);
