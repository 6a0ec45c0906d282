import { globSync, readdirSync, readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';

const SERVER = new URL('../../', import.meta.url);

const SERVICES = readdirSync(new URL('src/services', SERVER), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
/** Tables that the platform needs. */
const OF_PLATFORM: Record<string, string> = {
  idempotency_keys: 'platform/api',
  instance_secrets: 'platform/postgres',
  search_versions: 'platform/text',
};

/** Returns the folder of `src` that owns a table: a service whose name starts with the first word of the table, or else the instance. */
export function findTableOwner(table: string): string {
  const [word = ''] = table.split('_');
  const service = SERVICES.find((name) => name.startsWith(word));
  return service ? `services/${service}` : (OF_PLATFORM[table] ?? 'instance');
}

/** Types of values as the driver returns them. */
const TYPES: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'Date',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  // Integers that a number cannot represent exactly.
  int8: 'string',
  jsonb: 'unknown',
  numeric: 'string',
  text: 'string',
  timestamptz: 'Date',
  tsvector: 'string',
  uuid: 'string',
  varbit: 'string',
  xid8: 'string',
};

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
}

/** Renders the rows of all tables of the instance and the services as types, a file for each folder that owns tables. */
export async function renderTables(): Promise<{ file: URL; content: string }[]> {
  const columns = await readColumns();
  const byOwner = Map.groupBy(columns, ({ table }) => findTableOwner(table));
  return [...byOwner]
    .filter(([owner]) => !owner.startsWith('platform/'))
    .map(([owner, owned]) => ({
      file: new URL(`src/${owner}/tables.ts`, SERVER),
      content: `// Generated from server/migrations by \`npm run generate\`.

/** Rows of tables, as the driver returns them. */
export interface Tables {
${[...Map.groupBy(owned, ({ table }) => table)].map(([table, of]) => renderTable(table, of)).join('\n')}
}
`,
    }));
}

const renderTable = (table: string, columns: Column[]): string =>
  `  ${table}: {\n${columns.map(({ name, type, nullable }) => `    ${name}: ${toType(type, nullable)};`).join('\n')}\n  };`;

function toType(type: string, isNullable: boolean): string {
  const element = type.startsWith('_') ? type.slice(1) : undefined;
  const found = TYPES[element ?? type];
  if (!found) throw new Error(`codegen/tables.ts lacks the type ${type}`);
  if (found === 'unknown') return found;
  return `${found}${element ? '[]' : ''}${isNullable ? ' | null' : ''}`;
}

/** Applies all migrations to an empty database, and reads its columns. */
async function readColumns(): Promise<Column[]> {
  const database = await PGlite.create();
  try {
    for (const file of globSync('migrations/*.sql', { cwd: SERVER }).toSorted())
      await database.exec(readFileSync(new URL(file, SERVER), 'utf8'));
    const { rows } = await database.query<Column>(`
      SELECT table_name AS table, column_name AS name, udt_name AS type, is_nullable = 'YES' AS nullable
      FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, ordinal_position`);
    return rows;
  } finally {
    await database.close();
  }
}
