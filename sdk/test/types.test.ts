import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createFolder, pack, runIn } from '../../e2e/src/packages.ts';

const TSC = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
const folder = createFolder();
await pack(folder, 'sdk', 'widgets');
writeFileSync(join(folder, 'package.json'), '{ "private": true }');
// React is not needed for the types of the elements.
const packages = ['./earshot-sdk-0.1.0.tgz', './earshot-widgets-0.1.0.tgz'];
await runIn(folder, ['npm', 'install', '--offline', '--legacy-peer-deps', ...packages]);

const PROGRAM = `
import { Earshot, EarshotError, FeedbackStatus, verifyWebhook } from '@earshot/sdk';
const earshot = new Earshot({ projectKey: 'pk', baseUrl: undefined });
const tags: readonly string[] = ['exports'];
const after: Date | undefined = new Date();
export const run = async () => {
  await earshot.feedback.submit({ title: 'CSV', description: undefined });
  await earshot.feedback.update('fb_1', { status: FeedbackStatus.planned });
  await earshot.changelog.create({ title: 'CSV', content: 'Here', tags, scheduled_at: new Date() });
  await earshot.changelog.list({ published_after: after });
  earshot.analytics.track('paid', { plan: { name: 'pro' }, tags: ['a'], coupon: null }, { ip: '192.0.2.1', user_agent: undefined });
  await earshot.feedback.submit({ title: 'CSV', content: 'Here', author_name: 'Ada' });
  await earshot.analytics.annotations.create({ time: new Date(), text: 'Launch' });
  await earshot.analytics.annotations.create({ occurred_at: new Date(), content: 'Launch' });
  const event = await verifyWebhook(new Uint8Array(), {}, 'whsec_');
  if (event.type === 'waitlist.joined') console.log(event.data.email);
  if (event.type === 'feedback.voted') console.log(event.data.new_votes - event.data.withdrawn_votes);
  // @ts-expect-error Other events have no email address.
  if (event.type === 'changelog.published') console.log(event.data.email);
  const error = new EarshotError('');
  if (error.code === 'client.timeout' || error.code === 'feedback.not_found') console.log(error.field);
  // @ts-expect-error No such code.
  if (error.code === 'unknown') console.log(error.headers);
};
`;

const PAGE = `
import type {} from '@earshot/widgets/elements';
document.querySelector('earshot-feedback')?.open('board');
addEventListener('earshot-joined', (event) => console.log(event.detail.position?.toFixed()));
// @ts-expect-error Only the feedback panel and the search open.
document.querySelector('earshot-roadmap')?.open();
`;

test('the packed types pass a strict check in ES modules and in CommonJS', async () => {
  const files = { 'program.mts': PROGRAM, 'program.cts': PROGRAM, 'page.mts': PAGE };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const strict = '--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess';
  const target = '--module node16 --target es2022 --lib es2023,dom,dom.iterable,dom.asynciterable';
  const options = `--noEmit --ignoreConfig ${strict} ${target} --types`.split(' ');
  await runIn(folder, [TSC, ...options, '', ...Object.keys(files)]);
});

test('require() loads the packed SDK', () => {
  const require = createRequire(join(folder, 'program.cjs'));
  assert.equal(typeof (require('@earshot/sdk') as typeof import('@earshot/sdk')).Earshot, 'function');
});
