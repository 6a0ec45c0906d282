import { type Html, html } from '../../platform/html/html.ts';
import { renderHead } from '../../platform/html/site.ts';
import type { readLeaderboard } from './referrals/leaderboard.ts';
import type { Entry } from './store.ts';
import type { listRewards } from './referrals/rewards.ts';

const formatReferrals = (count: number) => (count === 1 ? '1 referral' : `${count.toLocaleString('en')} referrals`);

/** Renders the rewards for referrals, of which a person has reached some. */
export const renderRewards = (rewards: ReturnType<typeof listRewards>): Html | '' =>
  rewards.length
    ? html`<section class="measure"><h2>Rewards</h2><ul class="ranking">${rewards.map(({ name, text, referrals, reached }) => html`<li><span><strong dir="auto">${name}</strong>${text && html`<br><span class="muted" dir="auto">${text}</span>`}</span><span class="muted">${reached ? '✓ Reached' : formatReferrals(referrals)}</span></li>`)}</ul></section>`
    : '';

/** Renders the people with the most referrals. */
export const renderLeaderboard = (leaders: Awaited<ReturnType<typeof readLeaderboard>>): Html | '' =>
  leaders?.length
    ? html`<section class="measure"><h2>Top referrers</h2><ol class="ranking">${leaders.map(({ rank, name, referral_count: count }) => html`<li><span>${rank}. ${name ?? 'Anonymous'}</span><span class="muted">${formatReferrals(count)}</span></li>`)}</ol></section>`
    : '';

interface Place {
  entry: Pick<Entry, 'status' | 'confirmed_at' | 'referral_count'>;
  position: number | null;
  rank: number | null;
}

/** Returns the title and the text of the status page. */
function describePlace({ entry: { status, confirmed_at: confirmedAt }, position }: Place): [title: string, text: string] {
  if (status === 'invited') return ['You are invited', 'We sent you an email with your invitation.'];
  if (status === 'joined') return ['You have access', 'Your place on the waitlist is used.'];
  if (!confirmedAt)
    return ['Confirm your email address', 'We sent you an email. Open the link in it to get your place on the waitlist.'];
  return ['You’re on the waitlist', position ? `You are number ${position.toLocaleString('en')} in line.` : ''];
}

/** Renders the place of a person, for the status page. */
export function renderPlace(place: Place): Html {
  const { entry, rank } = place;
  const [title, text] = describePlace(place);
  return renderHead(
    title,
    [
      text,
      entry.referral_count ? `${formatReferrals(entry.referral_count)}.` : '',
      rank ? `You are number ${rank.toLocaleString('en')} of those who refer most.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  );
}
