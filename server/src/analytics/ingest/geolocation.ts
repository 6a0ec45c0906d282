import type { IncomingHttpHeaders } from 'node:http';
import { type CityResponse, open, type Reader } from 'maxmind';
import { ConfigError } from '../../config.ts';

export interface Place {
  country: string;
  region: string;
  city: string;
}

const NOWHERE: Place = { country: '', region: '', city: '' };

export interface Places {
  find: (address: string, headers: IncomingHttpHeaders) => Place;
}

/**
 * Where an address is: by the operator's MaxMind-format file, which is read again when it changes, or by what a trusted proxy says in
 * headers for country, region and city. Neither: nowhere.
 * @throws {ConfigError} when the file can't be read
 */
export async function openPlaces({ file, headers = [] }: { file?: string; headers?: string[] }): Promise<Places> {
  let reader: Reader<CityResponse> | undefined;
  if (file)
    reader = await open<CityResponse>(file, { watchForUpdates: true, watchForUpdatesNonPersistent: true }).catch(
      (error: Error) => {
        throw new ConfigError(`EARSHOT_GEOIP_DB can’t be read: ${error.message}`, { cause: error });
      },
    );
  const [country, region, city] = headers;
  const said = (given: IncomingHttpHeaders, name: string | undefined) => {
    const value = name && given[name];
    return typeof value === 'string' ? value.trim().slice(0, 100) : '';
  };
  return {
    find: (address, given) => {
      const byProxy = said(given, country).toUpperCase();
      // XX and T1: Cloudflare does not know, or it is Tor.
      if (/^[A-Z]{2}$/.test(byProxy) && byProxy !== 'XX')
        return { country: byProxy, region: regionOf(byProxy, said(given, region)), city: said(given, city) };
      const found = reader?.get(address);
      if (!found) return NOWHERE;
      const iso = found.country?.iso_code ?? '';
      return { country: iso, region: regionOf(iso, found.subdivisions?.[0]?.iso_code), city: found.city?.names?.en ?? '' };
    },
  };
}

/** As ISO 3166-2 writes it: `DE-BE`. */
const regionOf = (country: string, code = '') => (!code || code.startsWith(`${country}-`) ? code : `${country}-${code}`);
