import type { WebhookFormat } from '@earshot/contract/instance/webhook-formats';
import type { Change } from '../../../platform/jobs/events.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { Messages } from '../../messages/messages.ts';
import { buildDashboardUrl } from '../../projects/dashboard-url.ts';
import { findProject } from '../../projects/store.ts';
import { findChatFormat } from './index.ts';

export interface RequestDeps {
  db: Db;
  messages: Messages;
  publicUrl: () => string;
}

/** Request that an endpoint receives about an event. */
export interface RenderedRequest {
  url: string;
  body: string;
}

/** Returns the request about an event, given as signed events contain it, in the format of the endpoint. */
export async function renderRequest(
  { db, messages, publicUrl }: RequestDeps,
  { project_id, url, format }: { project_id: string; url: string; format: WebhookFormat },
  event: string,
): Promise<RenderedRequest> {
  const chat = findChatFormat(format);
  const project = chat && (await findProject(db, project_id));
  if (!chat || !project) return { url, body: event };
  const message = await messages.build(JSON.parse(event) as { type: string; data: object; changes?: Change[] }, {
    name: project.name,
    settings: project.settings,
    home: buildDashboardUrl(publicUrl(), project.slug),
  });
  const endpoint = new URL(url);
  return { url: chat.resolve?.(endpoint) ?? url, body: JSON.stringify(chat.render(message, endpoint)) };
}
