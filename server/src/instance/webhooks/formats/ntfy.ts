import { joinFacts } from '../../messages/messages.ts';
import { type ChatFormat, truncateBytes } from './format.ts';

/** A longer message becomes an attachment (https://docs.ntfy.sh/publish/#limitations). */
const MAX_MESSAGE_BYTES = 4_096;
const TOPIC = /^(.*\/)([\w-]{1,64})$/;

/** JSON messages, which go to the root of the server and name the topic (https://docs.ntfy.sh/publish/#publish-as-json). */
export const ntfy: ChatFormat = {
  // ntfy.sh accepts a burst of 60 messages, and then one every five seconds.
  intervalMs: 5_000,
  render: (message, { pathname }) => {
    const { project, heading, title, text, url } = message;
    return {
      topic: TOPIC.exec(pathname)?.[2],
      title: `${project}: ${heading}`,
      message: truncateBytes([title, text, joinFacts(message)].filter(Boolean).join('\n'), MAX_MESSAGE_BYTES),
      click: url,
    };
  },
  resolve: (endpoint) => {
    const root = new URL(endpoint);
    root.pathname = TOPIC.exec(endpoint.pathname)?.[1] ?? '/';
    return root.href;
  },
  findFault: ({ pathname }) =>
    TOPIC.test(pathname) ? undefined : 'url must end with the topic, as in https://ntfy.sh/your-topic',
};
