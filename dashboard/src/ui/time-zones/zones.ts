import { locale } from '../../texts/plural.ts';

/** A time zone that can be chosen. */
export interface Zone {
  /** IANA name, which is stored. */
  id: string;
  /** Name with the current offset, such as `Europe/Berlin (UTC+1)`. */
  label: string;
  /** Name as people type it, such as `europe berlin`. */
  name: string;
  /** Current offset in minutes. */
  offset: number;
}

// cspell:disable
/** Names of tz database 2024a for those that browsers keep for compatibility. */
const CURRENT_NAMES: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};
// cspell:enable
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s/_,()]+/g, ' ')
    .trim();

/** Returns minutes of `UTC+5:30`, or undefined. */
function parseOffset(text: string): number | undefined {
  const [, sign, hours, minutes = '0'] = /^(?:utc|gmt)?([+\-−])(\d{1,2})(?::?(\d\d))?$/i.exec(text) ?? [];
  if (hours === undefined) return undefined;
  return (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes));
}

function describe(id: string): Zone {
  const parts = new Intl.DateTimeFormat('en', { timeZone: id, timeZoneName: 'shortOffset' }).formatToParts();
  const offset = (parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT').replace('GMT', 'UTC');
  const label = id === 'UTC' ? id : `${id.replaceAll('_', ' ')} (${offset})`;
  return { id, label, name: fold(id), offset: parseOffset(offset) ?? 0 };
}

function listNames(): string[] {
  const names = Intl.supportedValuesOf('timeZone').map((name) => CURRENT_NAMES[name] ?? name);
  return [...new Set(names)].filter((name) => name !== 'UTC').toSorted();
}

let known: Zone[] | undefined;

/** Returns all time zones by name, and the given one, which may have another name. */
export function listZones(id: string): Zone[] {
  known ??= ['UTC', ...listNames()].map(describe);
  return !id || known.some((zone) => zone.id === id) ? known : [describe(id), ...known];
}

/** `getTimeZones` is not part of the types yet, and not of all browsers, which find zones by city and offset only. */
type RegionLocale = Intl.Locale & { getTimeZones?: () => string[] | undefined };

let countries: Map<string, string> | undefined;

/** Returns the names of the countries in which a time zone is used. */
function findCountries(id: string): string {
  countries ??= mapCountries();
  return countries.get(id) ?? '';
}

function mapCountries(): Map<string, string> {
  const found = new Map<string, string>();
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    const country = names.of(code);
    if (!country) continue;
    const zones = (new Intl.Locale(`und-${code}`) as RegionLocale).getTimeZones?.() ?? [];
    for (const zone of zones.map((name) => CURRENT_NAMES[name] ?? name))
      found.set(zone, `${found.get(zone) ?? ''} ${fold(country)}`);
  }
  return found;
}

/** Returns whether a time zone has each word of the text in its name or in the name of its country, or the offset. */
export function matchesZone({ id, name, offset }: Zone, text: string): boolean {
  const wanted = parseOffset(text.trim());
  if (wanted !== undefined) return wanted === offset;
  const words = fold(text).split(' ');
  if (words.every((word) => name.includes(word))) return true;
  const all = `${name} ${findCountries(id)} utc`;
  return words.every((word) => (parseOffset(word) === undefined ? all.includes(word) : parseOffset(word) === offset));
}
