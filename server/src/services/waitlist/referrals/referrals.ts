import type { Transaction } from '../../../platform/postgres/database.ts';
import { buildSiteUrl } from '../../../instance/projects/site.ts';
import type { Project } from '../../../instance/projects/store.ts';
import { moveInLine } from '../line-store.ts';
import { addReferrals, type Entry } from '../store.ts';

/** Returns the link to share: the page where people join, with the referral code in `ref`. */
export function buildReferralUrl(project: Project, publicUrl: string, code: string): string {
  const url = new URL(project.settings.waitlist.page_url ?? `${buildSiteUrl(project, publicUrl)}/waitlist`);
  url.searchParams.set('ref', code);
  return url.href;
}

/** Returns the page with the position and the rewards of an entry. */
export const buildPlaceUrl = (project: Project, publicUrl: string, code: string): string =>
  `${buildSiteUrl(project, publicUrl)}/waitlist/${code}`;

/** Confirmed entries count for their referrer and in the public count, until they are removed. */
export const isCounted = ({ status, confirmed_at }: Pick<Entry, 'status' | 'confirmed_at'>) =>
  confirmed_at !== null && status !== 'removed';

/** Returns how many positions an entry moves its referrer up: fixed when the entry is first counted, null while it is not counted. */
export const computeBoost = ({ settings }: Project, entry: Entry) =>
  entry.referred_by && isCounted(entry) ? (entry.boost ?? settings.waitlist.referral_boost) : null;

/**
 * Grants or withdraws the credits of referrers, after entries were added (`from` null), changed, or deleted (`to` null). Referrers move in the
 * order of the entries. Returns the referrers with more referrals.
 */
export async function updateReferralCredits(
  tx: Transaction,
  projectId: string,
  changes: { from: Entry | null; to: Entry | null }[],
): Promise<string[]> {
  const credits = changes.flatMap(({ from, to }) => {
    const [before, after] = [from?.boost ?? null, to?.boost ?? null];
    const referrer = to?.referred_by ?? from?.referred_by;
    return referrer && (before === null) !== (after === null)
      ? [{ referrer, up: after ?? -(before ?? 0), isGranted: after !== null }]
      : [];
  });
  for (const isGranted of [true, false]) {
    const referrers = credits.filter((credit) => credit.isGranted === isGranted).map(({ referrer }) => referrer);
    await addReferrals(tx, projectId, referrers, isGranted ? 1 : -1);
  }
  // Consecutive moves of one referrer are combined.
  let pending = 0;
  for (const [index, { referrer, up }] of credits.entries()) {
    pending += up;
    if (credits[index + 1]?.referrer === referrer) continue;
    await moveInLine(tx, projectId, referrer, pending);
    pending = 0;
  }
  return credits.filter(({ isGranted }) => isGranted).map(({ referrer }) => referrer);
}
