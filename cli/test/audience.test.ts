import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sharedTestServer } from '@earshot/server/testing/server';
import { until } from '@earshot/server/testing/until';
import { createEnvironment, runSuccessfully, runWith } from './processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'earshot-cli-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const server = await sharedTestServer();
const acme = await server.createProject();
const env = { ...createEnvironment(folder), EARSHOT_URL: server.url, EARSHOT_TOKEN: acme.token, EARSHOT_PROJECT: acme.slug };
const earshot = (...args: string[]) => runSuccessfully(env, ...args);

test('broadcasts are previewed, sent to those who match, listed and resumed', async () => {
  await server.call('POST', '/v1/waitlist', { key: acme.key, body: { email: 'ada@example.com' } });
  const news = ['--subject', 'We open', '--body', 'Thank **you**.'];
  assert.match(await earshot('waitlist', 'broadcast', 'preview', ...news), /^1 recipient\n\nWe open\n\n[\s\S]*Thank you\./);
  assert.match(
    (await runWith(env, 'waitlist', 'broadcast', 'send', ...news, '--status', 'joined', '--yes')).stderr,
    /Nobody matches the filters/,
  );
  const broadcast = await earshot('waitlist', 'broadcast', 'send', ...news, '--status', 'waiting', '--yes');
  assert.match(broadcast, /^wbr_/);
  await until(async () => (await earshot('waitlist', 'broadcast', 'list', '--jq', '.[0].status')) === 'sent');
  assert.match(await earshot('waitlist', 'broadcast', 'list'), /^wbr_\w+\tWe open\tsent\t1\t/);
  assert.equal(await earshot('waitlist', 'broadcast', 'resume', broadcast), broadcast);
});

test('testimonials are collected', async () => {
  const said = { author_name: 'Ada', content: 'It works.', rating: 5 };
  const { body: testimonial } = await server.call('POST', '/v1/testimonials', { key: acme.key, body: said });
  await earshot('testimonial', 'approve', testimonial.id);
  const agencies = await earshot('testimonial', 'collection', 'create', 'Agencies');
  assert.equal(await earshot('testimonial', 'collection', 'add', 'agencies', testimonial.id), agencies);
  assert.match(await earshot('testimonial', 'collection', 'list'), /^tcl_\w+\tagencies\tAgencies\t1\t5\thttp/);
  assert.equal(await earshot('testimonial', 'collection', 'add', 'agencies', testimonial.id, '--remove'), agencies);
  assert.equal(await earshot('testimonial', 'collection', 'edit', agencies, '--slug', 'partners'), agencies);
  assert.match(
    (await runWith(env, 'testimonial', 'list', '--collection', 'agencies')).stderr,
    /Collection of testimonials not found/,
  );
  assert.match(
    (await runWith(env, 'testimonial', 'collection', 'add', 'gone', testimonial.id)).stderr,
    /Collection gone not found/,
  );
  assert.equal(await earshot('testimonial', 'collection', 'delete', 'partners', '--yes'), agencies);
});
