import { joinFacts } from '../../messages/messages.ts';
import { type ChatFormat, withoutMentions } from './format.ts';

/** Characters of a message. */
const MAX_LENGTH = 4_096;

/**
 * Method sendMessage of a bot (https://core.telegram.org/bots/api#sendmessage). Entities mark the title, so that the text needs no escapes;
 * their offsets are UTF-16 units. 20 messages a minute for a group: https://core.telegram.org/bots/faq.
 */
export const telegram: ChatFormat = {
  intervalMs: 3_000,
  render: (message, { searchParams }) => {
    const { project, heading, url } = message;
    const thread = Number(searchParams.get('message_thread_id'));
    const head = withoutMentions(`${project}: ${heading}\n`);
    const title = withoutMentions(message.title);
    const rest = [message.text, joinFacts(message)].filter(Boolean).map((line) => `\n${withoutMentions(line)}`);
    return {
      chat_id: searchParams.get('chat_id'),
      ...(thread && { message_thread_id: thread }),
      text: [head, title, ...rest].join('').slice(0, MAX_LENGTH).toWellFormed(),
      entities: [{ type: 'text_link', offset: head.length, length: title.length, url }],
      link_preview_options: { is_disabled: true },
    };
  },
  resolve: ({ origin, pathname }) => `${origin}${pathname}`,
  findFault: ({ pathname, searchParams }) =>
    pathname.endsWith('/sendMessage') && searchParams.get('chat_id')
      ? undefined
      : 'url must have the form https://api.telegram.org/bot<token>/sendMessage?chat_id=<chat>',
};
