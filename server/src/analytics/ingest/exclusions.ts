import type { ProjectSettings } from '@earshot/contract/projects';
import ipaddr from 'ipaddr.js';
import { fits, normalizeHost, pagePatterns } from './urls.ts';

type Rules = ProjectSettings['analytics'];

export type Exclusion = 'privacy_signal' | 'hostname_not_allowed' | 'excluded_address' | 'excluded_hostname' | 'excluded_path';

/** Why a project does not want an event; undefined when it does. */
export function findExclusion(
  rules: Rules,
  event: { address: string; hostname: string; path: string; origin: string; hasPrivacySignal: boolean },
): Exclusion | undefined {
  if (rules.honor_privacy_signals && event.hasPrivacySignal) return 'privacy_signal';
  // An event of a server has no page: then the page that sent it counts, if there is one.
  const sender = event.hostname || event.origin;
  if (rules.allowed_hostnames.length && sender && !rules.allowed_hostnames.some((pattern) => fitsHost(pattern, sender)))
    return 'hostname_not_allowed';
  if (rules.excluded_addresses.some((network) => contains(network, event.address))) return 'excluded_address';
  if (rules.excluded_hostnames.some((pattern) => fitsHost(pattern, event.hostname))) return 'excluded_hostname';
  if (rules.excluded_paths.some((path) => pagePatterns(path).some((pattern) => fits(pattern, event.path))))
    return 'excluded_path';
  return undefined;
}

/** A host is the same with and without `www.`. */
const fitsHost = (pattern: string, hostname: string) => fits(normalizeHost(pattern), hostname);

function contains(network: string, address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const subject = ipaddr.process(address);
  const [base = '', bits] = network.split('/');
  const against = ipaddr.process(base);
  if (against.kind() !== subject.kind()) return false;
  return subject.match(against, bits === undefined ? (against.kind() === 'ipv4' ? 32 : 128) : Number(bits));
}
