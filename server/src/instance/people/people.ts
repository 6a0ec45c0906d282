import { type Actor, recordAudit } from '../audit/audit.ts';
import { formatId, UPLOAD_ID } from '../../platform/ids.ts';
import { type Db, snapshot, type Transaction, transact } from '../../platform/postgres/database.ts';
import type { ExportPage, Person, PersonalData } from '../../platform/postgres/person.ts';
import type { TimelineEntry, TimelinePage } from '../../platform/postgres/timeline.ts';
import type { Reads } from '../../platform/postgres/replica.ts';

/** Rows per query. */
const BATCH = 500;
const UPLOADS = new RegExp(UPLOAD_ID, 'g');

/** Personal data in ClickHouse: events and searches, outside PostgreSQL transactions. */
export interface AnalyticsPeople {
  findEvents: (projectId: string, person: Person, page: ExportPage) => Promise<object[]>;
  findSearches: (projectId: string, person: Person, page: ExportPage) => Promise<object[]>;
  findTimeline: (projectId: string, person: Person, page: TimelinePage) => Promise<TimelineEntry[]>;
  findSearchTimeline: (projectId: string, person: Person, page: TimelinePage) => Promise<TimelineEntry[]>;
  /** Returns the numbers of erased records. Can be repeated after any failure. @throws {HttpError} 503 */
  erase: (projectId: string, person: Person) => Promise<Record<string, number>>;
}

/** Images that the records of a person mention. */
interface PersonUploads {
  /** Deletes those of the given uploads that records do not mention anymore. Returns their file names. */
  erase: (tx: Transaction, projectId: string, ids: string[]) => Promise<string[]>;
  /** Removes files. The hourly cleanup removes files that remain while the storage is unavailable. */
  removeFiles: (names: string[]) => Promise<void>;
}

export interface PeopleDeps {
  db: Db;
  /** In order of erasure. Logs come first, because erasing records creates new webhook deliveries. */
  data: PersonalData[];
  analytics: AnalyticsPeople;
  uploads: PersonUploads;
  /** Adds identifiers that certainly belong to the same person. */
  findIdentifiers: (db: Db, projectId: string, person: Person) => Promise<Person>;
}

const listSections = (data: PersonalData[]) => data.flatMap(({ sections }) => Object.entries(sections));

/** Reads a section page by page. */
async function* readPages(read: (page: ExportPage) => Promise<object[]>): AsyncGenerator<object> {
  for (let offset = 0; ; offset += BATCH) {
    const rows = await read({ limit: BATCH, offset });
    yield* rows;
    if (rows.length < BATCH) return;
  }
}

/**
 * Erases a person from a project. Analytics are erased first, which can be repeated; PostgreSQL follows in one transaction. After
 * any failure, repeating the request completes the erasure. Without an actor, the person erases the own data.
 */
export async function erasePerson(
  { db, data, analytics, uploads, findIdentifiers }: PeopleDeps,
  projectId: string,
  { identifiers, actor }: { identifiers: Person; actor: Actor | null },
): Promise<{ person: Person; erased: Record<string, number> }> {
  const person = await findIdentifiers(db, projectId, identifiers);
  const counted = await analytics.erase(projectId, person);
  const { erased, files } = await transact(db, async (tx) => {
    const { ids, uploadIds } = await findReferences(tx, data, projectId, person);
    const counts: Record<string, number> = {};
    for (const { erase } of data) Object.assign(counts, await erase(tx, projectId, person, ids));
    const names = await uploads.erase(tx, projectId, uploadIds);
    const all = { ...counts, uploads: names.length, ...counted };
    await recordAudit(tx, { projectId, actor, action: 'person.erased', after: all });
    return { erased: all, files: names };
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
  for (const [, read] of listSections(data))
    for await (const row of readPages((page) => read(tx, projectId, person, page))) {
      if ('id' in row) ids.add(String(row.id));
      for (const [id] of JSON.stringify(row).matchAll(UPLOADS)) uploadIds.add(id);
    }
  return { ids: [...ids], uploadIds: [...uploadIds] };
}

/**
 * Yields all data of a person in a project as one JSON document. At most one page of rows is in memory. PostgreSQL is read from one
 * snapshot.
 */
export async function* exportPerson(
  { reads, data, analytics, findIdentifiers }: PeopleDeps & { reads: Reads },
  projectId: string,
  identifiers: Person,
): AsyncGenerator<string> {
  const person = await findIdentifiers(reads.primary, projectId, identifiers);
  const head = {
    project_id: formatId('prj', projectId),
    exported_at: new Date().toISOString(),
    person: { emails: person.emails, user_ids: person.userIds },
  };
  yield JSON.stringify(head).slice(0, -1);
  yield* snapshot(reads, async function* (tx) {
    for (const [name, read] of listSections(data))
      yield* renderSection(
        name,
        readPages((page) => read(tx, projectId, person, page)),
      );
  });
  yield* renderSection(
    'analytics_events',
    readPages((page) => analytics.findEvents(projectId, person, page)),
  );
  yield* renderSection(
    'searches',
    readPages((page) => analytics.findSearches(projectId, person, page)),
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
