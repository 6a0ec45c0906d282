import type { Transaction } from '../../platform/postgres/database.ts';
import { buildSiteUrl } from '../../instance/projects/site.ts';
import type { Project } from '../../instance/projects/store.ts';
import { moveInLine } from './line-store.ts';
import { addReferrals, type Entry } from './store.ts';

/** Returns the link to share: the page where people join, with the referral code in `ref`. */
export function buildReferralUrl(project: Project, publicUrl: string, code: string): string {
  const url = new URL(project.settings.waitlist.page_url ?? `${buildSiteUrl(project, publicUrl)}/waitlist`);
  url.searchParams.set('ref', code);
  return url.href;
}

/** Confirmed entries count for their referrer and in the public count, until they are removed. */
const isCounted = ({ status, confirmed_at }: Entry) => confirmed_at !== null && status !== 'removed';

/** Returns how many positions an entry moves its referrer up: fixed when the entry is first counted, null while it is not counted. */
export const computeBoost = ({ settings }: Project, entry: Entry) =>
  entry.referred_by && isCounted(entry) ? (entry.boost ?? settings.waitlist.referral_boost) : null;

/** Credits the referrers of new entries, in the order of the entries. */
export async function creditReferrers(tx: Transaction, projectId: string, entries: Entry[]): Promise<void> {
  const credits = entries.flatMap(({ referred_by: referrer, boost }) =>
    referrer && boost !== null ? [{ referrer, boost }] : [],
  );
  await addReferrals(
    tx,
    projectId,
    credits.map(({ referrer }) => referrer),
    1,
  );
  // Consecutive moves of one referrer are combined.
  let pending = 0;
  for (const [index, { referrer, boost }] of credits.entries()) {
    pending += boost;
    if (credits[index + 1]?.referrer === referrer) continue;
    await moveInLine(tx, projectId, referrer, pending);
    pending = 0;
  }
}

/** Grants or withdraws the credit of a referrer, after the entry was changed from `from` to `to` (null when it was deleted). */
export async function updateReferralCredit(tx: Transaction, from: Entry, to: Entry | null): Promise<void> {
  const [before, after] = [from.boost, to?.boost ?? null];
  if (!from.referred_by || (before === null) === (after === null)) return;
  await addReferrals(tx, from.project_id, [from.referred_by], after === null ? -1 : 1);
  await moveInLine(tx, from.project_id, from.referred_by, after ?? -(before ?? 0));
}
