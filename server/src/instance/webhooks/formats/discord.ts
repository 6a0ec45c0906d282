import { joinFacts } from '../../messages/messages.ts';
import { type ChatFormat, escapeMarkdown } from './format.ts';

/**
 * Execute Webhook (https://discord.com/developers/docs/resources/webhook#execute-webhook) with one embed. 30 messages a minute for a
 * channel.
 */
export const discord: ChatFormat = {
  intervalMs: 2_000,
  render: (message) => {
    const { project, heading, title, text, url } = message;
    const facts = joinFacts(message);
    return {
      embeds: [
        {
          author: { name: `${project}: ${heading}` },
          title: escapeMarkdown(title).slice(0, 256).toWellFormed(),
          url,
          ...(text && { description: escapeMarkdown(text) }),
          ...(facts && { footer: { text: facts } }),
        },
      ],
      allowed_mentions: { parse: [] },
    };
  },
};
