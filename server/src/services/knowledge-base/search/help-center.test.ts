import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedTestServer } from '../../../testing/server.ts';
import { ENGLISH, GERMAN, JAPANESE } from '../fixtures/help-center.ts';
import * as languages from '../fixtures/languages.ts';

// Queries as people type them, and the article that must rank first.

const server = await sharedTestServer();
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
const germanCompounds = await createIndex('Zusammengesetzt', 'de', languages.GERMAN_COMPOUNDS);
const finnish = await createIndex('Suomi', 'fi', languages.FINNISH);
const dutch = await createIndex('Nederlands', 'nl', languages.DUTCH);
const swedish = await createIndex('Svenska', 'sv-SE', languages.SWEDISH);
const danish = await createIndex('Dansk', 'da', languages.DANISH);
const norwegian = await createIndex('Norsk', 'nb', languages.NORWEGIAN);
const arabic = await createIndex('العربية', 'ar', languages.ARABIC);
const hebrew = await createIndex('עברית', 'he', languages.HEBREW);
const hindi = await createIndex('हिन्दी', 'hi', languages.HINDI);
const chinese = await createIndex('中文', 'zh', languages.CHINESE);
const cities = await createIndex('都市', 'ja', languages.JAPANESE_CITIES);

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
  'Japanese words above characters': [cities, [['京都', '京都']]],
  'German compounds': [
    germanCompounds,
    [
      ['Erstattung', 'rueckerstattung'],
      ['Erstattungen ', 'rueckerstattung'],
      ['Verwaltung', 'benutzerverwaltung'],
      ['Beauftragter', 'datenschutz'],
      ['Beauftragten ', 'datenschutz'],
      ['Adresse', 'lieferadresse'],
      ['Rechnung', 'rechnung'],
      ['Rechnungsversand ', 'rechnung'],
      ['Kündigung ', 'kuendigung'],
      ['Frist ', 'frist'],
      ['Expressversand ', 'versand'],
    ],
  ],
  'Finnish compounds': [
    finnish,
    [
      ['lasku', 'verkkolasku'],
      ['laskun ', 'verkkolasku'],
      ['osoite', 'osoite'],
      ['tunnus', 'tunnus'],
    ],
  ],
  'Dutch compounds': [
    dutch,
    [
      ['betaling', 'terugbetaling'],
      ['beheer', 'gebruikersbeheer'],
    ],
  ],
  'Swedish compounds': [
    swedish,
    [
      ['betalning', 'återbetalning'],
      ['inställning', 'konto'],
    ],
  ],
  'Danish compounds': [
    danish,
    [
      ['betaling', 'tilbagebetaling'],
      ['indstillinger', 'konto'],
    ],
  ],
  'Norwegian compounds': [
    norwegian,
    [
      ['betaling', 'tilbakebetaling'],
      ['innstilling', 'konto'],
    ],
  ],
  'Arabic articles': [
    arabic,
    [
      ['استرداد', 'refund'],
      ['الاسترداد', 'refund'],
      ['استر', 'refund'],
      ['الاستر', 'refund'],
      ['والاستر', 'refund'],
      ['بالاستر', 'refund'],
      ['للاستر', 'refund'],
      ['كلمة', 'password'],
      ['كلم', 'password'],
      ['الكلمة ', 'password'],
      ['فواتير', 'invoices'],
      ['فوات', 'invoices'],
      ['الفوات', 'invoices'],
      ['تصدير', 'export'],
      ['التصد', 'export'],
      ['تصد', 'export'],
      ['دعوة أو أدوار', 'team'],
      ['صلاحي', 'team'],
    ],
  ],
  'Hebrew plurals and attached words': [
    hebrew,
    [
      ['סיסמה', 'passwords'],
      ['הסיסמה ', 'passwords'],
      ['חשבונית', 'invoices'],
      ['תשלום', 'payments'],
      ['לתשלום ', 'payments'],
      ['הרשאה', 'permissions'],
      ['תוכנית', 'plan'],
      ['תוכניות ', 'plan'],
      ['תוכ', 'plan'],
      ['מחיר', 'plan'],
    ],
  ],
  'Hindi plurals': [
    hindi,
    [
      ['खाता', 'accounts'],
      ['खाते', 'accounts'],
      ['सूचना', 'notifications'],
      ['सूचनाओं', 'notifications'],
      ['कंपनी', 'companies'],
      ['सेटिंग ', 'settings'],
      ['फाइल ', 'files'],
      ['फ़ाइलों', 'files'],
    ],
  ],
  'Chinese, traditional and simplified': [
    chinese,
    [
      ['申請退款', 'refund'],
      ['賬戶設置', 'account'],
      ['账户', 'account'],
      ['发票', 'invoice'],
      ['發票', 'invoice'],
      ['统一编号', 'invoice'],
      ['关闭邮件通知', 'notify'],
      ['每周', 'notify'],
    ],
  ],
};

for (const [name, [index, cases]] of Object.entries(CASES))
  describe(name, () => {
    for (const [query, first] of cases)
      test(`${query} → ${first}`, async () => assert.equal(namesIn(await search(index, query))[0], first));
  });

test('covers at least sixty queries', () =>
  assert.ok(Object.values(CASES).reduce((sum, [, cases]) => sum + cases.length, 0) >= 60));

// No article contains these words or compounds of them.
const NOTHING: [index: string, query: string][] = [
  [germanCompounds, 'Stellung '],
  [germanCompounds, 'Rat '],
  [germanCompounds, 'Stand '],
  [cities, '都京'],
];
for (const [index, query] of NOTHING)
  test(`${query} → nothing`, async () => assert.deepEqual(namesIn(await search(index, query)), []));

test('ranks a word above its compounds, and a compound above its parts', async () => {
  assert.deepEqual(namesIn(await search(germanCompounds, 'Frist ')), ['frist', 'kuendigung']);
  const contents = ['Rechnungsversand', 'Rechnung oder Brief', 'Versand in der Nacht', 'Ein Brief'];
  const index = await createIndex(
    'Teile',
    'de',
    contents.map((content) => ({ name: content, content })),
  );
  assert.deepEqual(namesIn(await search(index, 'Rechnungsversand ')), contents.slice(0, 3));
});

test('snippets highlight matching words', async () => {
  const marked = async (index: string, query: string) =>
    (await search(index, query)).results[0].highlights.flatMap((html: string) => html.match(/(?<=<mark>).*?(?=<\/mark>)/g) ?? []);
  const compounds = await createIndex('Markiert', 'de', [{ name: 'one', content: 'Die Rückerstattung kommt bald.' }]);
  assert.deepEqual(await marked(compounds, 'Erstattung'), ['Rückerstattung']);
  assert.deepEqual(await marked(arabic, 'التصد'), ['بالتصدير']);
  assert.deepEqual(await marked(chinese, '统一编号'), ['統一編號']);
});
