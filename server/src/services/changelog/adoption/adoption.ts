import type { ADOPTION_STATES } from '@earshot/contract/services/changelog/values';
import { HttpError } from '../../../platform/api/errors.ts';
import { formatId } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { findMergedUserIds } from '../../../instance/directory/segments/segments-store.ts';
import { type Asker, findMeasured, listAskers, listRecent, type MeasuredEntry } from './adoption-store.ts';

const DAY_MS = 86_400_000;

/** Events of people, which analytics stores. Times are in milliseconds since 1970. @throws {HttpError} 503 */
type FindUses = (
  projectId: string,
  query: { success: MeasuredEntry['success']; since: number; until: number; people: string[][]; merged: string[][] },
) => Promise<{
  asOf: Date;
  /** By the index of people with events. */
  uses: Map<number, { seenAt: number; usedAt: number | undefined }>;
  /** Numbers of other people by the day of their first use, -1 without one. */
  others: Map<number, number>;
}>;

/** Readers of other services. */
export interface AdoptionPeers {
  /** Returns the surviving entries of the given ids of feedback. */
  findShipped: (db: Db, projectId: string, ids: string[]) => Promise<string[]>;
  /** Returns the people who asked for entries of feedback, and the number of those who are not identified. */
  findAskers: (db: Db, projectId: string, ids: string[]) => Promise<{ people: string[]; unknown: number }>;
  /** Returns the ids of an entry of feedback and of those merged into it. */
  listMergeGroup: (db: Db, projectId: string, id: string) => Promise<string[]>;
  findUses: FindUses;
}

export type AdoptionDeps = { db: Db } & AdoptionPeers;

/** A person who asked, with times in milliseconds since 1970. */
export interface MeasuredPerson extends Asker {
  returnedAt: number | undefined;
  usedAt: number | undefined;
}

/** The adoption of an entry in its window. */
export interface Adoption {
  entry: MeasuredEntry;
  asOf: Date;
  windowEnd: Date;
  isComplete: boolean;
  people: MeasuredPerson[];
  unknown: number;
  /** Numbers of everybody else by the day of their first use, counted from 0, and -1 without one. */
  others: Map<number, number>;
}

/** Measures who used the release of an entry, among those who asked for it and everybody else. @throws {HttpError} 503 */
export async function measureAdoption(
  { db, findShipped, findAskers, findUses }: AdoptionDeps,
  entry: MeasuredEntry,
): Promise<Adoption> {
  const { project_id: projectId, success, published_at: from } = entry;
  const { people: ids, unknown } = await findAskers(db, projectId, await findShipped(db, projectId, entry.feedback_ids));
  const askers = await listAskers(db, projectId, ids, formatId('cl', entry.id));
  const windowEnd = new Date(from.getTime() + entry.window_days * DAY_MS);
  const { asOf, uses, others } = await findUses(projectId, {
    success,
    since: from.getTime(),
    until: windowEnd.getTime(),
    people: askers.map(({ user_ids }) => user_ids),
    merged: await findMergedUserIds(db, projectId),
  });
  const people = askers.map((asker, index) => {
    const { seenAt, usedAt } = uses.get(index) ?? {};
    return { ...asker, returnedAt: seenAt, usedAt };
  });
  return { entry, asOf, windowEnd, isComplete: asOf >= windowEnd, people, unknown, others };
}

/** @throws {HttpError} 404 without a success or publication, 503 */
export async function getAdoption(deps: AdoptionDeps, projectId: string, id: string): Promise<Adoption> {
  const entry = await findMeasured(deps.db, projectId, id);
  if (!entry) throw new HttpError('changelog.adoption_not_found');
  return await measureAdoption(deps, entry);
}

/** Conditions of people by state. */
export const IS_IN: Record<(typeof ADOPTION_STATES)[number], (person: MeasuredPerson) => boolean> = {
  used: ({ usedAt }) => usedAt !== undefined,
  told: ({ told_at }) => told_at !== null,
  silent: ({ usedAt }) => usedAt === undefined,
};

/**
 * Returns the people who asked for a release that was published since a time, and used it, each with the id of the latest.
 * @throws {HttpError} 503
 */
export async function findAdopters(deps: AdoptionDeps, projectId: string, since: Date): Promise<Map<string, string>> {
  const releases = new Map<string, string>();
  for (const entry of await listRecent(deps.db, projectId, since))
    for (const person of (await measureAdoption(deps, entry)).people)
      if (IS_IN.used(person) && !releases.has(person.id)) releases.set(person.id, entry.id);
  return releases;
}
