import type { WebhookFormat } from '@earshot/contract/instance/webhook-formats';
import { discord } from './discord.ts';
import type { ChatFormat } from './format.ts';
import { googleChat } from './google-chat.ts';
import { mattermost } from './mattermost.ts';
import { ntfy } from './ntfy.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { telegram } from './telegram.ts';

const FORMATS: Record<Exclude<WebhookFormat, 'standard'>, ChatFormat> = {
  slack,
  discord,
  teams,
  mattermost,
  google_chat: googleChat,
  ntfy,
  telegram,
};

/** Returns the format of a chat service, or undefined for signed events. */
export const findChatFormat = (format: WebhookFormat): ChatFormat | undefined =>
  format === 'standard' ? undefined : FORMATS[format];
