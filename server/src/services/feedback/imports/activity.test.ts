import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { createBoard } from './fixtures/board.ts';

const server = await sharedTestServer();
const { call } = server;

describe('votes', () => {
  test('count a person once, however the voter is named', async () => {
    const board = await createBoard(server);
    await board.store('feedback', [
      { external_id: '1', title: 'One', created_at: '2024-01-01' },
      { external_id: '2', title: 'Two', submitter_user_id: 'known', submitter_email: 'known@customer.example' },
    ]);
    const { id } = await board.find('1');
    const cases: [vote: object, outcome: string][] = [
      [{ feedback_external_id: '1', user_id: 'u_1', created_at: '2024-02-01' }, 'created'],
      [{ feedback_id: id, user_id: 'u_1' }, 'unchanged'],
      [{ feedback_id: id, email: 'known@customer.example' }, 'created'],
      [{ feedback_id: id, user_id: 'known' }, 'unchanged'],
      [{ feedback_id: id, email: 'ADA@customer.example', name: 'Ada' }, 'created'],
      [{ feedback_id: id, user_id: 'u_ada', email: 'ada@customer.example' }, 'unchanged'],
      [{ feedback_id: id, external_id: 'anonymous 1', value: -1 }, 'created'],
      [{ feedback_id: id, external_id: 'anonymous 1', value: -1 }, 'unchanged'],
      [{ feedback_id: id, external_id: 'anonymous 2' }, 'created'],
      [{ feedback_id: id }, 'email required'],
      [{ user_id: 'u_1' }, 'feedback_id required'],
      [{ feedback_id: id, feedback_external_id: '1', user_id: 'u_1' }, 'feedback_external_id conflict'],
      [{ feedback_id: 'fb_00000000000000000000000000', user_id: 'u_1' }, 'feedback_id not_found'],
      [{ feedback_external_id: 'x', user_id: 'u_1' }, 'feedback_external_id not_found'],
      [{ feedback_id: id, user_id: 'u_1', value: 2 }, 'value choice'],
      [{ feedback_id: id, user_id: 'u_1', created_at: '9999-01-01' }, 'created_at too_large'],
    ];
    const records = cases.map(([vote]) => vote);
    const outcomes = cases.map(([, outcome]) => outcome);
    assert.deepEqual(await board.store('votes', records), outcomes);
    assert.deepEqual(
      await board.store('votes', records),
      outcomes.map((outcome) => (outcome === 'created' ? 'unchanged' : outcome)),
    );
    assert.deepEqual(await board.store('votes', [{ feedback_id: id, user_id: 'u_1', value: -1 }]), ['updated']);
    const { upvote_count, downvote_count } = await board.find('1');
    assert.deepEqual([upvote_count, downvote_count], [3, 2]);
    // The user of the product is the imported voter.
    await board.addVoter(id, 'known');
    assert.equal((await board.find('1')).upvote_count, 3);
    const voters = (await board.read(`/v1/feedback/${id}/voters`)).data as Json[];
    const first = voters.find(({ user_id: user }) => user === 'u_1');
    assert.deepEqual([first?.created_at, first?.vote], ['2024-02-01T00:00:00.000Z', 'down']);
    assert.ok(await board.isCounted());
  });

  test('weigh by their dates in trending, also before the range of weights', async () => {
    const board = await createBoard(server);
    const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
    await board.store(
      'feedback',
      ['old votes', 'new votes', 'none'].map((title) => ({ external_id: title, title, created_at: days(400) })),
    );
    await board.store('votes', [
      ...Array.from({ length: 9 }, (_, n) => ({ feedback_external_id: 'old votes', user_id: `u${n}`, created_at: '1991-01-01' })),
      ...Array.from({ length: 2 }, (_, n) => ({ feedback_external_id: 'new votes', user_id: `u${n}`, created_at: days(2) })),
    ]);
    assert.deepEqual((await board.titles({ sort: 'trending' }))[0], 'new votes');
    assert.deepEqual((await board.titles({ sort: 'top' }))[0], 'old votes');
    assert.ok(await board.isCounted());
  });
});

describe('comments', () => {
  test('have their authors: people, members by address, and the importing member', async () => {
    const board = await createBoard(server);
    const grace = await server.signIn();
    const { email: former } = await server.createProject();
    await call('POST', `/v1/projects/${board.id}/members`, { token: board.token, body: { email: grace.email, role: 'member' } });
    await board.store('feedback', [
      { external_id: '1', title: 'One', submitter_user_id: 'u_1', submitter_name: 'Lin' },
      { external_id: '2', title: 'Anonymous' },
    ]);
    const at = '2024-03-01T10:00:00.000Z';
    const on = { feedback_external_id: '1', body: 'Text' };
    const cases: [comment: object, outcome: string][] = [
      [{ ...on, external_id: 'c1', author_name: 'Ada', created_at: at }, 'created'],
      [{ ...on, external_id: 'c2', author_name: 'Ada', author_email: 'ada@customer.example' }, 'created'],
      [{ ...on, external_id: 'c3', author_user_id: 'u_9' }, 'created'],
      [{ ...on, external_id: 'c4', author_email: grace.email.toUpperCase(), by_team: true }, 'created'],
      [{ ...on, external_id: 'c5', author_name: 'Former', author_email: former, by_team: true }, 'created'],
      [{ ...on, external_id: 'c6', internal: true }, 'created'],
      [{ ...on, external_id: 'c7', private: true }, 'created'],
      [{ ...on, external_id: 'c8', author_email: former, by_team: true }, 'created'],
      [{ ...on, internal: true, private: true }, 'private conflict'],
      [{ ...on, internal: true, by_team: false }, 'by_team conflict'],
      [{ ...on, by_team: true, author_user_id: 'u_1' }, 'author_user_id conflict'],
      [{ ...on, feedback_external_id: '2', private: true }, 'private not_found'],
      [{ ...on, external_id: 'c1' }, 'external_id duplicate'],
      [{ ...on, body: '' }, 'body required'],
      [{ body: 'Text' }, 'feedback_id required'],
    ];
    const records = cases.map(([comment]) => comment);
    const outcomes = cases.map(([, outcome]) => outcome);
    assert.deepEqual(await board.store('comments', records), outcomes);
    assert.deepEqual(
      await board.store('comments', records),
      outcomes.map((outcome) => (outcome === 'created' ? 'unchanged' : outcome)),
    );
    const { id, comment_count } = await board.find('1');
    assert.equal(comment_count, 6);
    const comments = (await board.read(`/v1/feedback/${id}/comments`)).data as Json[];
    assert.deepEqual(
      comments.map(({ external_id, author_role, author_name }) => [external_id, author_role, author_name]),
      [
        ['c1', 'visitor', 'Ada'],
        ['c2', 'user', 'Ada'],
        ['c3', 'user', null],
        ['c4', 'team', comments[3]?.author_name],
        ['c5', 'team', 'Former'],
        ['c6', 'team', comments[5]?.author_name],
        ['c7', 'team', comments[6]?.author_name],
        ['c8', 'team', null],
      ],
    );
    assert.match(comments[3]?.author_id, /^usr_/);
    assert.notEqual(comments[3]?.author_id, comments[5]?.author_id);
    assert.deepEqual([comments[4]?.author_id, comments[6]?.recipient_name, comments[0]?.created_at], [null, 'Lin', at]);
    const changes = [
      { ...on, external_id: 'c1', body: 'Changed' },
      { ...on, external_id: 'c2', feedback_external_id: '2' },
    ];
    assert.deepEqual(await board.store('comments', changes), ['updated', 'updated']);
    assert.deepEqual([(await board.find('1')).comment_count, (await board.find('2')).comment_count], [5, 1]);
    assert.ok(await board.isCounted());
  });

  test('of an address are exported and erased with the person', async () => {
    const board = await createBoard(server);
    await board.store('feedback', [{ external_id: '1', title: 'One' }]);
    await board.store('comments', [{ feedback_external_id: '1', body: 'Mine', author_email: 'Ada@customer.example' }]);
    const people = (path: string) =>
      call('POST', `/v1/projects/${board.id}/people/${path}`, { token: board.token, body: { email: 'ada@customer.example' } });
    assert.equal((await people('export')).body.feedback_comments.length, 1);
    const { body: erased } = await people('erase');
    assert.equal(erased.erased.feedback_comments, 1);
    assert.ok(await board.isCounted());
  });
});
