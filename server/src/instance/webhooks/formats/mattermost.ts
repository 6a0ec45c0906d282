import { joinFacts } from '../../messages/messages.ts';
import { type ChatFormat, escapeMarkdown, withoutMentions } from './format.ts';

const literal = (text: string) => withoutMentions(escapeMarkdown(text));

/** Incoming webhooks with one attachment (https://developers.mattermost.com/integrate/reference/message-attachments). */
export const mattermost: ChatFormat = {
  // Servers accept ten requests a second by default.
  intervalMs: 100,
  render: (message) => {
    const { project, heading, title, text, url } = message;
    const facts = joinFacts(message);
    return {
      attachments: [
        {
          fallback: withoutMentions(`${project}: ${heading}: ${title}`),
          author_name: withoutMentions(`${project}: ${heading}`),
          title: literal(title),
          title_link: url,
          ...(text && { text: literal(text) }),
          ...(facts && { footer: withoutMentions(facts) }),
        },
      ],
    };
  },
};
