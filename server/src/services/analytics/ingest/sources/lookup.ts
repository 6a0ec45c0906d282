import { memoize } from '../../../../platform/async/memoize.ts';
import { AI } from './ai.ts';
import { MAIL } from './mail.ts';
import { SEARCH, SEARCH_HOSTS } from './search.ts';
import type { Kind, Services } from './service.ts';
import { SHOPPING } from './shopping.ts';
import { PAST_SOCIAL_HOSTS, SOCIAL } from './social.ts';
import { VIDEO } from './video.ts';

/** Services that send visitors, by kind. A host or tag of several services belongs to the first one. */
export const SOURCES: Record<Kind, { services: Services; hosts?: string }> = {
  search: { services: SEARCH, hosts: SEARCH_HOSTS },
  social: { services: SOCIAL, hosts: PAST_SOCIAL_HOSTS },
  video: { services: VIDEO },
  shopping: { services: SHOPPING },
  ai: { services: AI },
  mail: { services: MAIL },
};

export interface Source {
  name: string;
  kind: Kind;
}

const BY_HOST = new Map<string, Source>();
/** Services by domain, for domains whose subdomains all belong to the service. */
const BY_DOMAIN = new Map<string, Source>();
const BY_TAG = new Map<string, Source>();

/** Parses a list that is separated by spaces. */
export const parseList = (text = '') => text.split(/\s+/).filter(Boolean);

/** Returns `amazon.de`, `amazon.fr`, … for `amazon.{}`. */
export const expandEndings = (host: string, endings: string | undefined): string[] =>
  host.includes('{}') ? parseList(endings).map((ending) => host.replace('{}', ending)) : [host];

const coversSubdomains = (host: string) => host.startsWith('*.');

function addHosts(hosts: string[], sourceOf: (host: string) => Source): void {
  for (const host of hosts) {
    const [map, name] = coversSubdomains(host) ? [BY_DOMAIN, host.slice(2)] : [BY_HOST, host];
    if (!map.has(name)) map.set(name, sourceOf(name));
  }
}

for (const [kind, { services, hosts }] of Object.entries(SOURCES) as [Kind, (typeof SOURCES)[Kind]][]) {
  for (const [name, marks] of Object.entries(services)) {
    const source = { name, kind };
    const all = [...parseList(marks.hosts), ...parseList(marks.apps)].flatMap((host) => expandEndings(host, marks.endings));
    addHosts(all, () => source);
    for (const tag of [normalizeName(name), ...parseList(marks.tags)]) if (!BY_TAG.has(tag)) BY_TAG.set(tag, source);
  }
  addHosts(parseList(hosts), (name) => ({ name, kind }));
}

/** Finds the service of a host or of an Android app, by the host itself or by the nearest domain that covers all its subdomains. */
export function findSourceOfHost(host: string): Source | undefined {
  const exact = BY_HOST.get(host);
  if (exact) return exact;
  for (let domain = host; domain; domain = domain.slice(domain.indexOf('.') + 1)) {
    const source = BY_DOMAIN.get(domain);
    if (source || !domain.includes('.')) return source;
  }
  return undefined;
}

const HOST = /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)+$/u;

/** Finds the service of a `utm_source`: by a host or URL, by its name, or by one of its tags. */
export const findSourceOfTag = memoize((tag: string): Source | null => {
  const text = tag.trim().toLowerCase();
  const host = text
    .replace(/^(https?|android-app):\/\//, '')
    .replace(/^www\./, '')
    .replace(/[/?#].*$/, '');
  return (HOST.test(host) ? findSourceOfHost(host) : undefined) ?? BY_TAG.get(normalizeName(text)) ?? null;
});

/** Returns a name in lower case, without spaces and punctuation: `Product Hunt` and `product-hunt` become `producthunt`. */
function normalizeName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
