import type { ImportedEvent } from '@earshot/contract/services/analytics/schemas';
import type { Project } from '../../../instance/projects/store.ts';
import { type HttpError, invalidField } from '../../../platform/api/errors.ts';
import { type Device, readUserAgent } from '../../../platform/client/devices.ts';
import type { Sender } from './validation.ts';
import { identifyImported } from './visitors.ts';

/** Before the web. ClickHouse does not sort dates before 1970 correctly. */
const EARLIEST = { time: Date.UTC(1990, 0), message: 'timestamp must not be before 1990' };
const DAY_MS = 86_400_000;

/**
 * Adds the original sender to an imported event, as far as it is given: `client` instead of a user agent. Returns an error for an event
 * without a visitor.
 */
export function addSender(
  { id, settings }: Project,
  event: ImportedEvent,
  client: Partial<Pick<Device, 'browser' | 'os' | 'device'>> = {},
): HttpError | { event: ImportedEvent; sender: Sender } {
  const { visitor_id: visitorId, user_agent: userAgent = '', country = '', region = '', city = '' } = event;
  if (visitorId === undefined && event.user_id === undefined)
    return invalidField('visitor_id', 'required', 'visitor_id or user_id is required');
  const now = Date.now();
  const { retention_days: days } = settings.analytics;
  const earliest = days
    ? {
        time: Date.parse(new Date(now - days * DAY_MS).toISOString().slice(0, 10)),
        message: `timestamp must be at most ${days} days ago, the retention period of the project`,
      }
    : EARLIEST;
  const sender: Sender = {
    project: { id, settings: settings.analytics },
    address: '',
    userAgent,
    // Without a User-Agent, nothing is known about the client.
    device: { ...readUserAgent(userAgent), ...(!userAgent && { isLibrary: false }), ...client },
    location: { country, region, city },
    language: '',
    origin: '',
    isBrowser: false,
    isPrefetch: false,
    // Privacy signals are headers of the original request, which are not imported.
    hasPrivacySignal: false,
    identifyAnonymous: (_, time) => identifyImported(id, visitorId ?? '', time),
    now,
    earliest: earliest.time > EARLIEST.time ? earliest : EARLIEST,
  };
  return { event, sender };
}
