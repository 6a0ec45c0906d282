import { joinFacts } from '../../messages/messages.ts';
import { type ChatFormat, escapeMarkdown } from './format.ts';

const MAX_NAME_LENGTH = 256;
const shorten = (text: string) => text.slice(0, MAX_NAME_LENGTH).toWellFormed();

/**
 * Execute Webhook (https://discord.com/developers/docs/resources/webhook#execute-webhook) with one embed. 30 messages a minute for a
 * channel. Limits of embeds: https://discord.com/developers/docs/resources/message#embed-object-embed-limits.
 */
export const discord: ChatFormat = {
  intervalMs: 2_000,
  render: (message) => {
    const { project, heading, title, text, url } = message;
    const facts = joinFacts(message);
    return {
      embeds: [
        {
          author: { name: shorten(`${project}: ${heading}`) },
          title: shorten(escapeMarkdown(title)),
          url,
          ...(text && { description: escapeMarkdown(text) }),
          ...(facts && { footer: { text: facts } }),
        },
      ],
      allowed_mentions: { parse: [] },
    };
  },
};
