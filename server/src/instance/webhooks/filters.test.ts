import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesFilter } from './filters.ts';

const ALL = { types: [], statuses: [], tags: [], min_votes: 0, include_internal_notes: false };
const entry = { status: 'planned', tags: ['billing', 'api'], upvote_count: 5 };

test('filters restrict events of feedback entries and their comments only', () => {
  for (const [filter, isSent] of [
    [{}, true],
    [{ types: ['feedback.created'] }, true],
    [{ types: ['feedback.voted'] }, false],
    [{ statuses: ['new', 'planned'] }, true],
    [{ statuses: ['new'] }, false],
    [{ tags: ['api', 'docs'] }, true],
    [{ tags: ['docs'] }, false],
    [{ min_votes: 5 }, true],
    [{ min_votes: 6 }, false],
    [{ statuses: ['planned'], tags: ['docs'] }, false],
  ] as const) {
    const full = { ...ALL, ...filter } as unknown as typeof ALL;
    assert.equal(matchesFilter(full, 'feedback.created', entry), isSent, JSON.stringify(filter));
    if (!('types' in filter)) assert.equal(matchesFilter(full, 'feedback.commented', { feedback: entry }), isSent);
  }
  const strict = { types: [], statuses: ['done'], tags: ['docs'], min_votes: 99, include_internal_notes: false };
  for (const [internal, include, isSent] of [
    [true, false, false],
    [true, true, true],
    [false, false, true],
  ] as const)
    assert.equal(
      matchesFilter({ ...ALL, include_internal_notes: include }, 'feedback.commented', { internal, feedback: entry }),
      isSent,
    );
  assert.ok(matchesFilter(strict, 'waitlist.joined', { status: 'waiting' }));
  assert.ok(matchesFilter(strict, 'testimonial.submitted', { status: 'pending', tags: ['x'] }));
});
