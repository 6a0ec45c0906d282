import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startReceiver } from '../../testing/receiver.ts';
import { type Json, sharedTestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

const server = await sharedTestServer();
const { call } = server;

/** A project whose events go to a receiver. */
async function setUp(options: object = {}) {
  const project = await server.createProject();
  const { id, key, token } = project;
  const receiver = await startReceiver();
  const { body: webhook } = await call('POST', '/v1/webhooks', {
    token,
    query: { project_id: id },
    body: { url: receiver.url, ...options },
  });
  return {
    ...project,
    receiver,
    submit: async (body: object = {}) =>
      (await call('POST', '/v1/testimonials', { key, body: { author_name: 'Ada', content: 'Good', rating: 5, ...body } })).body,
    update: (testimonial: string, body: object) => call('PATCH', `/v1/testimonials/${testimonial}`, { token, body }),
    /** Returns the recorded events, oldest first. Deliveries are written in the transaction of the change. */
    recorded: async () => {
      const { body } = await call('GET', `/v1/webhooks/${webhook.id}/deliveries`, { token, query: { limit: 100 } });
      return body.data.map(({ type }: Json) => type).toReversed() as string[];
    },
    /** Returns the received events by type. */
    told: (type: string) =>
      until(() => receiver.received.map(({ body }) => JSON.parse(body)).find((event) => event.type === type)),
  };
}

const given = {
  author_email: 'ada@example.com',
  author_title: 'Countess',
  author_company: 'Engines',
  author_avatar_url: 'https://example.com/ada.png',
  consent: { text: 'Show it.', version: '1' },
};
const { consent, ...author } = given;

test('submission, approval and rejection send events without personal data', async () => {
  const { submit, update, told, recorded } = await setUp();
  const testimonial = await submit(given);
  const { author_name: _n, author_title: _t, author_company: _c, author_avatar_url: _a, ...shown } = testimonial;
  const submitted = await told('testimonial.submitted');
  assert.deepEqual([submitted.data, submitted.changes], [shown, undefined]);

  await update(testimonial.id, { status: 'approved', featured: true });
  const approved = await told('testimonial.approved');
  assert.deepEqual([approved.data.id, approved.data.status, approved.data.featured], [testimonial.id, 'approved', true]);
  assert.deepEqual(approved.changes, [{ field: 'status', old: 'pending', new: 'approved' }]);

  await update(testimonial.id, { status: 'rejected' });
  const rejected = await told('testimonial.rejected');
  assert.deepEqual(rejected.changes, [{ field: 'status', old: 'approved', new: 'rejected' }]);
  for (const event of [submitted, approved, rejected])
    assert.ok(!/Ada|ada@|Countess|Engines|ada\.png|Show it/.test(JSON.stringify(event)), event.type);

  await update(testimonial.id, { status: 'pending' });
  await update(testimonial.id, { featured: false });
  assert.deepEqual(await recorded(), ['testimonial.submitted', 'testimonial.approved', 'testimonial.rejected']);
});

test('endpoints with personal data receive the author', async () => {
  const { submit, told } = await setUp({ include_personal_data: true });
  const testimonial = await submit(given);
  const { data } = await told('testimonial.submitted');
  assert.deepEqual(data, { ...testimonial, ...author, consent: { ...consent, agreed_at: testimonial.created_at } });
});

test('repeated or concurrent approvals send one event', async () => {
  const { submit, update, recorded } = await setUp();
  const { id } = await submit();
  const answers = await Promise.all(Array.from({ length: 10 }, () => update(id, { status: 'approved' })));
  assert.deepEqual([...new Set(answers.map(({ body }) => body.status))], ['approved']);
  await update(id, { status: 'approved' });
  assert.deepEqual(await recorded(), ['testimonial.submitted', 'testimonial.approved']);
});

test('concurrent submissions send one event each, honeypot submissions none', async () => {
  const { submit, recorded } = await setUp();
  await Promise.all(Array.from({ length: 25 }, () => submit()));
  await submit({ website: 'https://spam.example', author_email: 'spam@example.com' });
  assert.deepEqual(await recorded(), Array(25).fill('testimonial.submitted'));
});

test('concurrent approval and rejection end in one state, and the events agree', async () => {
  const { key, submit, update, recorded, receiver } = await setUp({ types: ['testimonial.approved', 'testimonial.rejected'] });
  const { id } = await submit();
  await Promise.all(Array.from({ length: 8 }, (_, index) => update(id, { status: index % 2 ? 'approved' : 'rejected' })));
  const { body } = await call('GET', '/v1/testimonials/summary', { key });
  const events = (await recorded()).length;
  await until(() => receiver.received.length === events);
  const steps = receiver.received.flatMap(({ body: event }) => JSON.parse(event).changes as { old: string; new: string }[]);
  // Independent of the order of arrival: the final state is the one that was entered more often than left.
  const stays = (status: string) =>
    steps.filter((step) => step.new === status).length - steps.filter((step) => step.old === status).length;
  assert.deepEqual(['pending', 'approved', 'rejected'].map(stays), body.count === 1 ? [-1, 1, 0] : [-1, 0, 1]);
});

test('edits send no second decision event', async () => {
  const { submit, update, recorded } = await setUp();
  const { id } = await submit();
  for (const status of ['approved', 'rejected']) {
    await update(id, { status });
    await update(id, { featured: status === 'approved', tags: [status] });
    await update(id, { status, author_title: status });
  }
  assert.deepEqual(await recorded(), ['testimonial.submitted', 'testimonial.approved', 'testimonial.rejected']);
});
