import type { Language } from '@earshot/contract/shared/languages';
import type { Role } from '@earshot/contract/instance/values';
import { DEFAULT_SETTINGS, type ProjectSettings } from '@earshot/contract/instance/projects';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { UPLOAD_ID } from '../../platform/ids.ts';
import type { Db, Transaction } from '../../platform/postgres/database.ts';
import { ascending, type PageRows, readPage, timeKey, uuidKey } from '../../platform/postgres/paging.ts';

export interface Project {
  id: string;
  name: string;
  slug: string;
  settings: ProjectSettings;
  /** The verified custom domain. */
  served_domain: string | null;
  /** The default API key. */
  api_key: string;
  /** Whether the project was created with sample data. */
  is_sample: boolean;
  created_at: Date;
  updated_at: Date;
}

type Section = keyof ProjectSettings;
type StoredProject = Omit<Project, 'settings'> & { settings: Partial<Record<Section, object>> };

const columns = sql`p.id, p.name, p.slug, p.settings, p.is_sample, p.created_at, p.updated_at,
  (SELECT k.key FROM project_keys k WHERE k.project_id = p.id AND k.is_default) AS api_key,
  (SELECT d.domain FROM project_domains d WHERE d.project_id = p.id AND d.state IN ('verified', 'failing')) AS served_domain`;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns stored values in the order of the defaults, which JSONB does not keep, and defaults for those that are not stored. */
const fill = (defaults: object, stored: object): object => ({
  ...defaults,
  ...Object.fromEntries(
    Object.entries(stored).map(([name, value]: [string, unknown]) => {
      const usual: unknown = defaults[name as keyof typeof defaults];
      return [name, isObject(usual) ? fill(usual, value as object) : value];
    }),
  ),
});

/** Only differences from the defaults are stored, so that improved defaults apply to all projects. */
const withDefaults = <T extends StoredProject>(row: T) => ({
  ...row,
  settings: Object.fromEntries(
    Object.entries(DEFAULT_SETTINGS).map(([section, defaults]) => [
      section,
      fill(defaults, row.settings[section as Section] ?? {}),
    ]),
  ) as unknown as ProjectSettings,
});

export async function findProject(db: Db, id: string): Promise<Project | undefined> {
  const { rows } = await sql<StoredProject>`SELECT ${columns} FROM projects p WHERE p.id = ${id}`.execute(db);
  return rows[0] && withDefaults(rows[0]);
}

/** Returns the test settings of a project, from the primary: a project must not send mail after the switch. */
export async function findTestSettings(db: Db, id: string): Promise<ProjectSettings['test']> {
  return (await findProject(db, id))?.settings.test ?? DEFAULT_SETTINGS.test;
}

/** Name, color and logo for pages of links in mails. */
export const toBrand = ({ name, settings: { mail, pages } }: Pick<Project, 'name' | 'settings'>) => ({
  name,
  color: mail.color,
  logo: { light: pages.logo_url, dark: pages.logo_dark_url },
});

/** Returns a project for texts in a language other than its own. */
export const inLanguage = (project: Project, language: Language | undefined): Project =>
  language === undefined
    ? project
    : { ...project, settings: { ...project.settings, pages: { ...project.settings.pages, language } } };

/** Returns the brand of a project, or undefined when the project is deleted. */
export async function findBrand(db: Db, id: string): Promise<ReturnType<typeof toBrand> | undefined> {
  const project = await findProject(db, id);
  return project && toBrand(project);
}

/** Returns the given uploads that the settings of a project mention. */
export async function findMentionedUploads(db: Db, projectId: string, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT found[1] AS id FROM projects, regexp_matches(settings::text, ${UPLOAD_ID}, 'g') AS found
    WHERE projects.id = ${projectId} AND found[1] = ANY(${ids}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** A project, found by one of its API keys. */
export interface ProjectOfKey extends Project {
  key_id: string;
  /** Origins of web pages that may use the key. Empty for all. */
  allowed_origins: string[];
  /** Whether the last recorded use is more than a minute ago. */
  is_stale: boolean;
}

export async function findProjectByKey(db: Db, key: string): Promise<ProjectOfKey | undefined> {
  const { rows } = await sql<StoredProject & Pick<ProjectOfKey, 'key_id' | 'allowed_origins' | 'is_stale'>>`
    /* all projects */ SELECT ${columns}, given.id AS key_id, given.allowed_origins,
      coalesce(given.last_used_at < now() - interval '1 minute', true) AS is_stale
    FROM projects p JOIN project_keys given ON given.project_id = p.id
    WHERE given.key = ${key} AND (given.expires_at IS NULL OR given.expires_at > now())`.execute(db);
  return rows[0] && withDefaults(rows[0]);
}

export async function findProjectBySlug(db: Db, slug: string): Promise<Project | undefined> {
  const { rows } = await sql<StoredProject>`SELECT ${columns} FROM projects p WHERE p.slug = ${slug}`.execute(db);
  return rows[0] && withDefaults(rows[0]);
}

/** Returns the projects of a user, or those of them that a token is limited to. */
export async function listMemberProjects(db: Db, userId: string, { only, rows }: { only: string[] | null; rows: PageRows }) {
  const page = await readPage<StoredProject & { role: Role }>(db, {
    columns: sql`${columns}, m.role`,
    source: sql`/* all projects */ project_members m JOIN projects p ON p.id = m.project_id
      WHERE m.user_id = ${userId} AND (${only}::uuid[] IS NULL OR m.project_id = ANY(${only}::uuid[]))`,
    order: ascending(timeKey(sql`m.created_at`), uuidKey(sql`p.id`)),
    rows,
  });
  return { ...page, rows: page.rows.map(withDefaults) };
}

/** Returns the next project ids after a cursor, in order. */
export async function listProjectIds(db: Db, { after, limit }: { after?: string; limit: number }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM projects WHERE ${after ?? null}::uuid IS NULL OR id > ${after ?? null} ORDER BY id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the oldest project: the one of a first local start. */
export async function findFirstProject(db: Db): Promise<(Project & { is_ownerless: boolean }) | undefined> {
  const { rows } = await sql<StoredProject & { is_ownerless: boolean }>`
    SELECT ${columns}, NOT EXISTS (SELECT FROM project_members m WHERE m.project_id = p.id) AS is_ownerless
    FROM projects p ORDER BY p.created_at, p.id LIMIT 1`.execute(db);
  return rows[0] && withDefaults(rows[0]);
}

/** Returns false when the slug is taken. */
export async function insertProject(db: Db, { id, name, slug }: { id: string; name: string; slug: string }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO projects (id, name, slug) VALUES (${id}, ${name}, ${slug}) ON CONFLICT (slug) DO NOTHING`.execute(db);
  return numAffectedRows === 1n;
}

export async function markSample(db: Db, id: string): Promise<void> {
  await sql`UPDATE projects SET is_sample = true WHERE id = ${id}`.execute(db);
}

/** Returns the id of the project with sample data that a user owns. */
export async function findSample(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    /* all projects */ SELECT p.id FROM projects p JOIN project_members m ON m.project_id = p.id
    WHERE p.is_sample AND m.user_id = ${userId} AND m.role = 'owner' ORDER BY p.id LIMIT 1`.execute(db);
  return rows[0]?.id;
}

const FIRST_PROJECT_LOCK = 0x65_61_72_66;

/** Locks the creation of the first project until the transaction ends. */
export async function lockFirstProject(tx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${FIRST_PROJECT_LOCK})`.execute(tx);
}

export async function updateProject(db: Db, id: string, change: { name?: string; slug?: string }): Promise<void> {
  await sql`
    UPDATE projects SET name = coalesce(${change.name ?? null}, name), slug = coalesce(${change.slug ?? null}, slug), updated_at = now()
    WHERE id = ${id}`.execute(db);
}

/** Updates the given settings of one service. */
export async function updateSettings(db: Db, id: string, section: string, change: object): Promise<void> {
  await sql`
    UPDATE projects SET updated_at = now(),
      settings = jsonb_set(settings, ARRAY[${section}::text], coalesce(settings -> ${section}::text, '{}') || ${JSON.stringify(change)}::jsonb)
    WHERE id = ${id}`.execute(db);
}

/**
 * Locks the project's row until the transaction ends, which serializes changes of settings and members. Rows that refer to the project can
 * be inserted meanwhile.
 */
export async function lockProject(db: Db, id: string): Promise<Project | undefined> {
  const { rows } = await sql<StoredProject>`SELECT ${columns} FROM projects p WHERE p.id = ${id} FOR NO KEY UPDATE OF p`.execute(
    db,
  );
  return rows[0] && withDefaults(rows[0]);
}

/**
 * Returns the current settings of a project, which change only after the transaction ends: for rows whose columns depend on settings. Call it
 * before other rows are locked, in the order of imports, which lock the project first.
 */
export async function lockSettings(tx: Transaction, id: string): Promise<ProjectSettings | undefined> {
  const { rows } = await sql<StoredProject>`SELECT ${columns} FROM projects p WHERE p.id = ${id} FOR SHARE OF p`.execute(tx);
  return rows[0] && withDefaults(rows[0]).settings;
}

/** All tables of a project have cascading foreign keys. */
export async function deleteProject(db: Db, id: string): Promise<void> {
  await sql`DELETE FROM projects WHERE id = ${id}`.execute(db);
}

export async function listIdentitySecrets(db: Db, projectId: string) {
  const { rows } = await sql<Tables['project_identity_secrets']>`
    SELECT project_id, secret, created_at, expires_at FROM project_identity_secrets
    WHERE project_id = ${projectId} AND (expires_at IS NULL OR expires_at > now()) ORDER BY expires_at DESC NULLS FIRST`.execute(
    db,
  );
  return rows;
}

export async function insertIdentitySecret(db: Db, projectId: string, secret: string): Promise<void> {
  await sql`INSERT INTO project_identity_secrets (project_id, secret) VALUES (${projectId}, ${secret})`.execute(db);
}

/**
 * Expires the current secret after `graceSeconds`. The previous one expires immediately: at most two secrets are valid. Without a grace
 * period, sessions on public pages that began with a signed token end, because they may have begun with a forged token.
 */
export async function expireIdentitySecrets(db: Db, projectId: string, graceSeconds: number): Promise<void> {
  await sql`DELETE FROM project_identity_secrets WHERE project_id = ${projectId} AND (expires_at IS NOT NULL OR ${graceSeconds} = 0)`.execute(
    db,
  );
  if (graceSeconds === 0)
    await sql`DELETE FROM end_user_sessions WHERE project_id = ${projectId} AND user_id IS NOT NULL`.execute(db);
  await sql`UPDATE project_identity_secrets SET expires_at = now() + make_interval(secs => ${graceSeconds}) WHERE project_id = ${projectId}`.execute(
    db,
  );
}
