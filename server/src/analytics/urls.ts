import { memoize } from '../memoize.ts';

// Names that say which click or mail somebody came by, and so who they are. From the documentation of the services that append them.
const TRACKING = new Set(
  `gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid srsltid _ga _gl fbclid igshid igsh msclkid ttclid
  twclid li_fat_id epik rdt_cid scid sccid qclid yclid _openstat ysclid mc_cid mc_eid _hsenc _hsmi __hssc __hstc
  __hsfp hsctatracking mkt_tok vero_id vero_conv oly_anon_id oly_enc_id wickedid s_cid irclickid
  ck_subscriber_id _kx trk_contact`.split(/\s+/),
);

export const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
export type Utm = Partial<Record<(typeof UTM)[number], string>>;

export interface PageUrl {
  /** Lower-case, without `www.`; empty when the URL has none. */
  hostname: string;
  path: string;
  /** What is left of the query, without its question mark. */
  query: string;
  utm: Utm;
}

export const NO_PAGE: PageUrl = { hostname: '', path: '', query: '', utm: {} };

/** The page of a URL, or of a path; null when it is neither. */
export const parsePage = memoize((text: string): PageUrl | null => {
  const isPath = text.startsWith('/') && !text.startsWith('//');
  const url = URL.parse(text, isPath ? 'http://path.invalid' : undefined);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null;
  const utm: Utm = {};
  for (const name of UTM) utm[name] = url.searchParams.get(name)?.trim().slice(0, 200) || undefined;
  for (const name of new Set(url.searchParams.keys()))
    if (TRACKING.has(name.toLowerCase()) || name.startsWith('utm_')) url.searchParams.delete(name);
  return {
    hostname: isPath ? '' : hostnameOf(url),
    path: readable(url.pathname),
    query: url.searchParams.toString(),
    utm,
  };
});

export const hostnameOf = (url: URL) => url.hostname.replace(/^www\./, '').replace(/\.$/, '');

/** `/caf%C3%A9` as `/café`, where that is well-formed; one slash at the end is none. */
function readable(pathname: string): string {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  try {
    const text = decodeURI(path);
    return /\p{Cc}/u.test(text) ? path : text;
  } catch {
    return path;
  }
}

/** Whether a text fits a pattern in which `*` stands for anything. Cases count. */
export function fits(pattern: string, text: string): boolean {
  const parts = pattern.split('*');
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (parts.length === 1) return text === pattern;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let place = first.length;
  const end = text.length - last.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, place);
    if (found < 0 || found + part.length > end) return false;
    place = found + part.length;
  }
  return true;
}
