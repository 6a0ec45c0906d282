import type { TrackedEvent } from '@earshot/contract/services/analytics/schemas';
import type { ProjectSettings } from '@earshot/contract/instance/projects';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { memoize } from '../../../platform/async/memoize.ts';
import { type AcceptedEvent, PAGE_VIEW } from '../pipeline/event.ts';
import { findExclusion } from './exclusions.ts';
import { correctByScreen, type Device } from '../../../platform/client/devices.ts';
import type { Location } from '../../../platform/client/geolocation.ts';
import { classifyReferral } from './referrers.ts';
import { isCurrency } from '../../../platform/text/currencies.ts';
import { readRevenue, toProperties } from './revenue.ts';
import { NO_PAGE, type PageUrl, parsePage, UTM, type Utm } from './urls.ts';
import { identifyUser, type Traits, type VisitorIds } from './visitors.ts';

const DAY_MS = 86_400_000;
const MAX_AGE_MS = 7 * DAY_MS;
/** Tolerance for client clocks: timestamps that are ahead by less are replaced by the current time. */
const CLOCK_SKEW_MS = 60_000;
/** Events older than the idle time that ends a visit are late: they can change completed visits. */
const LATE_MS = 30 * 60_000;
const URL_MESSAGE = 'url must be an http or https URL, or a path that begins with /';

/** Context of a request with events, as known to the server. */
export interface Sender {
  project: { id: string; settings: ProjectSettings['analytics'] };
  address: string;
  userAgent: string;
  device: Device;
  location: Location;
  /** First language of the Accept-Language header. */
  language: string;
  /** Host of the Origin header, empty without one. */
  origin: string;
  /** Whether the request has a privacy signal: `Sec-GPC: 1` or `DNT: 1`. */
  hasPrivacySignal: boolean;
  /** Whether the request can be of one browser, and not of a server that reports many people, or of an import. */
  isBrowser: boolean;
  /** Whether the page was prefetched, and possibly never viewed. */
  isPrefetch: boolean;
  identifyAnonymous: (traits: Traits, time: number) => VisitorIds;
  /** In milliseconds since 1970. */
  now: number;
  /** Earliest accepted timestamp, and the error message for earlier events. Default: 7 days ago. */
  earliest?: { time: number; message: string };
}

/** The result of validation: the event to store, or the reason why it is not stored. */
export type ValidationResult =
  | { outcome: 'accepted'; event: AcceptedEvent; partition: number; isLate: boolean; eventId: string | null }
  | { outcome: 'dropped'; reason: string }
  | { outcome: 'invalid'; error: HttpError };

type Rejection = Exclude<ValidationResult, { outcome: 'accepted' }>;

/** An event during validation. */
interface Draft {
  sent: TrackedEvent;
  /** In milliseconds since 1970. */
  time: number;
  page: PageUrl;
  /** Partition of the visitor in the event log. */
  partition: number;
  /** Fields of the accepted event so far. */
  fields: Partial<AcceptedEvent>;
}

/** Adds to a draft, or returns the reason to reject the event. Steps change the draft: copies of it took a sixth of the time. */
type Step = (draft: Draft, sender: Sender) => Rejection | undefined;

const STEPS: Step[] = [
  checkTimestamp,
  parseUrl,
  checkCurrency,
  applyExclusions,
  addContent,
  addCampaign,
  addLocation,
  addDevice,
  addPerson,
];

/** Validates an event in a sequence of steps. The address of the sender is not stored. */
export function validateEvent(sent: TrackedEvent, sender: Sender): ValidationResult {
  const draft: Draft = { sent, time: sender.now, page: NO_PAGE, partition: 0, fields: {} };
  for (const step of STEPS) {
    const rejection = step(draft, sender);
    if (rejection) return rejection;
  }
  const { time, partition, fields } = draft;
  const eventId = sent.event_id?.toLowerCase() ?? null;
  return {
    outcome: 'accepted',
    partition,
    isLate: time < sender.now - LATE_MS,
    eventId,
    event: Object.assign(fields as AcceptedEvent, { id: eventId ?? newId(), time }),
  };
}

function checkTimestamp(draft: Draft, sender: Sender): Rejection | undefined {
  const { now, earliest = { time: now - MAX_AGE_MS, message: undefined } } = sender;
  const timestamp = draft.sent.timestamp === undefined ? now : Date.parse(draft.sent.timestamp);
  if (timestamp > now + CLOCK_SKEW_MS) return rejectInvalid(new HttpError('analytics.timestamp_in_future'));
  draft.time = Math.min(timestamp, now);
  if (draft.time < earliest.time)
    return rejectInvalid(new HttpError('analytics.timestamp_too_old', { message: earliest.message }));
  return undefined;
}

function parseUrl(draft: Draft): Rejection | undefined {
  const { url } = draft.sent;
  const page = url ? parsePage(url) : NO_PAGE;
  if (!page) return rejectInvalid(invalidField('url', 'format', URL_MESSAGE));
  draft.page = page;
  return undefined;
}

function checkCurrency({ sent: { revenue } }: Draft): Rejection | undefined {
  if (!revenue || isCurrency(revenue.currency)) return undefined;
  return rejectInvalid(invalidField('revenue.currency', 'choice', 'revenue.currency must be an ISO 4217 currency code'));
}

function applyExclusions({ page }: Draft, { project, address, origin, hasPrivacySignal }: Sender): Rejection | undefined {
  const reason = findExclusion(project.settings, { ...page, address, origin, hasPrivacySignal });
  return reason ? { outcome: 'dropped', reason } : undefined;
}

function addContent({ sent, page, fields }: Draft): undefined {
  fields.name = sent.name ?? PAGE_VIEW;
  fields.interactive = sent.interactive ?? true;
  fields.title = sent.title;
  fields.properties =
    sent.properties && Object.fromEntries(Object.entries(sent.properties).map(([key, value]) => [key, String(value)]));
  const revenue = readRevenue(sent);
  if (revenue) fields.properties = { ...fields.properties, ...toProperties(revenue) };
  fields.path = page.path;
  fields.query = page.query || undefined;
  fields.hostname = page.hostname;
}

/** Fields of the event override the campaign parameters of its URL. Sources and media are written in any case, and stored in lower case. */
function addCampaign({ sent, page, fields }: Draft, { project }: Sender): undefined {
  const utm: Utm = {};
  for (const name of UTM) utm[name] = sent[name] ?? page.utm[name];
  utm.utm_source = utm.utm_source?.toLowerCase();
  utm.utm_medium = utm.utm_medium?.toLowerCase();
  Object.assign(fields, classifyReferral(sent.referrer, page, utm, project.settings.excluded_referrers), utm);
}

function addLocation({ sent, fields }: Draft, { location, language }: Sender): undefined {
  fields.country = location.country || undefined;
  fields.region = location.region || undefined;
  fields.city = location.city || undefined;
  fields.language = canonicalizeLanguage(sent.language ?? language) || undefined;
}

function addDevice({ sent, fields }: Draft, sender: Sender): undefined {
  const device = correctByScreen(sender.device, sent.screen_width);
  fields.device = device.device;
  fields.browser = device.browser;
  fields.os = device.os;
  fields.bot = findBotReason(device, { name: fields.name, userId: sent.user_id, isPrefetch: sender.isPrefetch });
  fields.screen_width = sent.screen_width;
}

/**
 * Adds the visitor. An event with a `user_id` from a browser has the ids of its anonymous visitor as well, so that anonymous events of the
 * same visit are attributed to the person. It is in the partition of the browser, like these.
 */
function addPerson(draft: Draft, { project, address, userAgent, device, isBrowser, identifyAnonymous }: Sender): undefined {
  const { sent, fields, page, time } = draft;
  const identify = () => identifyAnonymous({ projectId: project.id, address, userAgent, hostname: page.hostname }, time);
  if (!sent.user_id) {
    const { partition, ...ids } = identify();
    draft.partition = partition;
    Object.assign(fields, ids);
    return;
  }
  const { partition, person } = identifyUser(project.id, sent.user_id);
  draft.partition = partition;
  fields.user_id = sent.user_id;
  fields.person = person;
  if (!isBrowser || device.isLibrary || fields.bot) return;
  const anonymous = identify();
  draft.partition = anonymous.partition;
  fields.anonymous = anonymous.person;
  fields.anonymous_before = anonymous.person_before;
}

const rejectInvalid = (error: HttpError): Rejection => ({ outcome: 'invalid', error });

/**
 * Returns the reason to classify an event as sent by a bot; undefined for people. HTTP libraries count as bots for page views only, because
 * servers report custom events, and page views of known users, intentionally.
 */
function findBotReason(
  { bot, isLibrary }: Device,
  { name, userId, isPrefetch }: { name: string | undefined; userId: string | undefined; isPrefetch: boolean },
): string | undefined {
  if (bot) return bot;
  if (isPrefetch) return 'prefetch';
  return isLibrary && name === PAGE_VIEW && userId === undefined ? 'http_library' : undefined;
}

/** Returns the canonical form of a language tag, such as `en-GB`; empty for an invalid tag. */
const canonicalizeLanguage = memoize((text: string): string => {
  if (!text) return '';
  try {
    return Intl.getCanonicalLocales(text)[0]?.slice(0, 35) ?? '';
  } catch {
    return '';
  }
});
