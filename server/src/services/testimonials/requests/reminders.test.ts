import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createPeople } from '../../../instance/directory/fixtures/people.ts';
import { formatId, newId, parseId } from '../../../platform/ids.ts';
import { runScheduled } from '../../../testing/jobs.ts';
import { type Json, sharedTestServer } from '../../../testing/server.ts';
import { mayBeReminded } from './reminders-store.ts';

const server = await sharedTestServer();
const { call, db } = server;
const QUESTIONS = ['What changed?', 'Who is it for?', '1 < 2?'];

/** Creates a project with a rule that asks three questions and reminds after a week, and people who were asked some days ago. */
async function createAsked(days: Record<string, number>) {
  const acme = await createPeople(server);
  const { token, query } = acme;
  const projectId = parseId('prj', acme.id) as string;
  const { body: rule } = await call('POST', '/v1/testimonials/rules', {
    token,
    query,
    body: { name: 'Helped', trigger: 'answer_helpful', channel: 'mail', questions: QUESTIONS, reminder_days: 7 },
  });
  const plant = async (user: string, daysAgo: number, status = 'open'): Promise<string> => {
    const id = newId();
    await sql`
      INSERT INTO testimonial_requests (project_id, id, rule_id, channel, identity_kind, identity, status, questions, created_at)
      VALUES (${projectId}, ${id}, ${parseId('trl', rule.id)}, 'mail', 'user_id', ${user}, ${status}, ${QUESTIONS},
        now() - make_interval(days => ${daysAgo}))`.execute(db);
    return id;
  };
  const requests: Record<string, string> = {};
  for (const [user, ago] of Object.entries(days)) {
    await acme.put(user, { email: `${user}@example.com`, name: user });
    requests[user] = await plant(user, ago);
  }
  return {
    ...acme,
    projectId,
    rule,
    plant,
    requests,
    reminders: async () => {
      const { rows } = await sql<{ recipient: string; subject: string; text_body: string }>`
        SELECT recipient, subject, text_body FROM mails WHERE project_id = ${projectId} AND cause LIKE 'testimonial.reminder:%'
        ORDER BY recipient`.execute(db);
      return rows;
    },
    change: (body: object) => call('PATCH', `/v1/testimonials/rules/${rule.id}`, { token, body }),
  };
}

test('one reminder goes to people who neither answered nor declined', async () => {
  const acme = await createAsked({ ada: 8, bob: 6, cid: 8, dan: 8, eve: 20, fay: 8, gus: 8 });
  await acme.plant('cid', 300, 'declined');
  const praise = { author_name: 'Dan', author_email: 'dan@example.com', content: 'Good', rating: 5 };
  await call('POST', '/v1/testimonials', { key: acme.key, body: praise });
  await call('POST', `/v1/projects/${acme.id}/people/erase`, { token: acme.token, body: { email: 'fay@example.com' } });
  // The first email to Gus was over the daily limit of his mailbox.
  await sql`
    INSERT INTO mails (project_id, id, cause, recipient, mailbox, subject, text_body, html_body, status)
    VALUES (${acme.projectId}, ${newId()}, ${`testimonial.request:${acme.requests.gus as string}`}, 'gus@example.com', 'gus@example.com', '', '', '',
      'suppressed')`.execute(db);
  const remind = () => runScheduled(db, 'testimonials.remind');
  await acme.change({ enabled: false });
  await remind();
  assert.deepEqual(await acme.reminders(), [], 'a paused rule reminds nobody');
  await acme.change({ enabled: true });
  await remind();
  await remind();
  const [toAda, ...others] = await acme.reminders();
  assert.deepEqual(
    [toAda?.recipient, toAda?.subject, others.length],
    ['ada@example.com', 'Reminder: how do you like People?', 0],
  );
  const { data } = (await call('GET', '/v1/testimonials/requests', { token: acme.token, query: acme.query })).body;
  assert.deepEqual(
    data.filter(({ reminded_at: time }: Json) => time).map(({ id }: Json) => id),
    [formatId('trq', acme.requests.ada as string)],
  );
  const { body: preview } = await call('GET', `/v1/testimonials/rules/${acme.rule.id}/preview`, { token: acme.token });
  assert.deepEqual([preview.mail.subject, preview.reminder.subject], ['How do you like People?', toAda?.subject]);

  // The mail is checked again when it is sent.
  const may = () => mayBeReminded(db, acme.projectId, acme.requests.ada as string);
  assert.equal(await may(), true);
  const stop = /(\/v1\/testimonials\/requests\/stop\?token=[\w.-]+)/.exec(toAda?.text_body ?? '')?.[1] ?? '';
  await call('POST', stop);
  assert.equal(await may(), false);
  await call('DELETE', `/v1/testimonials/rules/${acme.rule.id}`, { token: acme.token });
  assert.equal(await mayBeReminded(db, acme.projectId, acme.requests.bob as string), false, 'withdrawn');
});

test('a person is reminded in the language of earlier emails, if it is known', async () => {
  const acme = await createAsked({ ada: 8, bob: 8, cid: 8 });
  const headers = { 'accept-language': 'fr' };
  await call('POST', '/v1/waitlist', { key: acme.key, headers, body: { email: 'Ada@example.com' } });
  await call('POST', '/v1/waitlist', { key: acme.key, headers, body: { email: 'bob@example.com' } });
  await sql`
    INSERT INTO changelog_subscribers (project_id, email, language, confirmed_at)
    VALUES (${acme.projectId}, 'bob@example.com', 'de', now())`.execute(db);
  await runScheduled(db, 'testimonials.remind');
  assert.deepEqual(
    (await acme.reminders()).map(({ subject, text_body }) => [
      subject,
      /\/answer\?token=[\w.-]+(?:&lang=(\w+))?/.exec(text_body)?.[1],
    ]),
    [
      ['Rappel : que pensez-vous de People ?', 'fr'],
      ['Erinnerung: Wie gefällt dir People?', 'de'],
      ['Reminder: how do you like People?', undefined],
    ],
  );
});

test('answers to questions become one text, which the person edits, and are kept for the team', async () => {
  const acme = await createAsked({ ada: 8 });
  await runScheduled(db, 'testimonials.remind');
  const [mail] = await acme.reminders();
  const link = /(\/v1\/testimonials\/requests\/answer\?token=[\w.-]+)/.exec(mail?.text_body ?? '')?.[1] ?? '';
  const page = String((await call('GET', link)).body);
  assert.deepEqual([page.includes('1 &lt; 2?'), page.includes('name="rating"')], [true, false]);
  const send = (url: string, fields: [string, string][]) =>
    fetch(server.url + url, { method: 'POST', headers: { accept: 'text/html' }, body: new URLSearchParams(fields) });
  const answers: [string, string][] = [
    ['answers', 'It saves\r\nan hour.'],
    ['answers', '  '],
    ['answers', 'Yes "sure"'],
  ];
  const draft = await (await send(link.replace('/answer', '/draft'), answers)).text();
  assert.match(draft, /The team also receives your answers\./);
  assert.match(draft, />\nIt saves\nan hour\.\n\nYes &quot;sure&quot;<\/textarea>/);
  assert.match(draft, /<form method="post" action="answer\?token=[\w.-]+">/);
  const form: [string, string][] = [
    ...answers,
    ['content', 'It saves an hour.'],
    ['rating', '5'],
    ['author_name', 'Ada'],
    ['consent', 'yes'],
  ];
  assert.equal((await send(link, [...form, ['answers', 'One too many']])).status, 400);
  assert.equal((await send(link, form)).status, 200);
  assert.equal((await send(link.replace('/answer', '/draft'), answers)).status, 404);

  const { token, query, key } = acme;
  const read = async (who: object) => (await call('GET', '/v1/testimonials', who)).body.data[0];
  const written = await read({ token, query });
  assert.deepEqual(
    [written.content, written.answers],
    [
      'It saves an hour.',
      [
        { question: 'What changed?', answer: 'It saves\nan hour.' },
        { question: '1 < 2?', answer: 'Yes "sure"' },
      ],
    ],
  );
  await call('PATCH', `/v1/testimonials/${written.id}`, { token, body: { status: 'approved' } });
  assert.equal('answers' in (await read({ key })), false);
  const { body } = await call('POST', `/v1/projects/${acme.id}/people/export`, { token, body: { email: 'ada@example.com' } });
  assert.equal(body.testimonials[0].answers.length, 2);
});

test('questions and reminders of rules are checked', async () => {
  const { change } = await createAsked({});
  for (const [body, path] of [
    [{ channel: 'widget' }, 'reminder_days'],
    [{ reminder_days: 0 }, 'reminder_days'],
    [{ questions: Array.from({ length: 6 }, (_, index) => `Question ${index}`) }, 'questions'],
    [{ questions: ['Why?', 'Why?'] }, 'questions'],
    [{ questions: [' '] }, 'questions[0]'],
  ] as const)
    assert.equal((await change(body)).body.fields[0].path, path);
  const { body } = await change({ channel: 'widget', reminder_days: null });
  assert.deepEqual([body.questions, body.reminder_days], [QUESTIONS, null]);
});
