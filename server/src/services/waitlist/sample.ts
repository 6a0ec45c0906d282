import type { Question } from '@earshot/contract/services/waitlist/questions';
import type { Reward } from '@earshot/contract/services/waitlist/rewards';
import type { DeclaredValue } from '@earshot/contract/shared/fields';
import { sendBatches } from '../../instance/demo/batches.ts';
import type { Filling } from '../../instance/demo/filling.ts';
import { createPeople } from '../../instance/demo/people.ts';
import { chooseTimes } from '../../instance/demo/times.ts';

const ENTRIES = 2_000;
const INVITED = 120;
const JOINED = 45;
const REMOVED = 8;
const INVITED_DAYS_AGO = 21;
const DAY_MS = 86_400_000;
const SOURCES = { newsletter: 22, podcast: 9, search: 30, friend: 12, 'product hunt': 18, conference: 4, '': 20 };

const SIZES = { 'Just me': 25, '2–10': 35, '11–50': 25, 'More than 50': 15 };
const TOOLS = ['Email', 'Slack', 'Spreadsheets', 'Jira', 'None'];
const GOALS = [
  'We want to know which requests matter most.',
  'Our customers should see what we are working on.',
  'One place for feedback from five channels.',
];
const QUESTIONS: Question[] = [
  { key: 'team_size', label: 'How large is your team?', type: 'select', required: true, options: Object.keys(SIZES) },
  { key: 'tools', label: 'How do you collect feedback today?', type: 'multi_select', options: TOOLS },
  { key: 'has_app', label: 'Do you have a mobile app?', type: 'boolean' },
  { key: 'goal', label: 'Which problem should we solve first?', type: 'long_text' },
];
const REWARDS: Reward[] = [
  { key: 'early_access', name: 'Early access', text: 'You get in with the next group.', referrals: 3 },
  { key: 'free_month', name: 'One month free', text: 'Your first month is on us.', referrals: 10 },
];

const chooseAnswers = (random: Filling['random']): Record<string, DeclaredValue> => ({
  team_size: random.weighted(SIZES),
  tools: TOOLS.filter((tool) => tool !== 'None' && random.happens(0.4)),
  ...(random.happens(0.6) && { has_app: random.happens(0.3) }),
  ...(random.happens(0.25) && { goal: GOALS[random.integer(0, GOALS.length - 1)] as string }),
});

/** Adds people to the waitlist over a year, a quarter of them by a referral, and the first ones as invited. */
export async function fillWaitlist({ random, team, configure, maxEntries, now }: Filling): Promise<void> {
  await configure({ waitlist: { questions: QUESTIONS, rewards: REWARDS, leaderboard: true } });
  const people = createPeople(random, Math.min(ENTRIES, maxEntries));
  const times = chooseTimes(random, now, people.length);
  const invitedAt = new Date(now - INVITED_DAYS_AGO * DAY_MS);
  const records = people.map((person, index) => {
    const time = times[index] as Date;
    const source = random.weighted(SOURCES);
    // People who joined early refer most others. Nobody can refer the first person.
    const referrer = random.happens(0.25) ? Math.floor(index * random.next() ** 3) : index;
    const isInvited = index < INVITED && time < invitedAt;
    const status = index < JOINED ? ('joined' as const) : index < JOINED + REMOVED ? ('removed' as const) : ('invited' as const);
    return {
      external_id: toId(index),
      email: person.email,
      ...(random.happens(0.8) && { name: person.name }),
      ...(referrer < index ? { referred_by: toId(referrer) } : source && { referral_source: source }),
      ...(isInvited && { status, invited_at: invitedAt.toISOString() }),
      ...(isInvited && status === 'joined' && index % 9 === 0 && { notes: 'Met at the fair' }),
      ...(random.happens(0.7) && { answers: chooseAnswers(random) }),
      metadata: { company: person.company, people: random.integer(1, 40) },
      created_at: time.toISOString(),
    };
  });
  await sendBatches(team, 'POST /v1/waitlist/batch', records);
  await team('POST /v1/waitlist/broadcasts', {
    body: {
      subject: 'A free month for you',
      body: 'Thank you for telling **so many friends** about us.\n\nYour first month is free: choose a plan, and we credit it.',
      filter: { status: 'joined', reward: 'free_month' },
    },
  });
}

const toId = (index: number) => `sample-${index}`;
