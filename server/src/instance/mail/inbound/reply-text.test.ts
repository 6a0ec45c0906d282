import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractReply, htmlToText } from './reply-text.ts';

// cspell:disable
const QUOTED = '> New reply to “Export”\n> \n> Which format do you need?\n> \n> -- \n> You follow this post.';
const ADVERTISEMENT = `Sent from ${'x'.repeat(110)}`;

const TEXTS: [name: string, text: string, reply: string][] = [
  ['Gmail', `CSV, please.\n\nOn Sat, Nov 28, 2026 at 10:00 AM Acme <reply+0a@acme.example> wrote:\n\n${QUOTED}`, 'CSV, please.'],
  [
    'Gmail, wrapped at 78 characters',
    `CSV, please.\n\nOn Sat, Nov 28, 2026 at 10:00 AM Acme Feedback\n<reply+0a1b2c@acme.example> wrote:\n${QUOTED}`,
    'CSV, please.',
  ],
  [
    'Apple Mail with Windows line ends',
    `CSV, please.\r\n\r\nSent from my iPhone\r\n\r\n> On 28 Nov 2026, at 10:00, Acme <a@acme.example> wrote:\r\n> \r\n> ${QUOTED}`,
    'CSV, please.',
  ],
  ['Apple Mail in German', `CSV bitte.\n\n> Am 28.11.2026 um 10:00 schrieb Acme <a@acme.example>:\n> \n> Hallo`, 'CSV bitte.'],
  [
    'Thunderbird in German, reply below',
    `Am 28.11.26 um 10:00 schrieb Acme:\n${QUOTED}\n\nCSV bitte.\n\n-- \nAda Lovelace\nAcme GmbH`,
    'CSV bitte.',
  ],
  [
    'Thunderbird, replies between quotes',
    'On 28/11/2026 10:00, Acme wrote:\n> Which format?\n\nCSV.\n\n> And when?\n\nNext week.\n\n> Thanks',
    'CSV.\n\nNext week.',
  ],
  [
    'Outlook',
    'CSV, please.\n\n________________________________\nFrom: Acme <a@acme.example>\nSent: Saturday, November 28, 2026 10:00 AM\nTo: Ada\nSubject: New reply\n\nWhich format do you need?',
    'CSV, please.',
  ],
  [
    'Outlook in German without a rule',
    'CSV bitte.\n\nVon: Acme <a@acme.example>\nGesendet: Samstag, 28. November 2026 10:00\nAn: Ada\nBetreff: Neue Antwort\n\nWelches Format?',
    'CSV bitte.',
  ],
  [
    'Outlook with bold headers in French',
    'CSV.\n\n*De :* Acme <a@acme.example>\n*Envoyé :* samedi 28 novembre 2026 10:00\n*À :* Ada\n*Objet :* Réponse\n\nQuel format ?',
    'CSV.',
  ],
  ['Outlook of old', 'CSV.\n\n-----Original Message-----\nFrom: Acme\nSent: today\n\nWhich format?', 'CSV.'],
  ['Outlook for iOS', 'CSV.\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: Acme', 'CSV.'],
  ['French', `CSV.\n\nLe sam. 28 nov. 2026 à 10:00, Acme <a@acme.example> a écrit :\n\n${QUOTED}\n`, 'CSV.'],
  ['Spanish', `CSV.\n\nEl sáb, 28 nov 2026 a las 10:00, Acme (<a@acme.example>) escribió:\n\n${QUOTED}`, 'CSV.'],
  ['Portuguese', `CSV.\n\nEm sáb., 28 de nov. de 2026 às 10:00, Acme <a@acme.example> escreveu:\n\n${QUOTED}`, 'CSV.'],
  ['Japanese', `CSVで。\n\n2026年11月28日(土) 10:00 Acme <a@acme.example>:\n\n${QUOTED}`, 'CSVで。'],
  ['Japanese Apple Mail', `CSVで。\n\niPhoneから送信\n\n2026/11/28 10:00、Acmeのメール:\n\n${QUOTED}`, 'CSVで。'],
  [
    'Arabic with marks of direction',
    `‫CSV من فضلك.‬\n\n‫في السبت، 28 نوفمبر 2026 في 10:00 ص تمت كتابة ما يلي بواسطة ‪Acme‬‏ <‪a@acme.example‬‏>:‬\n\n${QUOTED}`,
    'CSV من فضلك.',
  ],
  ['a language without rules', `CSV.\n\nPe 28. marraskuuta 2026 klo 10.00 Acme <a@acme.example> kirjoitti:\n\n${QUOTED}`, 'CSV.'],
  [
    'an attribution above an original without quote characters',
    'CSV.\n\nOn Sat, 28 Nov 2026 Acme wrote:\n\nWhich format?',
    'CSV.',
  ],
  ['signature and image', 'CSV.\n[image: logo.png]\n\n--\nAda\n[cid:7]', 'CSV.'],
  ['the longest advertisement', `CSV.\n\n${ADVERTISEMENT}`, 'CSV.'],
  ['a line like an advertisement that is too long', `CSV.\n\n${ADVERTISEMENT}x`, `CSV.\n\n${ADVERTISEMENT}x`],
  ['a forwarded message', 'See below.\n\n---------- Forwarded message ---------\nFrom: Bob', 'See below.'],
  // Words of the person that resemble quotes.
  ['a sentence that ends with “wrote:”', 'On Monday Ada wrote:\n\nExport fails.', 'On Monday Ada wrote:\n\nExport fails.'],
  ['one line like a header', 'From: the export page\nthe button is missing.', 'From: the export page\nthe button is missing.'],
  [
    'an advertisement in a sentence',
    'Sent from my phone it fails.\nFrom a laptop it works.',
    'Sent from my phone it fails.\nFrom a laptop it works.',
  ],
  [
    'Markdown',
    '## Steps\n\n---\n\n- open\n- **export**\n\n\n\n`x --all`',
    '## Steps\n\n---\n\n- open\n- **export**\n\n`x --all`',
  ],
  ['controls', 'a\u0000b\u200Bc\u202Ed\uD800', 'abcd\uFFFD'],
  [
    'nothing but a quote',
    `\n\nOn Sat, Nov 28, 2026 at 10:00 AM Acme <a@acme.example> wrote:\n${QUOTED}\n\nSent from my iPad`,
    '',
  ],
];

for (const [name, text, reply] of TEXTS)
  test(`finds the reply in a text of ${name}`, () => assert.equal(extractReply(text), reply));

const attribution = 'On Sat, Nov 28, 2026 at 10:00 AM Acme &lt;<a href="mailto:a@acme.example">a@acme.example</a>&gt; wrote:';
const PAGES: [name: string, html: string, reply: string][] = [
  [
    'Gmail',
    `<div dir="ltr"><p>CSV,<br>please &amp; <b>soon</b>.</p></div><div class="gmail_quote gmail_quote_container"><div class="gmail_attr">${attribution}</div><blockquote>Which?</blockquote></div>`,
    'CSV,\nplease & soon.',
  ],
  [
    'Outlook',
    '<html><head><style>p { color: red }</style></head><body><div>CSV.</div><div id="Signature">Ada</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Acme<br><b>Sent:</b> Saturday<br><b>To:</b> Ada<br><b>Subject:</b> Reply</div><div>Which?</div></body></html>',
    'CSV.',
  ],
  [
    'Apple Mail',
    '<body>CSV.<br><br><blockquote type="cite"><div>On 28 Nov 2026 Acme wrote:</div>Which?</blockquote></body>',
    'CSV.',
  ],
  [
    'Yahoo',
    '<div>CSV.</div><ul><li>a</li><li>b</li></ul><div class="yahoo_quoted">Which?</div><script>x()</script>',
    'CSV.\n\n- a\n- b',
  ],
  ['nothing', '<img src="https://tracker.example/pixel.gif">', ''],
];

for (const [name, html, reply] of PAGES)
  test(`finds the reply in HTML of ${name}`, async () => assert.equal(extractReply(await htmlToText(html)), reply));

test('reads hostile texts in linear time', async () => {
  const start = performance.now();
  for (const line of ['On ', 'From: x ', '> ', '2026 <a@b ', 'Am 2026 schrieb ', '(', 'في '])
    for (const end of ['', '\n', ':\n']) extractReply((line.repeat(30) + end).repeat(20_000));
  await htmlToText('<div>'.repeat(20_000));
  assert.ok(performance.now() - start < 60_000);
});
