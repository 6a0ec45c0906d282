import { truncate } from '@earshot/contract/shared/text';
import { getDomain } from 'tldts';
import { memoize } from '../../../platform/async/memoize.ts';
import { findChannel, isPaidMedium } from './sources/channels.ts';
import type { ClickId } from './sources/click-ids.ts';
import { findSourceOfHost, findSourceOfTag, type Source } from './sources/lookup.ts';
import { isPassage } from './sources/passages.ts';
import { matchesHost, type PageUrl, toHostname, type Utm } from './urls.ts';

export interface Referral {
  /** Host and path, without the query, which may contain personal data. */
  referrer: string;
  source: string;
  channel: string;
}

/** Values of campaign parameters that mean "none" in Google Analytics. */
const EMPTY_VALUES = new Set(['(none)', '(not set)', '(direct)', 'direct', 'null', 'undefined']);

/**
 * Returns the source and the channel of a visit. Referrers on the same site, and on hosts that people pass through or that match
 * `excludedReferrers`, are ignored. The source is determined by the campaign, else
 * by a `ref` that names a known source, by the referrer, or by the click id.
 */
export function classifyReferral(
  referrer: string | undefined,
  { hostname, clickId, ref }: Pick<PageUrl, 'hostname' | 'clickId' | 'ref'>,
  utm: Utm,
  excludedReferrers: string[] = [],
): Referral {
  const { host, path, service } = referrer ? readReferrer(referrer) : NO_REFERRER;
  const isReferred =
    host !== '' &&
    !(hostname !== '' && findRegistrableDomain(host) === findRegistrableDomain(hostname)) &&
    !excludedReferrers.some((pattern) => matchesHost(pattern, host));
  const referring = isReferred ? service : undefined;
  const tag = normalizeValue(utm.utm_source);
  const tagged = tag ? findSourceOfTag(tag) : null;
  const named = !tag && ref ? findSourceOfTag(ref.toLowerCase()) : null;
  const clicked = clickId?.source ? findSourceOfTag(clickId.source) : null;
  const known = tagged ?? named ?? referring ?? clicked;
  const medium = normalizeValue(utm.utm_medium) || inferMedium(clickId, referring);
  // The medium of a campaign takes precedence over the site on which the link was clicked.
  const kind = tagged || !medium || isPaidMedium(medium) ? known?.kind : undefined;
  return {
    referrer: isReferred ? host + path : '',
    source: tag && !tagged ? tag : (known?.name ?? (isReferred ? host : '')),
    channel: findChannel({
      tag,
      medium,
      campaign: normalizeValue(utm.utm_campaign),
      kind,
      isReferred,
      hasSource: tag !== '' || isReferred || named !== null || clicked !== null,
    }),
  };
}

/** Returns the medium that a click id implies. A link from an email that is clicked on another site was copied to that site. */
function inferMedium(clickId: ClickId | undefined, referring: Source | undefined): string {
  const isCopied = clickId?.medium === 'email' && referring && referring.kind !== 'mail';
  return isCopied ? '' : (clickId?.medium ?? '');
}

/** Returns a campaign parameter in lower case; empty for values that mean "none". */
function normalizeValue(value: string | undefined): string {
  if (!value) return '';
  const text = value.trim().toLowerCase();
  return EMPTY_VALUES.has(text) ? '' : text;
}

interface Referrer {
  host: string;
  path: string;
  service?: Source | undefined;
}

const NO_REFERRER: Referrer = { host: '', path: '' };

const readReferrer = memoize((referrer: string): Referrer => {
  const url = URL.parse(referrer);
  const host = url ? toHostname(url) : '';
  if (!url || !host || isPassage(host)) return NO_REFERRER;
  return {
    host,
    path: truncate(url.pathname === '/' ? '' : url.pathname, 500),
    service: findSourceOfHost(host) ?? findSourceOfHost(host.toLowerCase()),
  };
});

/** Returns the registrable domain of a host (`acme.co.uk` for `docs.acme.co.uk`). IP addresses and local names are returned unchanged. */
export const findRegistrableDomain = memoize((host: string) => getDomain(host, { allowPrivateDomains: true }) ?? host);
