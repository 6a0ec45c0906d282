import { memoize } from '../../../memoize.ts';
import { AI } from './ai.ts';
import { MAIL } from './mail.ts';
import { SEARCH, SEARCH_HOSTS } from './search.ts';
import type { Kind, Services } from './service.ts';
import { SHOPPING } from './shopping.ts';
import { PAST_SOCIAL_HOSTS, SOCIAL } from './social.ts';
import { VIDEO } from './video.ts';

/** The table of sources: the services that send visitors. Of two that claim the same, the kind that is named first has it. */
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
/** By domains whose subdomains are all of one service. */
const BY_DOMAIN = new Map<string, Source>();
const BY_TAG = new Map<string, Source>();

/** Reads a list of the table. */
export const listOf = (text = '') => text.split(/\s+/).filter(Boolean);

/** Returns `amazon.de`, `amazon.fr`, … for `amazon.{}`. */
export const withEndings = (host: string, endings: string | undefined): string[] =>
  host.includes('{}') ? listOf(endings).map((ending) => host.replace('{}', ending)) : [host];

const isTree = (host: string) => host.startsWith('*.');

function addHosts(hosts: string[], sourceOf: (host: string) => Source): void {
  for (const host of hosts) {
    const [map, name] = isTree(host) ? [BY_DOMAIN, host.slice(2)] : [BY_HOST, host];
    if (!map.has(name)) map.set(name, sourceOf(name));
  }
}

for (const [kind, { services, hosts }] of Object.entries(SOURCES) as [Kind, (typeof SOURCES)[Kind]][]) {
  for (const [name, marks] of Object.entries(services)) {
    const source = { name, kind };
    const all = [...listOf(marks.hosts), ...listOf(marks.apps)].flatMap((host) => withEndings(host, marks.endings));
    addHosts(all, () => source);
    for (const tag of [plain(name), ...listOf(marks.tags)]) if (!BY_TAG.has(tag)) BY_TAG.set(tag, source);
  }
  addHosts(listOf(hosts), (name) => ({ name, kind }));
}

/** Finds the service of a host or of an Android app: that of the host itself, or that of the nearest domain whose subdomains are all its. */
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

/** Finds the service that a `utm_source` names: by its host or URL, its name, or what campaigns call it. */
export const findSourceOfTag = memoize((tag: string): Source | null => {
  const text = tag.trim().toLowerCase();
  const host = text
    .replace(/^(https?|android-app):\/\//, '')
    .replace(/^www\./, '')
    .replace(/[/?#].*$/, '');
  return (HOST.test(host) ? findSourceOfHost(host) : undefined) ?? BY_TAG.get(plain(text)) ?? null;
});

/** Writes a name without what campaigns write in different ways: `Product Hunt` and `product-hunt` are `producthunt`. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
