import { HttpError } from '../../../platform/api/errors.ts';
import type { Db, Transaction } from '../../../platform/postgres/database.ts';
import { randomLetters } from '../../../platform/random.ts';
import { toSlug } from '../../../instance/projects/projects.ts';
import * as formerSlugs from './former-slugs-store.ts';
import { type Document, findBySlug, insertDocuments, type Texts } from './documents-store.ts';
import type { IndexKey } from '../index/vocabulary-store.ts';

const SUFFIX_LETTERS = 6;
const SUFFIX = new RegExp(`-[a-z0-9]{${SUFFIX_LETTERS}}$`);
/** Attempts to find a free slug. */
const ATTEMPTS = 3;

export const slugIsTaken = () => new HttpError('documents.slug_taken');

/** Returns the slug of a document that does not choose one: of its title, or of its external id for titles in other scripts. */
export const deriveSlug = (title: string, externalId: string | null, at: Date): string =>
  toSlug(title, toSlug(externalId ?? '', `article-${at.toISOString().slice(0, 10)}`));

/** Returns another slug for a document whose slug is taken. */
export const varySlug = (slug: string) => `${slug}-${randomLetters(SUFFIX_LETTERS)}`;

/** Returns whether a slug is the one of a title, possibly varied. */
export const isDerived = (slug: string, derived: string) => slug === derived || slug.replace(SUFFIX, '') === derived;

/** @throws {HttpError} 409 when a document has a slug that another document of the project has */
export async function checkSlug(
  db: Db,
  index: IndexKey,
  { slug, external_id: externalId }: { slug?: string; external_id?: string },
): Promise<void> {
  const owner = slug === undefined ? undefined : await findBySlug(db, index.project_id, slug);
  const isSame = owner?.index_id === index.id && owner.external_id !== null && owner.external_id === externalId;
  if (owner && !isSame) throw slugIsTaken();
}

/**
 * Inserts documents, and sets their derived categories. Those of `derived` get another slug when theirs is taken.
 * @throws {HttpError} 409 when a chosen slug is taken
 */
export async function insertWithSlugs(tx: Transaction, documents: (Document & Texts)[], derived: Set<string>): Promise<void> {
  let remaining = documents;
  for (let attempt = 0; remaining.length; attempt++) {
    const inserted = await insertDocuments(tx, remaining);
    for (const document of remaining) document.category = inserted.get(document.id) ?? document.category;
    remaining = remaining.filter(({ id }) => !inserted.has(id));
    if (attempt === ATTEMPTS || remaining.some(({ id }) => !derived.has(id))) throw slugIsTaken();
    for (const document of remaining) document.slug = varySlug(document.slug);
  }
}

/** Keeps the former slugs of documents that have new ones. Drafts that were never published have none. */
export async function recordSlugs(tx: Transaction, changes: { before: Document | undefined; after: Document }[]): Promise<void> {
  const changed = changes.filter(({ before, after }) => before?.slug !== after.slug);
  const [first] = changed;
  if (!first) return;
  await formerSlugs.endFormerSlugs(
    tx,
    first.after.project_id,
    changed.map(({ after }) => after.slug),
  );
  for (const { before } of changed) if (before?.published_at) await formerSlugs.insertFormerSlug(tx, before);
}
