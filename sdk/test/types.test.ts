import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

// Next to the package, so that its name is resolved.
const folder = mkdtempSync(fileURLToPath(new URL('types-', import.meta.url)));
after(() => rmSync(folder, { recursive: true }));

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

test('the built types pass a strict check in ES modules and in CommonJS', () => {
  const files = ['mts', 'cts'].map((type) => `${folder}/program.${type}`);
  for (const file of files) writeFileSync(file, PROGRAM);
  const options =
    '--noEmit --ignoreConfig --strict --exactOptionalPropertyTypes --module node16 --target es2022 --lib es2023,dom,dom.iterable,dom.asynciterable --types';
  const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
  const { stdout, status } = spawnSync(tsc, [...options.split(' '), '', ...files], { encoding: 'utf8' });
  assert.equal(stdout, '');
  assert.equal(status, 0);
});

test('require() loads the package', () => {
  assert.equal(typeof (createRequire(import.meta.url)('@earshot/sdk') as typeof import('@earshot/sdk')).Earshot, 'function');
});
