import { formatId } from '../ids.ts';
import { type Db, snapshot, type Transaction, transact } from '../postgres/database.ts';
import type { ExportPage, Person, PersonalData } from '../postgres/person.ts';

/** Rows that are read at once. */
const BATCH = 500;
const UPLOAD = /upl_[0-9a-z]{26}/g;

/** What analytics holds of people, outside PostgreSQL's transactions. */
interface AnalyticsPeople {
  findEvents: (projectId: string, person: Person, page: ExportPage) => Promise<object[]>;
  /** Returns the number of erased events. It can be repeated after a failure at any point. @throws {HttpError} 503 */
  erase: (projectId: string, person: Person) => Promise<number>;
}

/** Images that the records of a person mentioned. */
interface PersonUploads {
  /** Deletes those of these uploads that no record mentions any more, and returns the names of their files. */
  erase: (tx: Transaction, projectId: string, ids: string[]) => Promise<string[]>;
  /** Removes files. One that stays, because the store is unavailable, is removed by the daily cleaning. */
  removeFiles: (names: string[]) => Promise<void>;
}

export interface PeopleDeps {
  db: Db;
  /** In the order of erasing: logs first, because erasing records tells webhooks of it anew. */
  data: PersonalData[];
  analytics: AnalyticsPeople;
  uploads: PersonUploads;
  /** Adds identifiers that belong to the same person beyond doubt. */
  findIdentifiers: (db: Db, projectId: string, person: Person) => Promise<Person>;
}

const sectionsOf = (data: PersonalData[]) => data.flatMap(({ sections }) => Object.entries(sections));

/** Reads a section page by page. */
async function* readPages(read: (page: ExportPage) => Promise<object[]>): AsyncGenerator<object> {
  for (let offset = 0; ; offset += BATCH) {
    const rows = await read({ limit: BATCH, offset });
    yield* rows;
    if (rows.length < BATCH) return;
  }
}

/**
 * Erases a person from a project. Analytics go first, and can be repeated; everything in PostgreSQL is one transaction. So a failure
 * anywhere leaves a state from which the same request erases the rest.
 */
export async function erasePerson(
  { db, data, analytics, uploads, findIdentifiers }: PeopleDeps,
  projectId: string,
  asked: Person,
): Promise<{ person: Person; erased: Record<string, number> }> {
  const person = await findIdentifiers(db, projectId, asked);
  const events = await analytics.erase(projectId, person);
  const { erased, files } = await transact(db, async (tx) => {
    const { ids, uploadIds } = await findReferences(tx, data, projectId, person);
    const counts: Record<string, number> = {};
    for (const { erase } of data) Object.assign(counts, await erase(tx, projectId, person, ids));
    const names = await uploads.erase(tx, projectId, uploadIds);
    return { erased: { ...counts, uploads: names.length, analytics_events: events }, files: names };
  });
  await uploads.removeFiles(files);
  return { person, erased };
}

/** Returns the ids of all records of a person, and of the images that these mention. */
async function findReferences(
  tx: Transaction,
  data: PersonalData[],
  projectId: string,
  person: Person,
): Promise<{ ids: string[]; uploadIds: string[] }> {
  const ids = new Set<string>();
  const uploadIds = new Set<string>();
  for (const [, read] of sectionsOf(data))
    for await (const row of readPages((page) => read(tx, projectId, person, page))) {
      if ('id' in row) ids.add(String(row.id));
      for (const [id] of JSON.stringify(row).matchAll(UPLOAD)) uploadIds.add(id);
    }
  return { ids: [...ids], uploadIds: [...uploadIds] };
}

/**
 * Returns everything that a project holds of a person, as one JSON document in pieces: no more than a page of rows is in memory.
 * PostgreSQL is read as it is at one moment.
 */
export async function* exportPerson(
  { db, data, analytics, findIdentifiers }: PeopleDeps,
  projectId: string,
  asked: Person,
): AsyncGenerator<string> {
  const person = await findIdentifiers(db, projectId, asked);
  const head = {
    project_id: formatId('prj', projectId),
    exported_at: new Date().toISOString(),
    person: { emails: person.emails, user_ids: person.userIds },
  };
  yield JSON.stringify(head).slice(0, -1);
  yield* snapshot(db, async function* (tx) {
    for (const [name, read] of sectionsOf(data))
      yield* renderSection(
        name,
        readPages((page) => read(tx, projectId, person, page)),
      );
  });
  yield* renderSection(
    'analytics_events',
    readPages((page) => analytics.findEvents(projectId, person, page)),
  );
  yield '}\n';
}

async function* renderSection(name: string, rows: AsyncIterable<object>): AsyncGenerator<string> {
  let before = `,\n${JSON.stringify(name)}:[`;
  for await (const row of rows) {
    yield `${before}\n${JSON.stringify(row)}`;
    before = ',';
  }
  yield before === ',' ? ']' : `${before}]`;
}
