import { ChangelogRecord as schema, ImportChangelog } from '@earshot/contract/services/changelog/imports';
import { setImmediate } from 'node:timers/promises';
import type { Static } from 'typebox';
import {
  changeRow,
  createDuplicateCheck,
  type Decision,
  findChanges,
  findRefusal,
  parseTime,
  toNull,
  toOutcome,
} from '../../../instance/imports/decisions.ts';
import type { Batch, ImportContext, Importer } from '../../../instance/imports/importer.ts';
import { toSlug } from '../../../instance/projects/projects.ts';
import { lockProject } from '../../../instance/projects/store.ts';
import { deleteVersions } from '../../../instance/versions/store.ts';
import { recordVersion } from '../../../instance/versions/versions.ts';
import { type HttpError, invalidField } from '../../../platform/api/errors.ts';
import { formatId, newId, NIL_ID, parseId } from '../../../platform/ids.ts';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { uniqueTags } from '../../../platform/text/tags.ts';
import { isSameRendering, renderContent } from '../rendering/content.ts';
import { annotateEntries, buildPublished, type Deps, lexemesFor, varySlug } from '../changelog.ts';
import { deleteFormerSlugs, insertFormerSlug } from '../former-slugs-store.ts';
import { type Entry, WITHOUT_SUCCESS } from '../store.ts';
import * as store from './store.ts';

type ChangelogRecord = Static<typeof schema>;

export interface ImportDeps extends Deps {
  /** Returns the ids of feedback entries of the project by their external ids. */
  findFeedbackByExternalIds: (db: Db, projectId: string, externalIds: string[]) => Promise<Map<string, string>>;
  /** Deletes the marks of entries in the charts of analytics. */
  deleteAnnotations: (tx: Transaction, projectId: string, entryIds: string[]) => Promise<void>;
}

/** Imports releases that were published elsewhere, and drafts. */
export function createChangelogImporter(deps: ImportDeps): Importer<ChangelogRecord> {
  return {
    collection: 'changelog',
    schema,
    plan: async (db, { project }, records, upcoming) =>
      (await decide(deps, db, project.id, records, upcoming)).map((decision) => toOutcome('cl', decision, { isPlanned: true })),
    save: async (tx, context, records) => {
      const { project, notify } = context;
      // Two batches could create a record twice. The context has the settings from the start of the import.
      const { settings } = (await lockProject(tx, project.id)) ?? project;
      const decisions = await decide(deps, tx, project.id, records);
      const changes = findChanges(decisions);
      for (const { from, to } of changes) {
        if (from && isSameRendering(from, to)) continue;
        // Lets other requests run between two texts.
        await setImmediate();
        to.content_html = await renderContent(to, settings.pages.language);
      }
      const added = changes.filter(({ from }) => !from).map(({ to }) => to);
      await insert(tx, context, added);
      await update(tx, context, changes.filter(hasEntry));
      await annotateEntries(
        tx,
        deps,
        project,
        changes.map(({ to }) => to),
      );
      const published = added.filter(({ status }) => status === 'published');
      if (notify)
        await deps.events.record(
          tx,
          project.id,
          await Promise.all(published.map((entry) => buildPublished(project, deps.publicUrl(), entry))),
        );
      return decisions.map((decision) => toOutcome('cl', decision));
    },
    findPaths: async (db, projectId, ids) => {
      const slugs = await store.findPublishedSlugs(
        db,
        projectId,
        ids.flatMap((id) => parseId('cl', id) ?? []),
      );
      return new Map(slugs.map(({ id, slug }) => [formatId('cl', id), `/changelog/${encodeURIComponent(slug)}`]));
    },
    undo: async (tx, projectId, importId, limit) => {
      const ids = await store.deleteImported(tx, projectId, importId, limit);
      await deleteVersions(tx, projectId, ids);
      await deps.deleteAnnotations(tx, projectId, ids);
      return ids.length;
    },
  };
}

const withLexemes = (entry: Entry) => ({ ...entry, lexemes: lexemesFor(entry) });

/** Inserts entries. Those whose slug is taken get another one. Like documents, they have no versions until their first change. */
async function insert(tx: Transaction, { project, importId }: ImportContext, entries: Entry[]): Promise<void> {
  for (let rest = entries; rest.length;) {
    const inserted = new Set(await store.insertEntries(tx, { projectId: project.id, importId }, rest.map(withLexemes)));
    rest = rest.filter(({ id }) => !inserted.has(id));
    for (const entry of rest) entry.slug = varySlug(entry.slug);
  }
  await deleteFormerSlugs(
    tx,
    project.id,
    entries.map(({ slug }) => slug),
  );
}

type Update = Decision<Entry> & { from: Entry };
const hasEntry = (change: Decision<Entry>): change is Update => change.from !== null;

async function update(tx: Transaction, { project, actor }: ImportContext, changes: Update[]): Promise<void> {
  if (!changes.length) return;
  const renamed = changes.filter(({ from, to }) => from.slug !== to.slug);
  const taken = new Set(
    await store.findTakenSlugs(
      tx,
      project.id,
      renamed.map(({ to }) => to.slug),
    ),
  );
  for (const { from, to } of renamed) {
    if (taken.has(to.slug)) to.slug = from.slug;
    taken.add(to.slug);
  }
  await store.updateEntries(
    tx,
    project.id,
    changes.map(({ to }) => withLexemes(to)),
  );
  const moved = renamed.filter(({ from, to }) => from.slug !== to.slug);
  await deleteFormerSlugs(
    tx,
    project.id,
    moved.map(({ to }) => to.slug),
  );
  for (const { from } of moved) await insertFormerSlug(tx, from);
  for (const { from, to } of changes)
    await recordVersion(tx, {
      key: { project_id: project.id, content_id: to.id },
      actor,
      before: from,
      after: to,
      at: to.updated_at,
      isAutosaved: to.status !== 'published',
    });
}

async function decide(
  deps: ImportDeps,
  db: Db,
  projectId: string,
  records: ChangelogRecord[],
  upcoming: ReadonlySet<string> = new Set(),
): Promise<(Decision<Entry> | HttpError)[]> {
  const stored = await store.findByExternalIds(
    db,
    projectId,
    records.flatMap(({ external_id: id }) => id ?? []),
  );
  const byExternalId = new Map(stored.map((entry) => [entry.external_id, entry]));
  const slugs = records.flatMap(({ slug }) => slug ?? []);
  const taken = new Set(await store.findTakenSlugs(db, projectId, slugs));
  const findFeedback = await createFeedbackSearch(deps, db, projectId, records, upcoming);
  const findDuplicate = createDuplicateCheck('external_id');
  return records.map((record) => {
    let feedbackIds: string[] | undefined;
    const refusal = findDuplicate(record.external_id) ?? findRefusal(() => (feedbackIds = findFeedback(record)));
    if (refusal) return refusal;
    const from = record.external_id === undefined ? undefined : byExternalId.get(record.external_id);
    if (!from) return { from: null, to: createEntry(projectId, record, feedbackIds) };
    // A slug of another entry would make each repetition a change.
    const slug = record.slug === undefined || taken.has(record.slug) ? undefined : record.slug;
    const to = changeRow(from, { ...toChange(record), slug, feedback_ids: feedbackIds });
    return { from, to: to === from ? from : { ...to, updated_at: new Date() } };
  });
}

/** Returns a function that returns the feedback of a record. It throws an error that names the unknown entry. */
async function createFeedbackSearch(
  { findFeedbackIds, findFeedbackByExternalIds }: ImportDeps,
  db: Db,
  projectId: string,
  records: ChangelogRecord[],
  upcoming: ReadonlySet<string>,
) {
  const ids = records.flatMap(({ feedback_ids: given = [] }) => given.flatMap((id) => parseId('fb', id) ?? []));
  const externalIds = records.flatMap(({ feedback_external_ids: given = [] }) => given);
  const known = new Set(await findFeedbackIds(db, projectId, ids));
  const byExternalId = await findFeedbackByExternalIds(db, projectId, externalIds);
  const find = (field: 'feedback_ids' | 'feedback_external_ids', given: string[], toId: (text: string) => string | undefined) =>
    given.map((text, index) => {
      const id = toId(text);
      const path = `${field}[${index}]`;
      if (!id) throw invalidField(path, 'not_found', `${path} must be the id of a feedback entry of this project`);
      return id;
    });
  return ({ feedback_ids, feedback_external_ids }: ChangelogRecord): string[] | undefined => {
    if (!feedback_ids && !feedback_external_ids) return undefined;
    const byId = find('feedback_ids', feedback_ids ?? [], (text) => {
      const id = parseId('fb', text);
      return id && known.has(id) ? id : undefined;
    });
    const others = find(
      'feedback_external_ids',
      feedback_external_ids ?? [],
      (text) => byExternalId.get(text) ?? (upcoming.has(text) ? NIL_ID : undefined),
    );
    return [...new Set([...byId, ...others])];
  };
}

function createEntry(projectId: string, record: ChangelogRecord, feedbackIds: string[] = []): Entry {
  const at = parseTime(record.created_at ?? record.published_at) ?? new Date();
  const blank: Entry = {
    project_id: projectId,
    id: newId(),
    title: record.title,
    slug: record.slug ?? toSlug(record.title, `entry-${at.toISOString().slice(0, 10)}`),
    content: '',
    content_html: '',
    version: null,
    type: 'feature',
    tags: [],
    status: 'draft',
    published_at: null,
    scheduled_at: null,
    feedback_ids: feedbackIds,
    created_at: at,
    updated_at: parseTime(record.published_at) ?? at,
    external_id: record.external_id ?? null,
    segment_id: null,
    ...WITHOUT_SUCCESS,
  };
  return { ...changeRow(blank, toChange(record)) };
}

/** Returns the fields of a record, except those that depend on others. */
function toChange(record: ChangelogRecord): Partial<Entry> {
  const published = parseTime(record.published_at);
  return {
    title: record.title,
    content: record.content,
    version: toNull(record.version),
    type: record.type,
    tags: record.tags && uniqueTags(record.tags),
    created_at: parseTime(record.created_at),
    ...(published && { status: 'published', published_at: published, scheduled_at: null }),
  };
}

export const buildChangelogBatch = (db: Db, importer: Importer<ChangelogRecord>): Batch => ({
  db,
  importer,
  path: '/v1/changelog/batch',
  id: 'importChangelog',
  summary: 'Import changelog entries',
  description:
    'Adds up to 1,000 entries of another changelog: those with `published_at` are published at this time, the others are drafts. The status of linked feedback stays as it is. Charts show the releases at their time.',
  tag: 'Changelog',
  scope: 'changelog:write',
  body: ImportChangelog,
});
