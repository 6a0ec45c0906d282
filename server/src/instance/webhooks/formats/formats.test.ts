import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_SETTINGS } from '@earshot/contract/instance/projects';
import { detectFormat, WEBHOOK_FORMATS } from '@earshot/contract/instance/webhook-formats';
import { buildEventExample, SERVICE_EVENTS } from '@earshot/contract/instance/webhook-events';
import type { EventMessage } from '../../messages/messages.ts';
import { describeChangelog } from '../../../services/changelog/messages.ts';
import { describeFeedback } from '../../../services/feedback/messages.ts';
import { createMessages } from '../../messages/messages.ts';
import { findChatFormat } from './index.ts';

const CHATS = WEBHOOK_FORMATS.filter((format) => format !== 'standard');
const URLS: Record<(typeof CHATS)[number], string> = {
  slack: 'https://hooks.slack.com/services/T000/B000/XXXX',
  discord: 'https://discord.com/api/webhooks/1/abc',
  teams: 'https://prod-1.westeurope.logic.azure.com:443/workflows/1/triggers/manual/paths/invoke?sig=x',
  mattermost: 'https://chat.example.com/hooks/abcdefghijklmnopqrstuvwxyz',
  google_chat: 'https://chat.googleapis.com/v1/spaces/AAA/messages?key=k&token=t',
  ntfy: 'https://ntfy.sh/earshot-news',
  telegram: 'https://api.telegram.org/bot1:x/sendMessage?chat_id=-100&message_thread_id=7',
};

/** Returns all texts of a request. */
function findTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(findTexts) : [];
}

const render = (format: (typeof CHATS)[number], message: Partial<EventMessage>) =>
  findChatFormat(format)?.render(
    {
      project: 'Acme',
      heading: 'New feedback',
      title: 'Export',
      text: '',
      facts: [],
      url: 'https://feedback.example.com/projects/acme/feedback/fb_1',
      ...message,
    },
    new URL(URLS[format]),
  ) as Record<string, unknown>;

test('a URL selects the format of its service', () => {
  for (const format of CHATS) assert.equal(detectFormat(URLS[format]), format);
  for (const [url, format] of [
    ['https://hooks.slack-gov.com/services/a/b/c', 'slack'],
    ['https://ptb.discord.com/api/v10/webhooks/1/abc', 'discord'],
    ['https://discordapp.com/api/webhooks/1/abc/slack', 'slack'],
    [
      'https://default1.12.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/1/triggers/manual',
      'teams',
    ],
    ['https://acme.webhook.office.com/webhookb2/1@2/IncomingWebhook/3', 'teams'],
    ['https://example.com/mattermost/hooks/0123456789abcdefghijklmnop', 'mattermost'],
    ['https://hooks.slack.com/triggers/a/b/c', 'standard'],
    ['https://hooks.slack.com.example.com/services/a/b/c', 'standard'],
    ['https://example.com/hooks/short', 'standard'],
    ['no url', 'standard'],
  ] as const)
    assert.equal(detectFormat(url), format, url);
});

test('every format contains the message and the link to it', () => {
  for (const format of CHATS) {
    const texts = findTexts(render(format, { text: 'For reports', facts: ['planned', '12 votes'] })).join('\n');
    for (const part of ['Acme', 'New feedback', 'Export', 'For reports', 'planned · 12 votes', '/projects/acme/feedback/fb_1'])
      assert.ok(texts.includes(part), `${format}: ${part}`);
    assert.ok(!findTexts(render(format, {})).includes(''), `${format}: services reject empty texts`);
  }
});

const HOSTILE = '<!channel> @everyone <users/all> <@U1> [link](https://evil.example) *bold* & </b>';

test('texts of users notify nobody, and contain no links or markup of their own', () => {
  const { text, blocks } = render('slack', { title: HOSTILE, text: HOSTILE }) as {
    text: string;
    blocks: { type: string; elements: { type: string; elements: object[] }[] }[];
  };
  assert.ok(!/[<>]/.test(text));
  assert.deepEqual(
    blocks.flatMap(({ elements }) => elements).map(({ type }) => type),
    ['plain_text', 'rich_text_section'],
    'Slack interprets only mrkdwn',
  );

  const { embeds, allowed_mentions } = render('discord', { title: HOSTILE, text: HOSTILE }) as {
    embeds: { description: string }[];
    allowed_mentions: object;
  };
  assert.deepEqual(allowed_mentions, { parse: [] });
  assert.ok(embeds[0]?.description.includes(String.raw`\[link\]\(https://evil.example\) \*bold\*`));

  for (const format of ['mattermost', 'telegram'] as const)
    assert.ok(
      !findTexts(render(format, { project: '@here', heading: '@all', title: HOSTILE, text: HOSTILE, facts: ['@ada'] })).some(
        (part) => /@\w/.test(part),
      ),
      format,
    );
  assert.ok(
    !findTexts(render('google_chat', { title: HOSTILE, text: HOSTILE })).some((part) =>
      /<(?!\/?b>)|[*]<|<\/b> &amp; <\/b>/.test(part),
    ),
  );
  for (const part of findTexts(render('teams', { title: HOSTILE })))
    assert.notEqual(part, 'TextBlock', 'Teams interprets Markdown in text blocks');
});

test('Telegram marks exactly the title, also after emoji and a mention', () => {
  for (const title of ['Export', '🎉 Done', '@ada asks', '日本語']) {
    const { text, entities, chat_id, message_thread_id } = render('telegram', { project: '👩‍👧 Acme', title }) as {
      text: string;
      entities: { offset: number; length: number }[];
      chat_id: string;
      message_thread_id: number;
    };
    const { offset, length } = entities[0] ?? { offset: 0, length: 0 };
    assert.equal(text.slice(offset, offset + length).replace('\u200B', ''), title);
    assert.deepEqual([chat_id, message_thread_id], ['-100', 7]);
  }
});

test('ntfy receives the topic apart from the URL, also below a path', () => {
  const ntfy = findChatFormat('ntfy');
  for (const [url, root, topic] of [
    ['https://ntfy.sh/news', 'https://ntfy.sh/', 'news'],
    ['https://example.com/ntfy/my_topic-1?auth=x', 'https://example.com/ntfy/?auth=x', 'my_topic-1'],
  ] as const) {
    assert.equal(ntfy?.resolve?.(new URL(url)), root);
    const message = { project: 'a', heading: 'b', title: 'c', text: '', facts: [], url: 'https://example.com' };
    assert.deepEqual(ntfy?.render(message, new URL(url)), { topic, title: 'a: b', message: 'c', click: message.url });
  }
  for (const url of ['https://ntfy.sh/', 'https://ntfy.sh/a/b/', 'https://ntfy.sh/a.b'])
    assert.ok(ntfy?.findFault?.(new URL(url)), url);
});

/**
 * Documented limits of the services, which docs/guides/webhooks.md cites: characters (UTF-16) of fields by their names, and bytes of the
 * body.
 */
const LIMITS: Record<(typeof CHATS)[number], { fields: Record<string, number>; bytes: number }> = {
  // A text object has 3,000 characters, a message 40,000.
  slack: { fields: { text: 3_000 }, bytes: 40_000 },
  discord: { fields: { title: 256, description: 4_096, name: 256, text: 2_048 }, bytes: Infinity },
  teams: { fields: {}, bytes: 28 * 1024 },
  mattermost: { fields: { text: 16_383, title: 16_383 }, bytes: Infinity },
  google_chat: { fields: {}, bytes: 32_000 },
  // Bytes, which are at least as many as characters; see below.
  ntfy: { fields: { message: 4_096 }, bytes: Infinity },
  telegram: { fields: { text: 4_096 }, bytes: Infinity },
};

/** Returns the texts of a request with the names of their fields. */
const findFields = (value: unknown, name = ''): [name: string, text: string][] =>
  typeof value === 'string'
    ? [[name, value]]
    : value !== null && typeof value === 'object'
      ? Object.entries(value).flatMap(([key, inner]) => findFields(inner, Array.isArray(value) ? name : key))
      : [];

test('the longest messages stay within the limits of the services', () => {
  for (const unit of ['🎉', '語', '_', '<', '"', '@']) {
    // As buildMessage() shortens titles and texts, with 20 tags.
    const longest = {
      project: unit.repeat(100 / unit.length),
      heading: `Changed: ${unit.repeat(300 / unit.length)}`,
      title: unit.repeat(200 / unit.length),
      text: unit.repeat(500 / unit.length),
      facts: Array.from({ length: 22 }, () => unit.repeat(50 / unit.length)),
    };
    for (const format of CHATS) {
      const request = render(format, longest);
      const { fields, bytes } = LIMITS[format];
      for (const [name, text] of findFields(request)) {
        assert.ok(text.length <= (fields[name] ?? Infinity), `${format}.${name}: ${text.length}`);
        assert.ok(text.isWellFormed(), format);
      }
      const size = Buffer.byteLength(JSON.stringify(request));
      assert.ok(size <= bytes, `${format}: ${size} bytes`);
    }
    assert.ok(Buffer.byteLength(String(render('ntfy', longest).message)) <= 4_096);
    const [embed] = render('discord', longest).embeds as [Record<string, string>];
    const {
      author,
      footer,
      title = '',
      description = '',
    } = embed as Record<string, string> & {
      author: { name: string };
      footer: { text: string };
    };
    assert.ok([author.name, footer.text, title, description].join('').length <= 6_000);
  }
});

test('summaries say what happened, without fields that a webhook has not asked for', async () => {
  const messages = createMessages();
  describeFeedback({ messages });
  describeChangelog({ messages });
  const describe = async (type: keyof typeof SERVICE_EVENTS, data: object = {}, settings = DEFAULT_SETTINGS) => {
    const event = buildEventExample(type, SERVICE_EVENTS[type]) as { type: string; data: object };
    const built = await messages.build(
      { ...event, data: { ...event.data, ...data } },
      { name: 'Acme', home: 'https://e.example/projects/acme', settings },
    );
    return [
      built.heading,
      built.title,
      built.text,
      built.facts.join(', '),
      built.url.replace('https://e.example/projects/acme/', ''),
    ];
  };
  const feedback = { title: 'Export as CSV', status: 'new', tags: [], upvote_count: 1 };
  const ID = '01kaga0zrefb8tqs3yh4kx9m2d';
  assert.deepEqual(
    await describe('feedback.created', {
      visibility: 'pending',
      submitter_name: 'Ada',
      description: '**Every** month\n\n- [x] <b>',
    }),
    [
      'New bug report, awaiting approval',
      'Export as CSV',
      'Every month [x] <b>',
      'Ada, reports, new, 12 votes',
      `feedback/fb_${ID}`,
    ],
  );
  assert.deepEqual((await describe('feedback.status_changed')).slice(0, 2), ['Status: new → planned', 'Export as CSV']);
  const statuses = [{ status: 'planned' as const, name: 'Up next' }];
  const settings = { ...DEFAULT_SETTINGS, feedback: { ...DEFAULT_SETTINGS.feedback, statuses } };
  const renamed = await describe('feedback.status_changed', {}, settings);
  assert.deepEqual([renamed[0], renamed[3]?.split(', ').includes('Up next')], ['Status: new → Up next', true]);
  assert.deepEqual((await describe('feedback.voted'))[0], '3 new votes');
  assert.deepEqual(await describe('feedback.commented', { feedback, internal: true }), [
    'New internal note',
    'Export as CSV',
    'We would use this every week.',
    '1 vote',
    `feedback/fb_${ID}`,
  ]);
  assert.deepEqual(
    (await describe('feedback.commented', { feedback, author_role: 'visitor', visibility: 'pending' }))[0],
    'New comment, awaiting approval',
  );
  assert.deepEqual((await describe('changelog.published'))[4], 'https://acme.example/changelog#export-as-csv');
  assert.deepEqual((await describe('feedback.created', { title: '\u202E\u0000 x' }))[1], 'x');
});
