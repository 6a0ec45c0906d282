import { joinFacts } from '../../messages/messages.ts';
import { type ChatFormat, escapeMarkup } from './format.ts';

const plain = (text: string) => ({ type: 'context', elements: [{ type: 'plain_text', text, emoji: false }] });

/**
 * Incoming webhooks (https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks) with Block Kit. Rich text and plain text are
 * literal; `text` is for notifications. One message a second: https://docs.slack.dev/apis/web-api/rate-limits.
 */
export const slack: ChatFormat = {
  intervalMs: 1_000,
  render: (message) => {
    const { project, heading, title, text, url } = message;
    const facts = joinFacts(message);
    const elements = [
      { type: 'link', url, text: title, style: { bold: true } },
      ...(text ? [{ type: 'text', text: `\n${text}` }] : []),
    ];
    return {
      text: `${escapeMarkup(project)}: ${escapeMarkup(heading)}: ${escapeMarkup(title)}`,
      blocks: [
        plain(`${project}: ${heading}`),
        { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] },
        ...(facts ? [plain(facts)] : []),
      ],
      unfurl_links: false,
    };
  },
};
