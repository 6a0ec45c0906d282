import type { Language } from '@earshot/contract/shared/languages';
import { type Html, html } from '../../platform/html/html.ts';
import { renderHead, type Site } from '../../platform/html/site.ts';
import { formatNumber } from '../../platform/i18n/texts.ts';
import type { readLeaderboard } from './referrals/leaderboard.ts';
import type { Entry } from './store.ts';
import { waitlistTexts } from './texts/texts.ts';
import type { listRewards } from './referrals/rewards.ts';

/** Renders the rewards for referrals, of which a person has reached some. */
export function renderRewards({ language }: Site, rewards: ReturnType<typeof listRewards>): Html | '' {
  const t = waitlistTexts(language);
  return rewards.length
    ? html`<section class="measure"><h2>${t.rewards}</h2><ul class="ranking">${rewards.map(({ name, text, referrals, reached }) => html`<li><span><strong dir="auto">${name}</strong>${text && html`<br><span class="muted" dir="auto">${text}</span>`}</span><span class="muted">${reached ? `✓ ${t.reached}` : t.referrals(referrals)}</span></li>`)}</ul></section>`
    : '';
}

/** Renders the people with the most referrals. */
export function renderLeaderboard({ language }: Site, leaders: Awaited<ReturnType<typeof readLeaderboard>>): Html | '' {
  const t = waitlistTexts(language);
  return leaders?.length
    ? html`<section class="measure"><h2>${t.leaders}</h2><ol class="ranking">${leaders.map(({ rank, name, referral_count: count }) => html`<li><span>${rank}. <bdi>${name ?? t.anonymous}</bdi></span><span class="muted">${t.referrals(count)}</span></li>`)}</ol></section>`
    : '';
}

interface Place {
  entry: Pick<Entry, 'status' | 'confirmed_at' | 'referral_count'>;
  position: number | null;
  rank: number | null;
}

/** Returns the title and the text of the status page. */
function describePlace(
  language: Language,
  { entry: { status, confirmed_at: confirmedAt }, position }: Place,
): [title: string, text: string] {
  const t = waitlistTexts(language);
  if (status === 'invited') return [t.invited, t.invitedText];
  if (status === 'joined') return [t.hasAccess, t.hasAccessText];
  if (!confirmedAt) return [t.confirm, t.unconfirmedText];
  return [t.joined, position ? t.position(formatNumber(position, language)) : ''];
}

/** Renders the place of a person, for the status page. */
export function renderPlace({ language }: Site, place: Place): Html {
  const t = waitlistTexts(language);
  const { entry, rank } = place;
  const [title, text] = describePlace(language, place);
  return renderHead(
    title,
    [text, entry.referral_count ? t.referralsText(entry.referral_count) : '', rank ? t.rank(formatNumber(rank, language)) : '']
      .filter(Boolean)
      .join(' '),
  );
}
