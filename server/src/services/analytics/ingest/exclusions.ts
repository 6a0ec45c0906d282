import type { ProjectSettings } from '@earshot/contract/instance/projects';
import { isWithin, parseAddress, parseNetwork } from '../../../platform/outbound/addresses.ts';
import { expandPagePattern, matchesHost, matchesPattern } from './urls.ts';

type Rules = ProjectSettings['analytics'];

export type Exclusion = 'privacy_signal' | 'hostname_not_allowed' | 'excluded_address' | 'excluded_hostname' | 'excluded_path';

/** Returns the reason to drop an event according to the settings of the project; undefined to keep the event. */
export function findExclusion(
  rules: Rules,
  event: { address: string; hostname: string; path: string; origin: string; hasPrivacySignal: boolean },
): Exclusion | undefined {
  if (rules.honor_privacy_signals && event.hasPrivacySignal) return 'privacy_signal';
  // Events without a page are checked by the origin of the request, if any.
  const sender = event.hostname || event.origin;
  if (rules.allowed_hostnames.length && sender && !rules.allowed_hostnames.some((pattern) => matchesHost(pattern, sender)))
    return 'hostname_not_allowed';
  if (rules.excluded_addresses.some((network) => isInNetwork(network, event.address))) return 'excluded_address';
  if (rules.excluded_hostnames.some((pattern) => matchesHost(pattern, event.hostname))) return 'excluded_hostname';
  if (rules.excluded_paths.some((path) => expandPagePattern(path).some((pattern) => matchesPattern(pattern, event.path))))
    return 'excluded_path';
  return undefined;
}

function isInNetwork(network: string, address: string): boolean {
  const parsed = parseAddress(address);
  return parsed !== undefined && isWithin(parsed, [parseNetwork(network)]);
}
