import { ImportTestimonials, TestimonialRecord as schema } from '@earshot/contract/services/testimonials/imports';
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
import { type Batch, checkPastTimes, type Importer } from '../../../instance/imports/importer.ts';
import { isNews } from '../../../instance/notifications/notifications.ts';
import { lockProject } from '../../../instance/projects/store.ts';
import type { HttpError } from '../../../platform/api/errors.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { uniqueTags } from '../../../platform/text/tags.ts';
import { insertTestimonials, recount, type Testimonial } from '../store.ts';
import { buildSubmitted, type Deps, draftTestimonial, toVideoUrl } from '../testimonials.ts';
import { deleteImported, findByExternalIds, updateTestimonials } from './store.ts';

type TestimonialRecord = Static<typeof schema>;

/** Imports testimonials with their authors, dates and consent. */
export function createTestimonialImporter({ events }: Pick<Deps, 'events'>): Importer<TestimonialRecord> {
  return {
    collection: 'testimonials',
    schema,
    plan: async (db, { project }, records) =>
      (await decide(db, project.id, records)).map((decision) => toOutcome('tm', decision, { isPlanned: true })),
    save: async (tx, { project, importId, notify }, records) => {
      // Two batches could create a record twice.
      await lockProject(tx, project.id);
      const decisions = await decide(tx, project.id, records);
      const changes = findChanges(decisions);
      const [added, updated] = [changes.filter(({ from }) => !from), changes.filter(({ from }) => from)];
      await insertTestimonials(
        tx,
        project.id,
        added.map(({ to }) => ({ ...to, import_id: importId })),
      );
      await updateTestimonials(
        tx,
        project.id,
        updated.map(({ to }) => to),
      );
      if (notify)
        await events.record(
          tx,
          project.id,
          added.map(({ to }) => buildSubmitted(to, { isPast: !isNews(to) })),
        );
      await recount(tx, project.id, changes);
      return decisions.map((decision) => toOutcome('tm', decision));
    },
    undo: async (tx, projectId, importId, limit) => {
      const deleted = await deleteImported(tx, projectId, importId, limit);
      await recount(
        tx,
        projectId,
        deleted.map((from) => ({ from, to: null })),
      );
      return deleted.length;
    },
  };
}

async function decide(db: Db, projectId: string, records: TestimonialRecord[]): Promise<(Decision<Testimonial> | HttpError)[]> {
  const stored = await findByExternalIds(
    db,
    projectId,
    records.flatMap(({ external_id: id }) => id ?? []),
  );
  const byExternalId = new Map(stored.map((testimonial) => [testimonial.external_id, testimonial]));
  const findDuplicate = createDuplicateCheck('external_id');
  return records.map((record) => {
    const refusal =
      findDuplicate(record.external_id) ??
      findRefusal(() => {
        checkPastTimes(record.consent ?? {}, 'consent.');
        if (record.video_url) toVideoUrl(record.video_url);
      });
    if (refusal) return refusal;
    const from = record.external_id === undefined ? undefined : byExternalId.get(record.external_id);
    return from ? { from, to: changeTestimonial(from, record) } : { from: null, to: createTestimonial(projectId, record) };
  });
}

function createTestimonial(projectId: string, record: TestimonialRecord): Testimonial {
  const { author_name, content, rating, external_id: externalId = null } = record;
  const draft = draftTestimonial(projectId, { author_name, content, rating }, parseTime(record.created_at));
  return { ...changeRow(draft, toChange(record, draft)), external_id: externalId };
}

function changeTestimonial(from: Testimonial, record: TestimonialRecord): Testimonial {
  const to = changeRow(from, toChange(record, from));
  return to === from ? from : { ...to, updated_at: new Date() };
}

/** Returns the fields of a record. A decision that was made here is kept. */
function toChange(record: TestimonialRecord, { status, consent, created_at: created }: Testimonial): Partial<Testimonial> {
  const { external_id: _externalId, status: given, created_at: time, ...fields } = record;
  return {
    ...fields,
    author_title: toNull(record.author_title),
    author_company: toNull(record.author_company),
    video_url: record.video_url && toVideoUrl(record.video_url),
    tags: record.tags && uniqueTags(record.tags),
    status: status === 'pending' ? given : undefined,
    consent: record.consent && {
      ...record.consent,
      agreed_at:
        parseTime(record.consent.agreed_at)?.toISOString() ?? consent?.agreed_at ?? (parseTime(time) ?? created).toISOString(),
    },
    created_at: parseTime(time),
  };
}

export const buildTestimonialBatch = (db: Db, importer: Importer<TestimonialRecord>): Batch => ({
  db,
  importer,
  path: '/v1/testimonials/batch',
  id: 'importTestimonials',
  summary: 'Import testimonials',
  description:
    'Adds up to 1,000 testimonials of another system with their authors, dates and consent. They are `pending` unless the record has a status. Authors get no email.',
  tag: 'Testimonials',
  scope: 'testimonials:write',
  body: ImportTestimonials,
});
