import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { parseId } from '../../../platform/ids.ts';
import { runJobs } from '../../../testing/jobs.ts';
import { type Json, startTestServer } from '../../../testing/server.ts';

// A server of its own, because the tests run its delayed jobs. Its mails stay in the outbox.
const server = await startTestServer();
const { call, db } = server;

interface Sent {
  recipient: string;
  subject: string;
  text_body: string;
  html_body: string;
  headers: Record<string, string>;
}

type Board = Awaited<ReturnType<typeof board>>;

async function board() {
  const project = await server.createProject('Acme');
  const { id, key, token } = project;
  const projectId = parseId('prj', id) as string;
  const verify = async (email: string) => ({ 'x-user-token': await server.signUser(project, { id: email, email }) });
  return {
    ...project,
    verify,
    /** Submits an entry, which its submitter follows if there is an address. */
    submit: async ({ email, ...body }: { title?: string; email?: string; follow?: boolean } = {}): Promise<string> => {
      const headers = email ? await verify(email) : {};
      return (await call('POST', '/v1/feedback', { key, headers, body: { title: 'Export', ...body } })).body.id;
    },
    follow: async (entry: string, ...emails: string[]) => {
      for (const email of emails)
        await call('POST', `/v1/feedback/${entry}/subscribe`, { key, headers: await verify(email), body: { email } });
    },
    comment: async (entry: string, body: object, by: object = { token }): Promise<Json> =>
      (await call('POST', `/v1/feedback/${entry}/comments`, { ...by, body })).body,
    edit: (entry: string, comment: string, body: object) =>
      call('PATCH', `/v1/feedback/${entry}/comments/${comment}`, { token, body }),
    change: (entry: string, body: object) => call('PATCH', `/v1/feedback/${entry}`, { token, body }),
    merge: (entry: string, into: string, by = token) =>
      call('POST', `/v1/feedback/${entry}/merge`, { token: by, body: { into } }),
    /** Adds a member, whose address is the one of a mailbox that can follow entries. */
    addMember: async () => {
      const member = await server.signIn();
      await call('POST', `/v1/projects/${id}/members`, { token, body: { email: member.email, role: 'member' } });
      return member;
    },
    /** Runs all jobs of events, and returns the mails of the project, without invitations, oldest first. */
    sent: async (): Promise<Sent[]> => {
      await runJobs(db, 'feedback.');
      const { rows } = await sql<Sent>`
        SELECT * FROM mails WHERE project_id = ${projectId} AND subject NOT LIKE '% added you to %' ORDER BY id`.execute(db);
      return rows;
    },
  };
}

const linksOf = ({ text_body }: Sent) => [...text_body.matchAll(/http\S+\/unsubscribe\S*/g)].map(([url]) => url);
const titles = (mails: Sent[]) => mails.map(({ recipient, subject }) => `${recipient}: ${subject}`).toSorted();

describe('replies of the team', () => {
  test('are mailed five minutes after the first one, all in one mail, in a conversation', async () => {
    const { submit, follow, comment, change, sent } = await board();
    const id = await submit({ title: 'Export <b>as</b> CSV', email: 'ada@example.com' });
    await follow(id, 'grace@example.com');
    for (const body of ['In **May**.', 'Or [June](https://acme.example).', 'See <i>this</i>.']) await comment(id, { body });
    const { rows } = await sql<{ delay: number }>`
      SELECT extract(epoch FROM start_after - created_on)::float8 / 60 AS delay FROM pgboss.job
      WHERE name = 'feedback.commented/mail-replies' AND data->'data'->>'entry_id' = ${parseId('fb', id)}`.execute(db);
    assert.deepEqual(
      rows.map(({ delay }) => Math.round(delay)),
      [5, 5, 5],
    );

    const [mail, ...others] = await sent();
    assert.deepEqual(titles([mail as Sent, ...others]), [
      'ada@example.com: 3 new replies to “Export <b>as</b> CSV”',
      'grace@example.com: 3 new replies to “Export <b>as</b> CSV”',
    ]);
    assert.match(
      mail?.text_body ?? '',
      /Acme replied to an entry that you follow:\n\n[^]*In May\.[^]*Or June[^]*See <i>this<\/i>\./,
    );
    assert.match(mail?.html_body ?? '', /<strong>May<\/strong>[^]*<hr[^]*<a href="https:\/\/acme\.example"/);
    assert.ok(!mail?.html_body.includes('<b>'));

    await comment(id, { body: 'Done.' });
    await change(id, { status: 'done' });
    const later = (await sent()).slice(2);
    assert.deepEqual(titles(later), [
      'ada@example.com: New reply to “Export <b>as</b> CSV”',
      'ada@example.com: “Export <b>as</b> CSV” is now done',
      'grace@example.com: New reply to “Export <b>as</b> CSV”',
      'grace@example.com: “Export <b>as</b> CSV” is now done',
    ]);
    for (const { headers, ...each } of await sent()) {
      assert.equal(headers['In-Reply-To'], `<${id}@127.0.0.1>`);
      assert.equal(headers.References, headers['In-Reply-To']);
      const [one, all] = linksOf(each as Sent);
      assert.equal(headers['List-Unsubscribe'], `<${one}>`);
      assert.equal(headers['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click');
      assert.match(all ?? '', /\/v1\/feedback\/unsubscribe-all\?token=/);
    }
  });

  const visitor = { key: '', visitor: '6f1c2f9a-0f0e-4b0a-9a53-2f1f0f7e9a11' };
  type Case = [name: string, act: (project: Board, id: string) => Promise<unknown>];
  const LOUD: Case = [
    'a note that becomes public',
    async ({ comment, edit }, id) => edit(id, (await comment(id, { body: 'Note', internal: true })).id, { internal: false }),
  ];
  const SILENT: Case[] = [
    ['an internal note', ({ comment }, id) => comment(id, { body: 'Psst', internal: true })],
    ['a comment of a visitor', ({ comment, key }, id) => comment(id, { body: 'Me too' }, { ...visitor, key })],
    [
      'a comment of a user',
      async ({ comment, key, verify }, id) => comment(id, { body: 'Me too' }, { key, headers: await verify('u@example.com') }),
    ],
    [
      'a reply that is deleted',
      async ({ comment, token }, id) => {
        const { id: reply } = await comment(id, { body: 'Wrong post' });
        await call('DELETE', `/v1/feedback/${id}/comments/${reply}`, { token });
      },
    ],
    [
      'a reply that becomes internal',
      async ({ comment, edit }, id) => edit(id, (await comment(id, { body: 'Oops' })).id, { internal: true }),
    ],
    [
      'a reply that is hidden',
      async ({ comment, edit }, id) => edit(id, (await comment(id, { body: 'Oops' })).id, { visibility: 'private' }),
    ],
    [
      'a reply to an entry that is hidden',
      async ({ comment, change }, id) => {
        await comment(id, { body: 'No' });
        await change(id, { visibility: 'private' });
      },
    ],
    [
      'a reply to an entry that awaits approval',
      async ({ comment, change }, id) => {
        await change(id, { visibility: 'pending' });
        await comment(id, { body: 'Please explain' });
      },
    ],
    [
      'a reply to an entry that is deleted',
      async ({ comment, token }, id) => {
        await comment(id, { body: 'Bye' });
        await call('DELETE', `/v1/feedback/${id}`, { token });
      },
    ],
  ];
  test('are mailed only if they are public then, on a public entry', async () => {
    const project = await board();
    for (const [title, act] of SILENT) await act(project, await project.submit({ title, email: 'ada@example.com' }));
    const [title, act] = LOUD;
    await act(project, await project.submit({ title, email: 'ada@example.com' }));
    assert.deepEqual(titles(await project.sent()), [`ada@example.com: New reply to “${title}”`]);
  });

  test('that are taken back leave the others in the mail', async () => {
    const { submit, comment, edit, sent } = await board();
    const id = await submit({ email: 'ada@example.com' });
    const first = await comment(id, { body: 'First' });
    for (const body of ['Second', 'Third']) await comment(id, { body });
    await edit(id, first.id, { internal: true });
    const [mail, ...others] = await sent();
    assert.deepEqual([mail?.subject, others], ['2 new replies to “Export”', []]);
    assert.match(mail?.text_body ?? '', /Second[^]*Third/);
  });

  test('are not mailed to their authors, in any spelling of the address', async () => {
    const { submit, follow, comment, addMember, email, sent } = await board();
    const member = await addMember();
    const id = await submit();
    await follow(id, email.toUpperCase(), member.email, 'ada@example.com');
    await comment(id, { body: 'By the owner' });
    await comment(id, { body: 'By the member' }, { token: member.token });
    const mails = await sent();
    const bodies = Object.fromEntries(mails.map((mail) => [mail.recipient, mail.text_body.match(/By the \w+/g)]));
    assert.deepEqual(bodies, {
      'ada@example.com': ['By the owner', 'By the member'],
      [email]: ['By the member'],
      [member.email]: ['By the owner'],
    });
  });

  test('move with a merge, and are mailed once', async () => {
    const { submit, comment, merge, sent } = await board();
    const [a, b] = [
      await submit({ title: 'A', email: 'ada@example.com' }),
      await submit({ title: 'B', email: 'bob@example.com' }),
    ];
    await comment(a, { body: 'Soon' });
    await merge(a, b);
    assert.deepEqual(titles(await sent()), [
      'ada@example.com: New reply to “B”',
      'ada@example.com: “A” was merged into “B”',
      'bob@example.com: New reply to “B”',
    ]);
  });
});

test('a changed status is not mailed to the member who changed it', async () => {
  const { submit, follow, change, email, sent } = await board();
  const id = await submit();
  await follow(id, email, 'ada@example.com');
  await change(id, { status: 'planned' });
  assert.deepEqual(titles(await sent()), ['ada@example.com: “Export” is now planned']);
});

test('mails have the name that the project gives to a status', async () => {
  const { id: projectId, token, submit, change, sent } = await board();
  const statuses = [{ status: 'planned', name: 'Up next' }];
  await call('PATCH', `/v1/projects/${projectId}`, { token, body: { settings: { feedback: { statuses } } } });
  const id = await submit({ email: 'ada@example.com' });
  await change(id, { status: 'planned' });
  const [mail] = await sent();
  assert.equal(mail?.subject, '“Export” is now Up next');
  assert.match(mail?.text_body ?? '', /changed to “Up next”/);
});

describe('merges', () => {
  test('are mailed to the followers of the merged entry, once for all merges of five minutes', async () => {
    const { submit, follow, merge, addMember, sent } = await board();
    const member = await addMember();
    const [a, b, c, target] = [
      await submit({ title: 'A' }),
      await submit({ title: 'B' }),
      await submit({ title: 'C' }),
      await submit({ title: 'Target' }),
    ];
    await follow(a, 'ada@example.com', 'both@example.com', 'all@example.com', member.email);
    await follow(b, 'bob@example.com', 'all@example.com');
    await follow(target, 'both@example.com', 'tina@example.com');
    for (const entry of [a, b]) await merge(entry, target, member.token);
    const mails = await sent();
    assert.deepEqual(titles(mails), [
      'ada@example.com: “A” was merged into “Target”',
      'all@example.com: Merged into “Target”',
      'bob@example.com: “B” was merged into “Target”',
      'both@example.com: “A” was merged into “Target”',
    ]);
    const all = mails.find(({ recipient }) => recipient === 'all@example.com');
    assert.match(all?.text_body ?? '', /2 entries that you follow on Acme[^]*• A\n\n• B/);
    assert.equal(all?.headers.References, `<${target}@127.0.0.1>`);

    // A later merge has a mail of its own, and unsubscribing ends the subscription at the target.
    await follow(c, 'all@example.com');
    await merge(c, target);
    assert.deepEqual(titles((await sent()).slice(4)), ['all@example.com: “C” was merged into “Target”']);
  });

  test('are told through chains, each person once', async () => {
    const { submit, follow, merge, sent } = await board();
    const [a, b, c] = [await submit({ title: 'A' }), await submit({ title: 'B' }), await submit({ title: 'C' })];
    await follow(a, 'ada@example.com');
    await follow(b, 'bob@example.com');
    await merge(a, b);
    await merge(b, c);
    assert.deepEqual(titles(await sent()), [
      'ada@example.com: “A” was merged into “C”',
      'bob@example.com: “B” was merged into “C”',
    ]);
  });

  const CASES: [
    name: string,
    act: (project: Board, entries: { a: string; b: string }) => Promise<unknown>,
    expected: string[],
  ][] = [
    [
      'into a private entry are not mailed',
      async ({ change, merge }, { a, b }) => {
        await change(b, { visibility: 'private' });
        await merge(a, b);
      },
      [],
    ],
    [
      'that are undone are not mailed',
      async ({ merge, token }, { a, b }) => {
        await merge(a, b);
        await call('POST', `/v1/feedback/${a}/unmerge`, { token });
      },
      [],
    ],
    [
      'of an entry that awaits approval do not repeat its title',
      async ({ change, merge }, { a, b }) => {
        await change(a, { visibility: 'pending' });
        await merge(a, b);
      },
      ['ada@example.com: Merged into “B”'],
    ],
    [
      'into an entry that is deleted are not mailed',
      async ({ merge, token }, { a, b }) => {
        await merge(a, b);
        await call('DELETE', `/v1/feedback/${b}`, { token });
      },
      [],
    ],
  ];
  for (const [name, act, expected] of CASES)
    test(name, async () => {
      const project = await board();
      const a = await project.submit({ title: 'A', email: 'ada@example.com' });
      await act(project, { a, b: await project.submit({ title: 'B' }) });
      assert.deepEqual(titles(await project.sent()), expected);
    });
});

describe('unsubscribing from all feedback emails', () => {
  const oneClick = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'List-Unsubscribe=One-Click' };

  test('ends all subscriptions of the project; later ones need a request', async () => {
    const { key, id: projectId, token, submit, follow, change, verify, sent } = await board();
    const ada = 'ada@example.com';
    const [a, b] = [await submit({ email: ada }), await submit()];
    await follow(b, ada, 'grace@example.com');
    await change(a, { status: 'planned' });
    const [mail] = await sent();
    const [, link = ''] = linksOf(mail as Sent);
    const page = await call('GET', link);
    assert.match(page.body, /<h1>Unsubscribe from all feedback emails\?<\/h1>[^]*any entry on Acme[^]*<button>Unsubscribe/);
    for (let again = 0; again < 2; again++) assert.deepEqual((await call('POST', link, oneClick)).body, { ok: true });
    for (const entry of [a, b]) await change(entry, { status: 'done' });
    assert.deepEqual(titles((await sent()).slice(1)), ['grace@example.com: “Export” is now done']);

    // Neither a submission nor an unverified request of someone else subscribes the address again.
    const silent = await submit({ email: 'Ada@Example.com' });
    await call('POST', `/v1/feedback/${b}/subscribe`, { key, body: { email: ada } });
    for (const entry of [silent, b]) await change(entry, { status: 'in_progress' });
    assert.deepEqual(titles((await sent()).slice(2)), [
      'ada@example.com: Confirm your subscription to Acme',
      'grace@example.com: “Export” is now in progress',
    ]);

    const asked = await submit({ email: ada, follow: true });
    const following = await submit({ email: ada });
    const declined = await submit({ email: ada, follow: false });
    for (const entry of [asked, following, declined]) await change(entry, { status: 'declined' });
    assert.equal((await sent()).filter(({ subject }) => subject.endsWith('declined')).length, 2);
    const { body } = await call('POST', `/v1/projects/${projectId}/people/export`, { token, body: { email: ada } });
    assert.deepEqual(body.feedback_opt_outs, []);
    assert.ok(await verify(ada));
  });

  test('is undone by the link of a confirmation mail, and is exported until then', async () => {
    const { key, id: projectId, token, submit, follow, change, sent } = await board();
    const [a, b] = [await submit(), await submit({ title: 'Other' })];
    await follow(a, 'ada@example.com');
    await change(a, { status: 'planned' });
    await call('POST', linksOf((await sent())[0] as Sent)[1] ?? '', oneClick);
    const exported = async () =>
      (await call('POST', `/v1/projects/${projectId}/people/export`, { token, body: { email: 'Ada@example.com' } })).body
        .feedback_opt_outs;
    assert.equal((await exported())[0].email, 'ada@example.com');
    await call('POST', `/v1/feedback/${b}/subscribe`, { key, body: { email: 'ada@example.com' } });
    const [, confirmation] = await sent();
    await call('POST', /http\S+\/confirm\?token=\S+/.exec(confirmation?.text_body ?? '')?.[0] ?? '');
    assert.deepEqual(await exported(), []);
    await change(await submit({ email: 'ada@example.com' }), { status: 'done' });
    assert.equal((await sent()).at(-1)?.subject, '“Export” is now done');
  });

  test('requires its own link', async () => {
    const { submit, change, sent } = await board();
    await change(await submit({ email: 'ada@example.com' }), { status: 'done' });
    const [one = '', all = ''] = linksOf((await sent())[0] as Sent);
    for (const url of [
      one.replace('/unsubscribe?', '/unsubscribe-all?'),
      `${all}x`,
      all.slice(0, -5),
      all.slice(0, all.lastIndexOf('.')),
    ])
      for (const method of ['GET', 'POST']) assert.equal((await call(method, url)).status, 404, url);
    assert.equal((await call('POST', all.slice(0, all.indexOf('?')))).status, 400);
    assert.match((await call('POST', all, { headers: { accept: 'text/html' } })).body, /<h1>Unsubscribed<\/h1>/);
  });
});
