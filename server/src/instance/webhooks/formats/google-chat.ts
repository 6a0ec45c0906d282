import { joinFacts } from '../../messages/messages.ts';
import { type ChatFormat, escapeMarkup } from './format.ts';

const paragraph = (text: string) => ({ textParagraph: { text } });

/**
 * Incoming webhooks with a card, whose text is simple HTML (https://developers.google.com/workspace/chat/api/reference/rest/v1/cards). One
 * message a second for a space: https://developers.google.com/workspace/chat/limits.
 */
export const googleChat: ChatFormat = {
  intervalMs: 1_000,
  render: (message) => {
    const { project, heading, title, text, url } = message;
    const facts = joinFacts(message);
    const widgets = [
      paragraph(`<b>${escapeMarkup(title)}</b>`),
      ...(text ? [paragraph(escapeMarkup(text))] : []),
      ...(facts ? [paragraph(escapeMarkup(facts))] : []),
      { buttonList: { buttons: [{ text: 'Open', onClick: { openLink: { url } } }] } },
    ];
    return { cardsV2: [{ cardId: 'event', card: { header: { title: heading, subtitle: project }, sections: [{ widgets }] } }] };
  },
};
