// Renders every kind of mail, light and dark, 600 and 390 pixels wide, with its text part, and every chat message, into
// e2e/screenshots/out/mails/.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EVENT_TYPES } from '@earshot/contract/instance/webhooks';
import { WEBHOOK_FORMATS } from '@earshot/contract/instance/webhook-formats';
import { composeNotice } from '@earshot/server/instance/identity/account-log/mails';
import { signedIn } from '@earshot/server/instance/identity/fixtures/browser';
import { createSendCode } from '@earshot/server/instance/identity/accounts/code-mail';
import { html as markup } from '@earshot/server/platform/html/html';
import { sendExplanation } from '@earshot/server/instance/mail/inbound/explanation';
import { memberTexts } from '@earshot/server/instance/texts/texts';
import { runJobs, runScheduled } from '@earshot/server/testing/jobs';
import { startMailServer } from '@earshot/server/testing/mail-server';
import { type Json, startTestServer } from '@earshot/server/testing/server';
import { sql } from 'kysely';
import { launchBrowser, openPage } from '../src/browser.ts';

const OUT = fileURLToPath(new URL('out/mails/', import.meta.url));
const WIDTHS = [600, 390];

interface Shown {
  subject: string;
  text: string;
  html: string;
}

const PASSKEY = {
  action: 'passkey.created',
  target_name: 'MacBook',
  browser: 'Firefox',
  os: 'macOS',
  country: 'DE',
  scopes: null,
  project_ids: null,
} as const;

/** Languages besides English. */
const TRANSLATED = ['de', 'ja', 'ar'] as const;

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenfabrikantenvereinigung';
const ARABIC = 'تصدير كل القوائم إلى ملف CSV';
const ARTICLE = `All lists have an **Export** button now. See [the guide](https://acme.example/docs/${LONG_WORD.toLowerCase()}).

## Formats

| Format | Encoding | Rows |
| --- | --- | ---: |
| CSV | UTF-8 | 1,000,000 |
| JSON | UTF-8 | unlimited |

- Filters of the page apply.
- \`earshot feedback export --format csv --with-a-long-option-name --and-another-one\`

\`\`\`sh
curl -H "Authorization: Bearer $TOKEN" "https://feedback.acme.example/v1/feedback/export.csv?status=planned&sort=top"
\`\`\`

> [!NOTE]
> Exports with personal data are recorded in the audit log.

${ARABIC}: يعمل الآن.`;

test('mails', { timeout: 600_000 }, async () => {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const smtp = await startMailServer();
  after(() => smtp.close());
  const server = await startTestServer({
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    EARSHOT_MAIL_FROM: 'Earshot <hello@acme.example>',
    EARSHOT_MAIL_IN_ADDRESS: 'reply@in.acme.example',
    EARSHOT_MAIL_IN_SECRET: 's'.repeat(20),
  });
  const mails = new Map<string, Shown>();
  const chats = new Map<string, { type: string; body: unknown }[]>();
  for (const [name, mail] of Object.entries(await composeAccountMails(server.url))) mails.set(name, mail);
  for (const mail of await causeMails(server)) {
    const name = mail.subject
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, 60);
    if (!mails.has(name)) mails.set(name, mail);
  }
  const browser = await launchBrowser();
  const { page } = await openPage(browser);
  for (const [format, messages] of chats) {
    const texts = messages.map(({ type, body }) => ({ type, lines: findTexts(body) }));
    writeFileSync(`${OUT}chat-${format}.txt`, texts.map(({ type, lines }) => [`## ${type}`, ...lines].join('\n')).join('\n\n'));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 600, height: 400 });
      await page.setContent(renderChat(texts));
      await page.screenshot({ path: `${OUT}chat-${format}-${colorScheme}.png`, fullPage: true });
    }
  }
  for (const [name, { subject, text, html }] of mails) {
    writeFileSync(`${OUT}${name}.txt`, `Subject: ${subject}\n\n${text}\n`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 400 });
        await page.setContent(html, { waitUntil: 'domcontentloaded' });
        await page.screenshot({ path: `${OUT}${name}-${width}-${colorScheme}.png`, fullPage: true });
      }
    }
  }

  /** Returns the mails that the server sends about all that can happen in a project. */
  async function causeMails({ call, db, createProject, signUser }: typeof server): Promise<Shown[]> {
    const project = await createProject('Acme');
    const { id, key, token } = project;
    const on = { token, query: { project_id: id } };
    const must = async (method: string, path: string, options: Parameters<typeof call>[2]): Promise<Json> => {
      const { status, body } = await call(method, path, options);
      if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
      return body;
    };
    const settings = { mail: { greeting: 'Hello,', signature: 'The team of Acme' } };
    await must('PATCH', `/v1/projects/${id}`, { token, body: { settings } });
    const colleague = { email: 'grace@acme.example' };
    await signedIn(server, colleague.email);
    const members = `/v1/projects/${id}/members`;
    const member = await must('POST', members, { token, body: { email: colleague.email, role: 'member' } });
    await must('POST', members, { token, body: { email: 'new@acme.example', role: 'admin' } });
    for (const language of TRANSLATED) {
      const email = `${language}@acme.example`;
      const { access_token: own } = await signedIn(server, email);
      await must('PATCH', '/v1/auth/profile', { token: own, body: { language } });
      await must('POST', members, { token, body: { email, role: 'member' } });
      await must('POST', `/v1/projects/${id}/report-preview/send`, { token: own, body: { frequency: 'weekly' } });
    }
    await must('POST', `/v1/projects/${id}/mails/test`, { token, body: {} });

    const signed = async (email: string) => ({ 'x-user-token': await signUser(project, { id: email, email }) });
    const ada = await signed('ada@example.com');
    const submit = (title: string, description = '') =>
      must('POST', '/v1/feedback', { key, headers: ada, body: { title, description, follow: true } });
    const entry = await submit('Export every list as CSV', 'Monthly, for our accountant.');
    const [long, arabic] = [await submit(LONG_WORD, ARTICLE), await submit(ARABIC, 'كل شهر')];
    await must('POST', `/v1/feedback/${entry.id}/subscribe`, { key, body: { email: 'new-follower@example.com' } });
    const comment = (of: Json, body: object) => must('POST', `/v1/feedback/${of.id}/comments`, { token, body });
    await comment(entry, { body: 'Which columns do you need? We plan **all** of them, and `status`.' });
    await comment(long, { body: ARTICLE });
    await comment(long, { body: 'And one more thing.' });
    await comment(arabic, { body: 'نعم، الشهر القادم.' });
    await comment(entry, { body: 'Your plan has it already: ask us.', private: true });
    for (const { id: one } of [entry, long, arabic])
      await must('PATCH', `/v1/feedback/${one}`, { token, body: { status: 'planned', assignee_id: member.user_id } });
    const merged = await submit('CSV download');
    await must('POST', `/v1/feedback/${merged.id}/merge`, { token, body: { into: entry.id } });
    await must('POST', '/v1/changelog/subscribe', { key, body: { email: 'new-reader@example.com' } });
    await must('POST', '/v1/changelog/subscribe', {
      key,
      headers: await signed('reader@example.com'),
      body: { email: 'reader@example.com' },
    });
    const release = { title: 'CSV export', content: ARTICLE, published: true, feedback_ids: [entry.id, arabic.id] };
    await must('POST', '/v1/changelog', { ...on, body: release });

    const waitlist = { invitation_url: 'https://acme.example/start', double_opt_in: true };
    await must('PATCH', `/v1/projects/${id}`, { token, body: { settings: { waitlist } } });
    const sign = (email: string) => must('POST', '/v1/waitlist', { key, body: { email } });
    await sign('unconfirmed@example.com');
    await must('PATCH', `/v1/projects/${id}`, {
      token,
      body: { settings: { waitlist: { double_opt_in: false, private_signups: true } } },
    });
    await sign('confirmed@example.com');
    await runJobs(db, 'waitlist.');
    await sign('confirmed@example.com');
    await must('POST', '/v1/waitlist/invite', { ...on, body: { count: 1 } });
    await must('PATCH', `/v1/projects/${id}`, {
      token,
      body: {
        settings: { waitlist: { private_signups: false, rewards: [{ key: 'early', name: 'Early access', referrals: 1 }] } },
      },
    });
    for (const language of TRANSLATED)
      await must('POST', '/v1/waitlist', {
        key,
        headers: { 'accept-language': language },
        body: { email: `${language}@example.com` },
      });
    const referrer = await sign('referrer@example.com');
    await must('POST', '/v1/waitlist', { key, body: { email: 'friend@example.com', referral_code: referrer.referral_code } });
    await must('POST', '/v1/waitlist/broadcasts', { ...on, body: { subject: 'We open next week', body: ARTICLE } });
    await must('POST', '/v1/changelog/subscribers', { ...on, body: { emails: ['asked@example.com'] } });
    await comment(entry, { body: 'Please look at this.', internal: true, mentioned_ids: [member.user_id] });
    const testimonial = {
      author_name: 'Mary',
      author_email: 'mary@example.com',
      content: 'It saves us a day a week.',
      rating: 5,
    };
    await must('POST', '/v1/testimonials', { key, body: testimonial });
    const { id: rule } = await must('POST', '/v1/testimonials/rules', {
      ...on,
      body: {
        name: 'Exporters',
        trigger: 'goal_reached',
        event: 'export',
        channel: 'mail',
        message: 'We are a team of three.',
        reminder_days: 7,
        enabled: false,
      },
    });
    const { mail, reminder } = await must('GET', `/v1/testimonials/rules/${rule}/preview`, { token });
    await must('POST', `/v1/projects/${id}/report-subscriptions`, { token, body: { email: 'investor@example.com' } });
    await must('POST', '/v1/end-users/codes', { key, body: { email: 'ada@example.com' } });
    for (const prefix of ['feedback.', 'changelog.', 'waitlist.', 'testimonial.', 'notifications.mail'])
      await runJobs(db, prefix);
    // It is 8:00 of the next day in the time zone of the project.
    await sql`UPDATE notifications SET created_at = created_at - interval '1 day'`.execute(db);
    await runScheduled(db, 'notifications.daily');
    for (const prefix of ['notifications.mail', 'mail.send']) await runJobs(db, prefix);
    const report = await must('GET', `/v1/projects/${id}/report-preview`, { token, query: { frequency: 'weekly' } });

    const messages: { format: string; type: string; body: unknown }[] = [];
    for (const format of WEBHOOK_FORMATS)
      for (const type of EVENT_TYPES) {
        const url =
          format === 'telegram' ? 'https://api.telegram.org/bot1:x/sendMessage?chat_id=-100' : 'https://chat.example/hook';
        const { body } = await must('POST', '/v1/webhooks/preview', { ...on, body: { url, format, type } });
        messages.push({ format, type, body: JSON.parse(body as string) as unknown });
      }
    writeFileSync(`${OUT}chat.json`, JSON.stringify(messages, null, 2));
    for (const [format, all] of Map.groupBy(messages, (message) => message.format)) chats.set(format, all);
    return [report, mail, reminder, ...(await smtp.mails())].map(({ subject = '', text = '', html = '' }: Partial<Shown>) => ({
      subject,
      text,
      html,
    }));
  }
});

/** Fields of messages that people do not read. */
const TECHNICAL = new Set([
  'type',
  'style',
  'contentType',
  '$schema',
  'version',
  'cardId',
  'topic',
  'chat_id',
  'weight',
  'size',
  'parse',
]);

/** Returns the texts that people read in a message of a chat, in their order. */
const findTexts = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value !== null && typeof value === 'object'
      ? Object.entries(value).flatMap(([name, inner]) => (TECHNICAL.has(name) ? [] : findTexts(inner)))
      : [];

/** Renders the texts of messages, each in the look of a chat message. */
const renderChat = (messages: { type: string; lines: string[] }[]): string =>
  markup`<!doctype html><meta charset="utf-8"><style>:root{color-scheme:light dark}body{font:15px/1.45 system-ui,sans-serif;margin:16px;background:light-dark(#fff,#1a1d21);color:light-dark(#1d1c1d,#d1d2d3)}
article{margin-block:12px;padding-inline-start:12px;border-inline-start:3px solid light-dark(#ddd,#444)}small{color:light-dark(#616061,#9a9b9d)}p{margin:2px 0;white-space:pre-wrap;overflow-wrap:anywhere}</style>${messages.map(
    ({ type, lines }) =>
      markup`<article><small>${type}</small>${lines.map((line) => markup`<p dir="auto">${line}</p>`)}</article>`,
  )}`.markup;

/** Returns the mails that belong to no project. */
async function composeAccountMails(url: string): Promise<Record<string, Shown>> {
  const sent: Record<string, Shown> = {};
  const add = (name: string, mail: { subject: string; text_body: string; html_body: string }) =>
    void (sent[name] = { subject: mail.subject, text: mail.text_body, html: mail.html_body });
  const capture = (name: string) => ({
    server: { name, verify: async () => {}, close: () => {}, send: async (mail: Parameters<typeof add>[1]) => add(name, mail) },
    log: console as never,
    publicUrl: () => url,
  });
  for (const language of ['en', ...TRANSLATED] as const)
    createSendCode(capture(`account-code-${language}`))({ email: 'ada@acme.example', code: '483920', minutes: 10, language });
  sendExplanation(capture('account-reply-refused'), {
    to: 'ada@example.com',
    messageId: null,
    language: 'en',
    explanation: (language) => memberTexts(language).refusedReply.wrongSender('ada@home.example'),
  });
  const entry = {
    user_id: '',
    email: null,
    language: null,
    id: '',
    target_id: null,
    token_name: null,
    created_at: new Date('2026-11-29T10:00:00Z'),
  };
  add(
    'account-passkey',
    composeNotice(
      {
        ...entry,
        ...PASSKEY,
      },
      '',
      url,
    ),
  );
  for (const language of TRANSLATED)
    add(`account-passkey-${language}`, composeNotice({ ...entry, language, ...PASSKEY }, '', url));
  add(
    'account-token',
    composeNotice(
      {
        ...entry,
        action: 'token.created',
        target_name: null,
        browser: null,
        os: null,
        country: null,
        scopes: ['feedback:read', 'changelog:write'],
        project_ids: ['a', 'b'],
      },
      '',
      url,
    ),
  );
  return sent;
}
