import { createHash } from 'node:crypto';
import { formatId, type IdPrefix, NIL_ID, parseId } from '../../platform/ids.ts';
import type { ArchivedRow } from '../../platform/postgres/archived.ts';

/** Random bits of a UUID that are not part of its time, version and variant. */
const MASK = (1n << 62n) - 1n;
const SHIFT_DIGITS = 10;

export type MapId = (id: string) => string;

/**
 * Returns a function that maps the ids of an archive to new ones for a project: the same for the same id, and in the same order, so that
 * lists stay as they were. Ids are random, so that a new one is not used yet.
 */
export function createIdMap(projectId: string): MapId {
  const shift = BigInt(`0x${createHash('sha256').update(projectId).digest('hex').slice(0, SHIFT_DIGITS)}`) + 1n;
  return (id) => {
    if (id === NIL_ID) return id;
    const low = BigInt(`0x${id.slice(19).replace('-', '')}`);
    const hex = ((low & ~MASK) | ((low + shift) & MASK)).toString(16).padStart(16, '0');
    return `${id.slice(0, 19)}${hex.slice(0, 4)}-${hex.slice(4)}`;
  };
}

/** The parts of a restore that change ids and URLs in texts. */
interface TextOptions {
  mapId: MapId | undefined;
  prefixes: IdPrefix[];
  /** Uploads of the archive. Texts may mention images of other projects, which stay. */
  uploads: ReadonlySet<string>;
  /** URLs of the instance of the archive, and of this one. */
  from: string;
  to: string;
}

/** Returns a function that replaces ids of the API, and URLs of uploads, in a text. */
export function createTextMap({ mapId, prefixes, uploads, from, to }: TextOptions): (text: string) => string {
  const id = new RegExp(`\\b(${prefixes.join('|')})_[0-9a-z]{26}\\b`, 'g');
  const url = new RegExp(`${RegExp.escape(`${from}/v1/uploads/`)}(upl_[0-9a-z]{26})`, 'g');
  const isOwn = (text: string) => uploads.has(parseId('upl', text) ?? '');
  return (text) => {
    const moved =
      from === to ? text : text.replace(url, (whole, upload: string) => (isOwn(upload) ? `${to}/v1/uploads/${upload}` : whole));
    if (!mapId) return moved;
    return moved.replace(id, (whole, prefix: IdPrefix) => {
      const uuid = parseId(prefix, whole);
      return uuid === undefined || (prefix === 'upl' && !uploads.has(uuid)) ? whole : formatId(prefix, mapId(uuid));
    });
  };
}

/** Replaces ids in the columns of a row. */
export function mapRow(row: ArchivedRow, ids: Record<string, IdPrefix>, mapId: MapId): void {
  for (const column in ids) {
    const value = row[column];
    if (typeof value === 'string') row[column] = mapId(value);
    else if (Array.isArray(value)) row[column] = value.map((id: string) => mapId(id));
  }
}
