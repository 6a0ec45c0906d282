import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Change, type HistoryStep, toHistoryStep, type TypedStep } from './step.ts';

const SEARCH: TypedStep = { from: '/waitlist', href: '/waitlist?q=ad' };

const CASES: [title: string, href: string, next: string, change: Change, typed: TypedStep | undefined, step: HistoryStep][] = [
  ['a filter', '/waitlist', '/waitlist?status=invited', 'click', undefined, 'push'],
  ['the selected filter again', '/waitlist?status=invited', '/waitlist?status=invited', 'click', undefined, 'none'],
  ['the second page', '/waitlist', '/waitlist?page=2', 'page', undefined, 'push'],
  ['the saved view of a board', '/board', '/board?lanes=type', 'default', undefined, 'replace'],
  ['the first keystroke', '/waitlist', '/waitlist?q=a', 'typing', undefined, 'push'],
  ['the next keystroke', '/waitlist?q=ad', '/waitlist?q=ada', 'typing', SEARCH, 'replace'],
  ['a spelling that is typed back', '/waitlist?q=ad', '/waitlist?q=ad', 'typing', SEARCH, 'none'],
  ['an emptied search', '/waitlist?q=ad', '/waitlist', 'typing', SEARCH, 'back'],
  ['an emptied search of a link', '/waitlist?q=ad', '/waitlist', 'typing', undefined, 'push'],
  ['a filter during a search', '/waitlist?q=ad', '/waitlist?q=ad&status=invited', 'click', SEARCH, 'push'],
  ['a click that empties the search', '/waitlist?q=ad', '/waitlist', 'click', SEARCH, 'push'],
  ['a keystroke after a filter', '/waitlist?q=ad&status=joined', '/waitlist?q=ada&status=joined', 'typing', SEARCH, 'push'],
  ['a keystroke after Back', '/waitlist', '/waitlist?q=b', 'typing', SEARCH, 'push'],
];

for (const [title, href, next, change, typed, step] of CASES)
  test(`${title}: ${step}`, () => assert.equal(toHistoryStep(href, next, change, typed), step));
