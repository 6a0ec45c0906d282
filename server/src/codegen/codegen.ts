import { readFileSync } from 'node:fs';
import { createStatements } from '../platform/clickhouse/schema.ts';
import { VARIABLES } from '../platform/config/config.ts';
import { renderCliFields } from './cli-fields.ts';
import { renderCliReference } from './cli-reference.ts';
import { renderLicenses } from './licenses.ts';
import { loadOpenApi } from './openapi.ts';
import { renderOperations } from './operations.ts';
import { renderSdkTypes } from './sdk-types.ts';
import { renderSources } from './sources.ts';
import { renderTables } from './tables.ts';
import { renderWidgetTexts } from './widget-texts.ts';

const CONFIGURATION = new URL('../../../docs/configuration.md', import.meta.url);
const LOCK_FILE = new URL('../../../package-lock.json', import.meta.url);

/** Renders all generated files of the repository. */
export async function renderFiles(): Promise<{ file: URL; content: string }[]> {
  const openApi = await loadOpenApi();
  return [
    { file: new URL('../../../contract/operations.txt', import.meta.url), content: renderOperations(openApi) },
    { file: new URL('../../../sdk/src/types.ts', import.meta.url), content: renderSdkTypes(openApi) },
    { file: new URL('../../../cli/src/fields.ts', import.meta.url), content: renderCliFields(openApi) },
    { file: new URL('../../../docs/cli.md', import.meta.url), content: renderCliReference() },
    { file: new URL('../../../.env.example', import.meta.url), content: renderEnvExample() },
    { file: new URL('../../../docs/sources.md', import.meta.url), content: renderSources() },
    { file: new URL('../../../docs/clickhouse-cluster.sql', import.meta.url), content: renderClusterTables() },
    { file: new URL('../../../docs/licenses.md', import.meta.url), content: renderLicenses(readFileSync(LOCK_FILE, 'utf8')) },
    ...(await renderTables()),
    ...renderWidgetTexts(),
    { file: CONFIGURATION, content: insertTable(readFileSync(CONFIGURATION, 'utf8'), renderVariables()) },
  ];
}

/** Renders the statements that create the tables of a ClickHouse cluster. */
const renderClusterTables = () =>
  `-- Tables that Earshot creates on CLICKHOUSE_URL with EARSHOT_CLICKHOUSE_CLUSTER=acme. {shard}, {replica}, {database} and {table} are
-- macros of the ClickHouse servers.

${createStatements('acme').join(';\n\n')};\n`;

interface DocumentedVariable {
  description: string;
  default?: string;
  example?: string;
}

const documentedVariables = Object.entries(VARIABLES) as [string, DocumentedVariable][];

function renderEnvExample(): string {
  const variables = documentedVariables.map(
    ([name, { description, default: preset, example = '' }]) => `# ${description}\n#${name}=${preset ?? example}`,
  );
  return `# All environment variables of Earshot. Values are defaults, or examples for variables without a default.\n\n${variables.join('\n\n')}\n`;
}

function renderVariables(): string {
  const rows = documentedVariables.map(
    ([name, { description, default: preset }]) =>
      `| \`${name}\` | ${preset ? `\`${preset}\`` : ''} | ${description.replaceAll('<', String.raw`\<`)} |`,
  );
  return ['| Variable | Default | Description |', '| --- | --- | --- |', ...rows].join('\n');
}

/** Replaces the table between the two marks of a document. */
function insertTable(document: string, table: string): string {
  const marks = /(<!-- variables -->)[\s\S]*(<!-- \/variables -->)/;
  if (!marks.test(document)) throw new Error('docs/configuration.md lacks the marks <!-- variables --> and <!-- /variables -->');
  return document.replace(marks, (_all, begin: string, end: string) => `${begin}\n\n${table}\n\n${end}`);
}
