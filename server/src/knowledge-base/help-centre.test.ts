import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startTestServer } from '../testing/server.ts';
import { ENGLISH, GERMAN, JAPANESE } from './fixtures/help-centre.ts';

// What people type, and the article that must come first.

const server = await startTestServer();
const { id: project, token, key } = await server.createProject();

async function createIndex(
  name: string,
  language: string,
  articles: { name: string; content: string }[],
  synonyms: string[][] = [],
) {
  const { body: index } = await server.call('POST', '/v1/indexes', {
    token,
    query: { project_id: project },
    body: { name, language, synonyms },
  });
  const documents = articles.map((article) => ({
    content: article.content,
    external_id: article.name,
    metadata: { name: article.name },
  }));
  const { body } = await server.call('POST', `/v1/indexes/${index.id}/documents/batch`, { token, body: { documents } });
  assert.ok(body.results.every(({ ok }: { ok: boolean }) => ok));
  return index.id as string;
}

const english = await createIndex('English', 'en', ENGLISH, [
  ['sso', 'single sign-on'],
  ['money back', 'refund'],
]);
const german = await createIndex('Deutsch', 'de', GERMAN);
const japanese = await createIndex('日本語', 'ja', JAPANESE);

const search = async (index: string, query: string, options: object = {}) =>
  (await server.call('POST', `/v1/indexes/${index}/search`, { key, body: { query, ...options } })).body;
const namesIn = ({ results }: { results: { metadata: { name: string } }[] }) => results.map(({ metadata }) => metadata.name);

type Case = [query: string, first: string];

const CASES: Record<string, [index: string, cases: Case[]]> = {
  'names with hyphens, codes and versions': [
    english,
    [
      ['adapter-static', 'adapter-static'],
      ['adapter-node', 'adapter-node'],
      ['adapter static', 'adapter-static'],
      ['adapterstatic', 'adapter-static'],
      ['ERR_4021', 'payment-failed'],
      ['err 4022', 'payment-failed'],
      ['ERR-4030', 'payment-failed'],
      ['4021', 'payment-failed'],
      ['v2.3.1', 'release-2-3-1'],
      ['v2.3.0', 'release-2-3-0'],
      ['2.3.1', 'release-2-3-1'],
      ['ISO 8601', 'export'],
      ['webhook-signature', 'webhooks'],
      ['429', 'api-keys'],
      ['2FA', 'two-factor'],
      ['2fa lost phone', 'two-factor'],
      ['SAML 2.0', 'sso'],
    ],
  ],
  'words while they are typed': [
    english,
    [
      ['dar', 'dark-mode'],
      ['exp', 'export'],
      ['webh', 'webhooks'],
      ['webhoo', 'webhooks'],
      ['passw', 'password'],
      ['reset pas', 'password'],
      ['recur', 'recurring'],
      ['recurring inv', 'recurring'],
      ['refu', 'refunds'],
      ['appeara', 'dark-mode'],
      ['two-fac', 'two-factor'],
      ['adapter-st', 'adapter-static'],
    ],
  ],
  'typing errors': [
    english,
    [
      ['pasword', 'password'],
      ['passowrd', 'password'],
      ['recuring invoices', 'recurring'],
      ['wehbooks', 'webhooks'],
      ['refunda', 'refunds'],
      ['authentcation app', 'two-factor'],
      ['spreadhseet', 'import'],
      ['invtie', 'invite'],
      ['appearence', 'dark-mode'],
      ['cancelation', 'refunds'],
      ['darkmode', 'dark-mode'],
      ['xport csv', 'export'],
    ],
  ],
  'inflections and other words for it': [
    english,
    [
      ['refund', 'refunds'],
      ['exporting', 'export'],
      ['invited colleague', 'invite'],
      ['imported', 'import'],
      ['cancelling', 'refunds'],
      ['SSO', 'sso'],
      ['money back', 'refunds'],
      ['paying with card', 'payment-failed'],
    ],
  ],
  'whole questions': [
    english,
    [
      ['how do I get my money back?', 'refunds'],
      ['I forgot my password and the mail does not come', 'password'],
      ['Can I export all of my data at once?', 'export'],
      ['why was my card declined', 'payment-failed'],
      ['how many requests per second may I send to the API', 'api-keys'],
      ['what does the business plan cost', 'plans'],
      ['how can my customers in France be invoiced without VAT', 'tax'],
      ['where do I find the recovery codes', 'two-factor'],
    ],
  ],
  'quotes and what is left out': [
    english,
    [
      ['"reverse charge"', 'tax'],
      ['"reverse proxy"', 'adapter-node'],
      ['“release notes” paused', 'release-2-3-1'],
      ['„scans receipts“', 'release-2-3-0'],
      ['adapter -static', 'adapter-node'],
      ['release notes -webhook', 'release-2-3-0'],
      ['reverse -proxy', 'tax'],
    ],
  ],
  German: [
    german,
    [
      ['Passwort', 'passwort'],
      ['passwort zurucksetzen', 'passwort'],
      ['Passwörter', 'passwort'],
      ['Rechnung', 'rechnungen'],
      ['groessere Beträge', 'rechnungen'],
      ['grössere beträge', 'rechnungen'],
      ['Mahnung', 'mahnungen'],
      ['überfällige Rechnung', 'mahnungen'],
      ['ueberfaellig', 'mahnungen'],
      ['uberfallig', 'mahnungen'],
      ['kündigen', 'kuendigen'],
      ['kundigen', 'kuendigen'],
      ['Kündigung', 'kuendigen'],
      ['Steuerberater', 'datev'],
      ['DATEV-Export', 'datev'],
      ['Wie lade ich einen Kollegen ein?', 'benutzer'],
      ['zweiter Faktor', 'anmeldung'],
      ['Stornorechnung', 'rechnungen'],
    ],
  ],
  Japanese: [
    japanese,
    [
      ['パスワード', 'パスワード'],
      ['パス', 'パスワード'],
      ['ﾊﾟｽﾜｰﾄﾞ', 'パスワード'],
      ['パスワードを忘れた', 'パスワード'],
      ['再設定', 'パスワード'],
      ['請求書', '請求書'],
      ['請求書の番号', '請求書'],
      ['返金', '解約'],
      ['返', '解約'],
      ['クレジットカード', '支払い'],
      ['カードの期限', '支払い'],
      ['メンバー', '招待'],
      ['管理者', '招待'],
    ],
  ],
};

for (const [name, [index, cases]] of Object.entries(CASES))
  describe(name, () => {
    for (const [query, first] of cases)
      test(`${query} → ${first}`, async () => assert.equal(namesIn(await search(index, query))[0], first));
  });

test('there are at least sixty of them', () =>
  assert.ok(Object.values(CASES).reduce((sum, [, cases]) => sum + cases.length, 0) >= 60));
