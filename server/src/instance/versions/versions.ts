import { formatPrincipal, type Principal } from '../../platform/api/credentials.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { formatId, newId, parseId } from '../../platform/ids.ts';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import * as store from './store.ts';

/** Versions of one text. */
const MAX_VERSIONS = 50;
/** Total size of the versions of one text. */
const MAX_BYTES = 5 * 1024 * 1024;
/** Changes that one person saves while typing are one version within this time. */
const JOIN_MS = 10 * 60 * 1000;

export interface Text {
  title: string;
  content: string;
}

/** The user or service account of a change. */
export interface Author extends Principal {
  name: string | null;
}

export interface Change {
  key: store.ContentKey;
  /** Index of a document. */
  indexId?: string;
  actor: Author;
  /** The text before the change, and the time of its last change. Undefined for a new text. */
  before: (Text & { updated_at: Date }) | undefined;
  after: Text;
  at: Date;
  /**
   * The text is saved while it is typed, so that changes of one person within ten minutes are one version. The change replaces the newest
   * version also if that one was not saved while typing: a text that was published and taken back in this time is not kept.
   */
  isAutosaved: boolean;
}

/**
 * Records the text that a change leaves behind. A text without history also gets its previous state as a version, whose author is unknown.
 * Must run in the transaction of the change, which locks the text.
 */
export async function recordVersion(
  tx: Transaction,
  { key, indexId, actor, before, after, at, isAutosaved }: Change,
): Promise<void> {
  if (before && before.title === after.title && before.content === after.content) return;
  const newest = await store.findNewestVersion(tx, key);
  const isSameSession = newest?.actor_id === actor.id && at.getTime() - newest.created_at.getTime() < JOIN_MS;
  if (newest && isAutosaved && isSameSession) {
    await store.updateVersion(tx, { project_id: key.project_id, id: newest.id, ...pickText(after), updated_at: at });
    return;
  }
  const insert = (text: Text, author: Author | undefined, time: Date) =>
    store.insertVersion(tx, {
      ...key,
      ...pickText(text),
      id: newId(),
      index_id: indexId ?? null,
      actor_id: author?.id ?? null,
      actor_is_service_account: author?.is_service_account ?? false,
      actor_name: author?.name ?? null,
      created_at: time,
      updated_at: time,
    });
  if (!newest && before) await insert(before, undefined, before.updated_at);
  await insert(after, actor, at);
  await store.deleteOldVersions(tx, key, { maxCount: MAX_VERSIONS, maxBytes: MAX_BYTES });
}

/** Returns whether a text was last changed at the time that an author knows, if the author names one. */
export const isExpected = (expected: string | undefined, changedAt: Date) =>
  expected === undefined || Date.parse(expected) === changedAt.getTime();

const pickText = ({ title, content }: Text) => ({ title, content });

/** Returns a version with its content. @throws {HttpError} 404 */
export async function getVersion(db: Db, key: store.ContentKey, id: string) {
  const uuid = parseId('ver', id);
  const version = uuid && (await store.findVersion(db, key, uuid));
  if (!version) throw new HttpError('versions.not_found');
  return { ...versionForMember(version), content: version.content };
}

export const versionForMember = (version: Omit<store.Version, 'content' | 'index_id'>) => {
  const { actor_id: id, actor_is_service_account: isServiceAccount } = version;
  return {
    id: formatId('ver', version.id),
    project_id: formatId('prj', version.project_id),
    title: version.title,
    actor_id: id === null ? null : formatPrincipal({ id, is_service_account: isServiceAccount }),
    actor_name: version.actor_name,
    created_at: version.created_at.toISOString(),
    updated_at: version.updated_at.toISOString(),
  };
};
