import { truncate } from '@earshot/contract/shared/text';
import type { IncomingHttpHeaders } from 'node:http';
import { type CityResponse, open, type Reader } from 'maxmind';
import { ConfigError } from '../config/config.ts';

/** Location of a visitor. Unknown parts are empty. */
export interface Location {
  /** ISO 3166-1 code, such as `DE`. */
  country: string;
  /** ISO 3166-2 code, such as `DE-BE`. */
  region: string;
  city: string;
}

const UNKNOWN_LOCATION: Location = { country: '', region: '', city: '' };

export interface Geolocation {
  /** Returns the location of an IP address, or the one in the headers of its request. */
  locate: (address: string, headers: IncomingHttpHeaders) => Location;
}

/**
 * Opens the geolocation of IP addresses: from `headers` of a trusted proxy for country, region and city, or from a file in the format of
 * MaxMind, which is read again after changes. Without both, all locations are unknown.
 * @throws {ConfigError} if the file can't be read
 */
export async function openGeolocation({ file, headers = [] }: { file?: string; headers?: string[] }): Promise<Geolocation> {
  let reader: Reader<CityResponse> | undefined;
  if (file)
    reader = await open<CityResponse>(file, { watchForUpdates: true, watchForUpdatesNonPersistent: true }).catch(
      (error: Error) => {
        throw new ConfigError(`EARSHOT_GEOIP_DB can’t be read: ${error.message}`, { cause: error });
      },
    );
  const [country, region, city] = headers;
  const readHeader = (values: IncomingHttpHeaders, name: string | undefined) => {
    const value = name && values[name];
    return typeof value === 'string' ? truncate(value.trim(), 100) : '';
  };
  return {
    locate: (address, values) => {
      const code = readHeader(values, country).toUpperCase();
      // Cloudflare sends XX for an unknown country and T1 for Tor.
      if (/^[A-Z]{2}$/.test(code) && code !== 'XX')
        return { country: code, region: formatRegion(code, readHeader(values, region)), city: readHeader(values, city) };
      const found = reader?.get(address);
      if (!found) return UNKNOWN_LOCATION;
      const iso = found.country?.iso_code ?? '';
      return { country: iso, region: formatRegion(iso, found.subdivisions?.[0]?.iso_code), city: found.city?.names?.en ?? '' };
    },
  };
}

/** Returns a region code with the country, as in ISO 3166-2: `DE-BE`. */
const formatRegion = (country: string, code = '') => (!code || code.startsWith(`${country}-`) ? code : `${country}-${code}`);
