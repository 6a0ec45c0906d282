import { getDomain } from 'tldts';
import { memoize } from '../../memoize.ts';
import { channelOf, isPaidMedium } from './sources/channels.ts';
import type { ClickId } from './sources/click-ids.ts';
import { findSourceOfHost, findSourceOfTag, type Source } from './sources/lookup.ts';
import { hostnameOf, type Utm } from './urls.ts';

export interface Referral {
  /** Host and path, without what may name a person. */
  referrer: string;
  source: string;
  channel: string;
}

/** Values by which Google Analytics says that there is none. */
const NOTHING = new Set(['(none)', '(not set)', '(direct)', 'direct', 'null', 'undefined']);

/**
 * Says where a visit comes from. A referrer of the same site is none. The source is that of the campaign, else that of the referrer, else
 * that of a click id.
 */
export function classifyReferral(
  referrer: string | undefined,
  { hostname, clickId }: { hostname: string; clickId?: ClickId | undefined },
  utm: Utm,
): Referral {
  const { host, path, service } = referrer ? readReferrer(referrer) : NOBODY;
  const isReferred = host !== '' && !(hostname !== '' && siteOf(host) === siteOf(hostname));
  const referring = isReferred ? service : undefined;
  const tag = meaningOf(utm.utm_source);
  const tagged = tag ? findSourceOfTag(tag) : null;
  const clicked = clickId?.source ? findSourceOfTag(clickId.source) : null;
  const known = tagged ?? referring ?? clicked;
  const medium = meaningOf(utm.utm_medium) || impliedMedium(clickId, referring);
  // A medium that a campaign names is more than the site that its link was clicked on.
  const kind = tagged || !medium || isPaidMedium(medium) ? known?.kind : undefined;
  return {
    referrer: isReferred ? host + path : '',
    source: tag && !tagged ? (utm.utm_source ?? '') : (known?.name ?? (isReferred ? host : '')),
    channel: channelOf({
      tag,
      medium,
      campaign: meaningOf(utm.utm_campaign),
      kind,
      isReferred,
      hasSource: tag !== '' || isReferred || clicked !== null,
    }),
  };
}

/** The medium that a click id stands for. A link of a mail that is clicked elsewhere was copied there. */
function impliedMedium(clickId: ClickId | undefined, referring: Source | undefined): string {
  const isCopied = clickId?.medium === 'email' && referring && referring.kind !== 'mail';
  return isCopied ? '' : (clickId?.medium ?? '');
}

function meaningOf(value: string | undefined): string {
  if (!value) return '';
  const text = value.trim().toLowerCase();
  return NOTHING.has(text) ? '' : text;
}

interface Referrer {
  host: string;
  path: string;
  service?: Source | undefined;
}

const NOBODY: Referrer = { host: '', path: '' };

const readReferrer = memoize((referrer: string): Referrer => {
  const url = URL.parse(referrer);
  const host = url ? hostnameOf(url) : '';
  if (!url || !host) return NOBODY;
  return {
    host,
    path: (url.pathname === '/' ? '' : url.pathname).slice(0, 500),
    service: findSourceOfHost(host) ?? findSourceOfHost(host.toLowerCase()),
  };
});

/** The part of a host that one owner holds; an address or a local name as it is. */
export const siteOf = memoize((host: string) => getDomain(host, { allowPrivateDomains: true }) ?? host);
