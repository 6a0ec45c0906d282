import type { ArchivedTable, ArchivedTables } from '../../platform/postgres/archived.ts';
import type { Column } from './tables-store.ts';

export const FORMAT = 'earshot-archive';
/** Version of the format. A change that earlier versions of Earshot cannot read increases it. */
export const VERSION = 1;
export const MANIFEST = 'manifest.json';
export const PROJECT = 'project.json';
export const UPLOADS = 'uploads/';

/** A file in an archive. */
export interface ArchivedFile {
  bytes: number;
  /** In hexadecimal digits. */
  sha256: string;
  /** Number of rows, for JSON Lines. */
  rows?: number;
}

/** The last file of an archive, which describes the others. */
export interface Manifest {
  format: typeof FORMAT;
  version: number;
  /** Version of Earshot that wrote the archive. */
  earshot_version: string;
  created_at: string;
  /** URL of the instance, which URLs of uploads begin with. */
  url: string;
  project: { id: string; name: string; slug: string };
  personal_data: boolean;
  files: Record<string, ArchivedFile>;
}

/** Returns the numbers of rows by the name of the file. */
export const countRows = ({ files }: Manifest): Record<string, number> =>
  Object.fromEntries(
    Object.entries(files).flatMap(([name, { rows }]) => (rows === undefined ? [] : [[name.replace(/\.jsonl$/, ''), rows]])),
  );

/** Tables outside of the services. Rows of uploads have a file each. */
export const OWN_TABLES: ArchivedTables = {
  tables: [
    { table: 'uploads', ids: { id: 'upl' } },
    {
      table: 'content_versions',
      ids: { id: 'ver', content_id: 'cl', index_id: 'idx' },
      members: ['actor_id'],
      personal: { actor_name: 'NULL' },
    },
  ],
  omitted: {
    audit_entries: 'names actions of members',
    end_user_codes: 'codes of the last hour',
    end_user_sessions: 'credentials of people, who sign in again',
    idempotency_keys: 'responses to requests of the last day',
    import_chunks: 'uploaded files of imports',
    import_files: 'uploaded files of imports',
    import_images: 'images of imports, which are in the uploads',
    import_problems: 'uploaded files of imports',
    imports: 'jobs of the instance',
    mails: 'sent by the instance',
    notification_preferences: 'accounts of members',
    notifications: 'accounts of members',
    project_exports: 'the archives themselves',
    project_domain_checks: 'a domain is verified by one project of an instance',
    project_domains: 'a domain is verified by one project of an instance',
    project_former_slugs: 'slugs belong to the instance',
    project_identity_secrets: 'secrets',
    project_keys: 'keys',
    project_members: 'accounts of members',
    proposals: 'proposals of the last 90 days, which can be made again',
    report_periods: 'reports that were sent by the instance',
    report_subscriptions: 'recipients of mails, who subscribe to the reports of one instance',
    request_log: 'requests to the instance, of seven days',
    service_accounts: 'credentials',
    told: 'mails that were sent by the instance',
    webhook_attempts: 'sent by the instance',
    webhook_deliveries: 'sent by the instance',
    webhook_endpoints: 'secrets',
    webhook_events: 'recent events for streams of the instance',
  },
};

const ID = { type: 'string', format: 'uuid' };
/** Other years are mistakes, and reports by day would have millions of days. */
const YEAR = '^(19[7-9]|20[0-9])[0-9]-';
const TYPES: Record<string, object> = {
  uuid: ID,
  text: { type: 'string' },
  'text[]': { type: 'array', items: { type: 'string' } },
  'uuid[]': { type: 'array', items: ID },
  boolean: { type: 'boolean' },
  smallint: { type: 'integer', minimum: -(2 ** 15), maximum: 2 ** 15 - 1 },
  integer: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  bigint: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  'double precision': { type: 'number' },
  numeric: { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' },
  date: { type: 'string', format: 'date', pattern: YEAR },
  'timestamp with time zone': { type: 'string', format: 'date-time', pattern: YEAR },
  jsonb: {},
};
/** Scripts in links (`javascript:`) would run on public pages. */
const URL = { type: 'string', pattern: '^([Hh][Tt][Tt][Pp][Ss]?:/)?/' };

function describeColumn({ values = {}, schemas = {} }: ArchivedTable, { name, type, isNullable }: Column): object {
  const schema = values[name]
    ? { type: 'string', enum: values[name] }
    : (schemas[name] ?? (type === 'text' && /(?:^|_)url$/.test(name) ? URL : TYPES[type]));
  if (!schema) throw new Error(`Archives have no form for ${type}, the type of ${name}`);
  return isNullable && 'type' in schema ? { anyOf: [schema, { type: 'null' }] } : schema;
}

/** Returns the JSON Schema of the rows of a table. Columns with a default may be missing, as in archives of earlier versions. */
export const describeRows = (table: ArchivedTable, columns: Column[]): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: table.table,
  type: 'object',
  properties: Object.fromEntries(columns.map((column) => [column.name, describeColumn(table, column)])),
  required: columns.filter(({ isNullable, hasDefault }) => !isNullable && !hasDefault).map(({ name }) => name),
  additionalProperties: false,
});
