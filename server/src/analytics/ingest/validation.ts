import type { TrackedEvent } from '@earshot/contract/analytics';
import type { ProjectSettings } from '@earshot/contract/projects';
import { HttpError, invalidField } from '../../http/errors.ts';
import { newId } from '../../ids.ts';
import { memoize } from '../../memoize.ts';
import { type AcceptedEvent, PAGE_VIEW } from '../event.ts';
import { findExclusion } from './exclusions.ts';
import { correctByScreen, type Device } from './devices.ts';
import type { Place } from './geolocation.ts';
import { classifyReferral } from './referrers.ts';
import { NO_PAGE, parsePage } from './urls.ts';
import { identified, type Persons, type Traits } from './visitors.ts';

const DAY_MS = 86_400_000;
const MAX_AGE_MS = 7 * DAY_MS;
/** Clocks of clients are never quite right: what is ahead by less happened now. */
const CLOCK_SKEW_MS = 60_000;
/** As long as a visit outlasts. What comes later than this may change a visit that was over. */
const LATE_MS = 30 * 60_000;

/** What is known of whoever sends events, beside what they say. */
export interface Sender {
  project: { id: string; settings: ProjectSettings['analytics'] };
  address: string;
  userAgent: string;
  device: Device;
  place: Place;
  /** The first of Accept-Language. */
  language: string;
  /** Host of the page that sends, as the browser says. */
  origin: string;
  /** Whether the browser asks not to be tracked: `Sec-GPC: 1` or `DNT: 1`. */
  hasPrivacySignal: boolean;
  /** Fetched ahead of a visit that may never come. */
  isPrefetch: boolean;
  anonymous: (traits: Traits, time: number) => Persons;
  now: number;
  /** The earliest accepted timestamp, and the message for earlier events. Default: 7 days ago. */
  earliest?: { time: number; message: string };
}

/** An event that is kept, or why it is not. */
export type Verdict =
  | { outcome: 'accepted'; event: AcceptedEvent; isLate: boolean; eventId: string | null }
  | { outcome: 'dropped'; reason: string }
  | { outcome: 'invalid'; error: HttpError };

const invalid = (error: HttpError): Verdict => ({ outcome: 'invalid', error });

/** What an event becomes: one step after the other, each of which may refuse it. Of the address nothing is kept. */
export function accept(sent: TrackedEvent, sender: Sender): Verdict {
  const { project, address, userAgent, place, now } = sender;
  const said = sent.timestamp === undefined ? now : Date.parse(sent.timestamp);
  if (said > now + CLOCK_SKEW_MS) return invalid(new HttpError('analytics.timestamp_in_future'));
  const time = Math.min(said, now);
  const { earliest = { time: now - MAX_AGE_MS, message: undefined } } = sender;
  if (time < earliest.time) return invalid(new HttpError('analytics.timestamp_too_old', { message: earliest.message }));
  const page = sent.url ? parsePage(sent.url) : NO_PAGE;
  if (!page) return invalid(invalidField('url', 'format', 'url must be an http or https URL, or a path that begins with /'));

  const exclusion = findExclusion(project.settings, {
    ...page,
    address,
    origin: sender.origin,
    hasPrivacySignal: sender.hasPrivacySignal,
  });
  if (exclusion) return { outcome: 'dropped', reason: exclusion };

  const { utm_source, utm_medium, utm_campaign, utm_term, utm_content } = page.utm;
  const utm = {
    utm_source: sent.utm_source ?? utm_source,
    utm_medium: sent.utm_medium ?? utm_medium,
    utm_campaign: sent.utm_campaign ?? utm_campaign,
    utm_term: sent.utm_term ?? utm_term,
    utm_content: sent.utm_content ?? utm_content,
  };
  const device = correctByScreen(sender.device, sent.screen_width);
  const name = sent.name ?? PAGE_VIEW;
  const traits = { projectId: project.id, address, userAgent, hostname: page.hostname };
  return {
    outcome: 'accepted',
    isLate: time < now - LATE_MS,
    eventId: sent.event_id?.toLowerCase() ?? null,
    event: {
      id: sent.event_id?.toLowerCase() ?? newId(),
      time,
      name,
      interactive: sent.interactive ?? true,
      path: page.path,
      query: page.query || undefined,
      title: sent.title,
      properties:
        sent.properties && Object.fromEntries(Object.entries(sent.properties).map(([key, value]) => [key, String(value)])),
      hostname: page.hostname,
      ...classifyReferral(sent.referrer, page, utm),
      ...utm,
      country: place.country || undefined,
      region: place.region || undefined,
      city: place.city || undefined,
      language: languageOf(sent.language ?? sender.language) || undefined,
      device: device.device,
      browser: device.browser,
      os: device.os,
      bot: botReason(device, { name, userId: sent.user_id, isPrefetch: sender.isPrefetch }),
      screen_width: sent.screen_width,
      user_id: sent.user_id,
      ...(sent.user_id ? identified(project.id, sent.user_id) : sender.anonymous(traits, time)),
    },
  };
}

/**
 * Says why an event is a bot's; undefined for people. A program that is no browser sees no pages. Other events it sends on purpose, as it
 * does page views of somebody whom it names.
 */
function botReason(
  { bot, isLibrary }: Device,
  { name, userId, isPrefetch }: { name: string; userId: string | undefined; isPrefetch: boolean },
): string | undefined {
  if (bot) return bot;
  if (isPrefetch) return 'prefetch';
  return isLibrary && name === PAGE_VIEW && userId === undefined ? 'http_library' : undefined;
}

/** In its usual spelling: `en-GB`; empty when it is none. */
const languageOf = memoize((text: string): string => {
  if (!text) return '';
  try {
    return Intl.getCanonicalLocales(text)[0]?.slice(0, 35) ?? '';
  } catch {
    return '';
  }
});
