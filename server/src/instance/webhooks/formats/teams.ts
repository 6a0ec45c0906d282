import { joinFacts } from '../../messages/messages.ts';
import type { ChatFormat } from './format.ts';

/** Text runs are literal; text blocks would interpret Markdown. */
const paragraph = (text: string, look: object = {}) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text, ...look }] });

/**
 * Workflows webhook with an Adaptive Card 1.4 (https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using,
 * https://adaptivecards.io/explorer).
 */
export const teams: ChatFormat = {
  intervalMs: 1_000,
  render: (message) => {
    const { project, heading, title, text, url } = message;
    const facts = joinFacts(message);
    return {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              paragraph(`${project}: ${heading}`, { isSubtle: true }),
              paragraph(title, { weight: 'Bolder', size: 'Medium' }),
              ...(text ? [paragraph(text)] : []),
              ...(facts ? [paragraph(facts, { isSubtle: true })] : []),
            ],
            actions: [{ type: 'Action.OpenUrl', title: 'Open', url }],
          },
        },
      ],
    };
  },
};
