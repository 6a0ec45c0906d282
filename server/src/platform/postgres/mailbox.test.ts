import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEmail, spellEmail, toMailboxKey } from '@earshot/contract/shared/mailbox';
import fc from 'fast-check';
import { randomRuns } from '../../testing/long.ts';
import { sql } from 'kysely';
import { openBefore } from './fixtures/before-migration.ts';
import { newId } from '../ids.ts';
import { mailboxKey } from './mailbox.ts';
import { migrate } from './migrate.ts';

const LETTERS = ['a', 'B', 'k', 'ü', 'U\u0308', 'ß', 'ẞ', 'é', 'İ', 'ı', 'Σ', 'ς', 'д', 'Ж', '例', 'ｱ', 'Ａ', '\u212A', '1', '-'];
const label = fc.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 12 }).map((letters) => letters.join(''));
const address = fc
  .tuple(
    label,
    fc.constantFrom('@', '＠'),
    label,
    fc.constantFrom('.', '。', '．'),
    fc.constantFrom('example', 'EXAMPLE', '公司', 'xn--55qx5d'),
  )
  .map((parts) => parts.join(''))
  .filter(isEmail);

test('the spelling of an address has itself as spelling, and its key, and is the same for all forms of Unicode', () => {
  fc.assert(
    fc.property(address, (text) => {
      const spelling = spellEmail(text);
      assert.equal(spellEmail(spelling), spelling);
      assert.equal(toMailboxKey(spelling), toMailboxKey(text));
      assert.equal(toMailboxKey(toMailboxKey(text)), toMailboxKey(text));
      for (const form of [text.normalize('NFD'), text.normalize('NFC')]) assert.equal(toMailboxKey(form), toMailboxKey(text));
    }),
    randomRuns(100, 10_000),
  );
});

test('the migration spells addresses like the server, and SQL folds their keys like it', async () => {
  const db = await openBefore('0003_mailboxes');
  const addresses = [
    // The small letter of a capital sigma depends on its place in a word: here the SQL has no rule.
    ...fc.sample(address, { numRuns: 300, seed: 7 }).filter((email) => !email.includes('Σ')),
    'Ada@Example.com',
    'info@xn--mnchen-3ya.example',
    'x@xn--fsqu00a.xn--55qx5d',
    'x@xn--mgba3gch31f060k.com',
    'x@xn--ls8h.la',
    'x@xn--egbpdaj6bu4bxfgehfvwxn.example',
    'x@xn--ihqwcrb4cv8a8dqg056pqjye.example',
    'x@xn--a.example',
    'x@xn--.example',
    'not an address ü',
  ];
  const rows = addresses.map((email) => ({ id: newId(), email }));
  await sql`INSERT INTO users (id, issuer, subject, email)
    SELECT id, 'x', id, email FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (id uuid, email text)`.execute(db);
  await migrate(db);
  const { rows: found } = await sql<{ id: string; email: string; key: string }>`
    SELECT id, email, ${mailboxKey(sql`email`)} AS key FROM users`.execute(db);
  const keys = new Map(found.map(({ id, key }) => [id, key]));
  for (const { id, email } of rows) if (isEmail(email)) assert.equal(keys.get(id), toMailboxKey(email), JSON.stringify(email));
  assert.ok(
    found.some(({ email }) => email === 'Ada@Example.com'),
    'ASCII addresses stay as they are',
  );
  assert.ok(found.some(({ email }) => email === 'not an address ü'));
});

test('rows that become one mailbox are merged or kept, and none is lost', async () => {
  const db = await openBefore('0003_mailboxes');
  const [project, entry] = [newId(), newId()];
  const spellings = [
    'INFO@münchen.example',
    'info@xn--mnchen-3ya.example',
    'ｉｎｆｏ@münchen.example',
    'info@mu\u0308nchen.example',
  ];
  const key = 'info@münchen.example';
  await sql`INSERT INTO projects (id, name, slug) VALUES (${project}, 'Acme', 'acme')`.execute(db);
  await sql`
    INSERT INTO feedback_entries (project_id, id, number, type, title, description, visibility, status, trend, submitter_email, search, created_at, updated_at)
    VALUES (${project}, ${entry}, 1, 'bug', 'Export', '', 'public', 'new', 0, ${spellings[1]}, '', now(), now())`.execute(db);
  for (const [index, email] of spellings.entries()) {
    const lower = email.toLowerCase();
    const at = new Date(Date.UTC(2026, 0, 1 + index));
    await sql`INSERT INTO users (id, email, created_at) VALUES (${newId()}, ${email}, ${at})`.execute(db);
    await sql`INSERT INTO users (id, issuer, subject, email, created_at) VALUES (${newId()}, 'account', ${lower}, ${email}, ${at})`.execute(
      db,
    );
    await sql`INSERT INTO feedback_subscribers (project_id, entry_id, email, origin_id, confirmed_at, created_at)
      VALUES (${project}, ${entry}, ${lower}, ${entry}, ${index === 2 ? at : null}, ${at})`.execute(db);
    await sql`INSERT INTO changelog_subscribers (project_id, email, confirmed_at, created_at)
      VALUES (${project}, ${lower}, ${index === 1 ? at : null}, ${at})`.execute(db);
    await sql`
      INSERT INTO waitlist_entries (project_id, id, number, email, email_key, referral_code, search, created_at, updated_at)
      VALUES (${project}, ${newId()}, ${index}, ${email}, ${lower}, ${`code${index}`}, '', now(), now())`.execute(db);
    await sql`INSERT INTO feedback_votes (project_id, entry_id, voter, origin_id, value, voter_email, created_at)
      VALUES (${project}, ${entry}, ${`eml:${lower}`}, ${entry}, 1, ${email}, ${at})`.execute(db);
    await sql`INSERT INTO feedback_history (project_id, id, entry_id, field, new, created_at)
      VALUES (${project}, ${newId()}, ${entry}, 'vote_on_behalf', ${JSON.stringify({ name: null, email })}::jsonb, now())`.execute(
      db,
    );
    await sql`INSERT INTO mails (project_id, id, cause, recipient, mailbox, subject, text_body, html_body)
      VALUES (${project}, ${newId()}, 'one', ${email}, ${lower}, '', '', '')`.execute(db);
  }
  await migrate(db);
  const count = async (table: string, column: string) => {
    const { rows } = await sql<{ one: number; all: number }>`
      SELECT count(*) FILTER (WHERE ${mailboxKey(sql.ref(column))} = ${key})::int AS one, count(*)::int AS all FROM ${sql.table(table)}`.execute(
      db,
    );
    return [rows[0]?.one, rows[0]?.all];
  };
  assert.deepEqual(
    {
      feedback_subscribers: await count('feedback_subscribers', 'email'),
      changelog_subscribers: await count('changelog_subscribers', 'email'),
      waitlist_entries: await count('waitlist_entries', 'email'),
      waitlist_keys: await count('waitlist_entries', 'email_key'),
      votes: await count('feedback_votes', 'voter_email'),
      mails: await count('mails', 'recipient'),
      entries: await count('feedback_entries', 'submitter_email'),
    },
    {
      feedback_subscribers: [1, 1],
      changelog_subscribers: [1, 1],
      waitlist_entries: [4, 4],
      waitlist_keys: [1, 4],
      votes: [4, 4],
      mails: [4, 4],
      entries: [1, 1],
    },
  );
  const { rows } = await sql`
    SELECT (SELECT confirmed_at IS NOT NULL FROM feedback_subscribers) AS follows,
      (SELECT confirmed_at IS NOT NULL FROM changelog_subscribers) AS subscribed,
      (SELECT count(*)::int FROM users WHERE issuer IS NULL AND email = ${'INFO@münchen.example'}) AS invited,
      (SELECT count(*)::int FROM users WHERE issuer IS NULL) AS invitations,
      (SELECT count(*)::int FROM users WHERE subject = ${key}) AS accounts,
      (SELECT count(*)::int FROM users WHERE issuer = 'account' AND ${mailboxKey(sql`email`)} = ${key}) AS users,
      (SELECT count(*)::int FROM feedback_votes WHERE voter = ${`eml:${key}`}) AS voters,
      (SELECT count(*)::int FROM feedback_history WHERE ${mailboxKey(sql`(new->>'email')`)} = ${key}) AS history,
      (SELECT count(DISTINCT cause)::int FROM mails) AS causes`.execute(db);
  assert.deepEqual(rows, [
    { follows: true, subscribed: true, invited: 1, invitations: 4, accounts: 1, users: 4, voters: 1, history: 4, causes: 4 },
  ]);
});
