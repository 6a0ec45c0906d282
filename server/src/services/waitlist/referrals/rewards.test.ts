import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { until } from '../../../testing/until.ts';
import { createWaitlist, linkIn } from '../../../testing/waitlist.ts';
import { maskName } from './leaderboard.ts';

const server = await sharedTestServer();
const { call } = server;

// Not in their order.
const REWARDS = [
  { key: 'month', name: 'A month free', text: 'We credit it.', referrals: 3 },
  { key: 'early', name: 'Early access', referrals: 1 },
];

async function setUp(settings: object = {}) {
  const list = await createWaitlist(server, { rewards: REWARDS, ...settings });
  const refer = async (by: Json, count = 1) => {
    const friends: Json[] = [];
    for (let left = count; left; left -= 1) friends.push((await list.join({ referral_code: by.referral_code })).body);
    return friends;
  };
  const rewardMails = async (count: number): Promise<string[]> => {
    const read = async (): Promise<string[]> =>
      (await list.mails()).flatMap(({ subject }) => (subject.startsWith('You reached') ? subject.replace(/.*: /, '') : []));
    await until(async () => (await read()).length >= count);
    return (await read()).toSorted();
  };
  return { ...list, refer, rewardMails };
}

/** Returns the lines of the rewards and of the leaderboard of a page: ` / ` is a line break, and ` | ` is between columns. */
const listItems = (page: string): string[] =>
  Array.from(page.matchAll(/<li><span>(.*?)<\/li>/g), ([, item = '']) =>
    item
      .replaceAll(/<br><span[^>]*>(.*?)<\/span>/g, ' / $1')
      .replace('</span><span class="muted">', ' | ')
      .replaceAll(/<[^>]+>/g, ''),
  );

test('a person sees the next reward, and each reward is announced once', async () => {
  const { join, refer, position, rewardMails, update, list, configure, mails } = await setUp();
  const { body: ada } = await join({ email: 'ada@example.com' });
  assert.deepEqual(ada.rewards, [
    { name: 'Early access', text: '', referrals: 1, reached: false },
    { name: 'A month free', text: 'We credit it.', referrals: 3, reached: false },
  ]);
  const [bob] = await refer(ada);
  const { body: place } = await position(ada.referral_code);
  assert.deepEqual(
    [place.referral_count, place.rewards.map(({ reached }: Json) => reached), place.leaderboard_rank],
    [1, [true, false], null],
  );
  assert.deepEqual(await rewardMails(1), ['Early access']);
  const mail = (await mails()).find(({ subject }) => subject.startsWith('You reached'));
  assert.match(mail?.text ?? '', /Next: A month free, after 2 more friends\./);

  // Withdrawn and granted again: no second announcement.
  await update(bob, { status: 'removed' });
  assert.deepEqual((await list({ reward: 'early' })).total, 0);
  await update(bob, { status: 'waiting' });
  await refer(ada, 2);
  assert.deepEqual(await rewardMails(2), ['A month free', 'Early access']);
  const { data } = await list({ reward: 'month' });
  assert.deepEqual(
    data.map(({ email, reached_rewards: reached }: Json) => [email, reached]),
    [['ada@example.com', ['early', 'month']]],
  );

  // A new reward applies immediately, and is announced only to those who reach it later.
  await configure({ waitlist: { rewards: [...REWARDS, { key: 'two', name: 'Two', referrals: 2 }] } });
  const { body: grace } = await join();
  await refer(grace, 2);
  assert.deepEqual((await list({ reward: 'two' })).total, 2);
  assert.deepEqual(await rewardMails(4), ['A month free', 'Early access', 'Early access', 'Two']);
});

test('referrals of a person who has not confirmed count for rewards from the confirmation on', async () => {
  const { join, refer, configure, rewardMails, mailTo, mails } = await setUp({ double_opt_in: true });
  const { body: ada } = await join({ email: 'ada@example.com' });
  await configure({ waitlist: { double_opt_in: false } });
  await refer(ada);
  assert.ok(!(await mails()).some(({ subject }) => subject.startsWith('You reached')));
  await fetch(linkIn(await mailTo('ada@example.com', 'Confirm'), 'confirm'), { method: 'POST' });
  assert.deepEqual(await rewardMails(1), ['Early access']);
});

test('rewards are refused if they contradict each other, and unknown ones in filters', async () => {
  const { configure, id, token } = await setUp();
  const [month, early] = REWARDS as [Json, Json];
  for (const [rewards, path] of [
    [[month, { ...early, key: 'month' }], 'rewards[1].key'],
    [[month, { ...early, referrals: 3 }], 'rewards[1].referrals'],
    [[{ ...month, referrals: 0 }], 'rewards[0].referrals'],
  ] as const) {
    const { status, body } = await configure({ waitlist: { rewards } });
    assert.deepEqual([status, body.fields[0].path], [400, `settings.waitlist.${path}`]);
  }
  const { status, body } = await call('GET', '/v1/waitlist', { token, query: { project_id: id, reward: 'gold' } });
  assert.deepEqual([status, body.fields[0].path], [400, 'reward']);
});

test('the leaderboard shows initials and shared ranks, without people whom the team hides', async () => {
  const { join, refer, position, update, configure, key, slug } = await setUp();
  const people: Json[] = [];
  for (const [name, count] of [
    ['Ada Lovelace', 2],
    ['Grace Brewster Hopper', 3],
    [undefined, 2],
    ['Mallory', 1],
  ] as const) {
    const { body } = await join({ name });
    people.push(body);
    await refer(body, count);
  }
  const read = async () => (await call('GET', '/v1/waitlist/form', { key })).body.leaderboard;
  const rankOf = async (index: number) => (await position(people[index]?.referral_code)).body.leaderboard_rank;
  assert.equal(await read(), null);
  assert.equal(await rankOf(0), null);
  await configure({ waitlist: { leaderboard: true } });
  assert.deepEqual(await read(), [
    { rank: 1, name: 'G… H.', referral_count: 3 },
    { rank: 2, name: 'A… L.', referral_count: 2 },
    { rank: 2, name: null, referral_count: 2 },
    { rank: 4, name: 'M…', referral_count: 1 },
  ]);
  assert.deepEqual([await rankOf(1), await rankOf(2), await rankOf(3)], [1, 2, 4]);
  await update(people[1], { on_leaderboard: false });
  assert.deepEqual(
    (await read()).map(({ rank, name }: Json) => [rank, name]),
    [
      [1, 'A… L.'],
      [1, null],
      [3, 'M…'],
    ],
  );
  assert.deepEqual([await rankOf(0), await rankOf(1)], [1, null]);
  const openPage = async (path: string) => (await fetch(`${server.url}/p/${slug}/waitlist${path}`)).text();
  const page = await openPage(`/${people[0]?.referral_code}`);
  assert.match(page, /2 referrals\. You are number 1 of those who refer most\.</);
  assert.deepEqual(listItems(page), [
    'Early access | ✓ Reached',
    'A month free / We credit it. | 3 referrals',
    '1. A… L. | 2 referrals',
    '1. Anonymous | 2 referrals',
    '3. M… | 1 referral',
  ]);
  assert.doesNotMatch(page, /Lovelace|@example\.com/);
  assert.deepEqual(listItems(await openPage('')).slice(0, 2), [
    'Early access | 1 referral',
    'A month free / We credit it. | 3 referrals',
  ]);
  assert.doesNotMatch(await openPage(`/${people[1]?.referral_code}`), /of those who refer most/);
  const headings = /<h2>(Rewards|Top referrers)<\/h2>/g;
  assert.equal(page.match(headings)?.length, 2);
  const empty = await setUp({ rewards: [], leaderboard: true });
  assert.doesNotMatch(await (await fetch(`${server.url}/p/${empty.slug}/waitlist`)).text(), headings);
});

test('initials are all that is public of a name', () => {
  for (const [name, masked] of [
    ['ada', 'A…'],
    ['  Ada   King Lovelace ', 'A… L.'],
    ['ada@example.com', 'A…'],
    ['李 小龙', '李… 小.'],
    ['', null],
    [null, null],
  ] as const)
    assert.equal(maskName(name), masked);
});
