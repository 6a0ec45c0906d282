import { type Command, InvalidArgumentError } from 'commander';
import { type Action, choice, define, run } from '../command.ts';
import { CliError, UsageError } from '../errors.ts';
import { findFramework, findHeadFile, FRAMEWORK_NAMES, type Framework } from '../frameworks.ts';
import { isInteractive, note, print, printDone } from '../output.ts';
import { accept } from '../prompts.ts';
import { insertTags, renderSnippet, type Setup, type Widget, WIDGETS } from '../snippet.ts';
import { readTextSync } from '../text-file.ts';

const DEFAULT_WIDGETS: Widget[] = ['feedback'];

/** Adds `init`. */
export function defineInit(program: Command): void {
  define(
    program,
    'init',
    'Set up analytics and widgets in the project of the current folder: find its\nframework, and print the code for its pages, or add it to an HTML file.',
    ['earshot init', 'earshot init --write --widgets feedback,help', 'earshot init --framework next.js --no-widgets'],
  )
    .summary('add analytics and widgets to the current folder')
    .option('--write', 'add the code to the HTML file of all pages')
    .option('--widgets <names>', `comma-separated: ${Object.keys(WIDGETS).join(', ')}`, parseWidgets)
    .option('--no-widgets', 'analytics only')
    .addOption(choice('--framework <name>', 'framework; found by default', FRAMEWORK_NAMES))
    .action(run(init));
}

interface InitOptions {
  write?: boolean;
  /** False with `--no-widgets`, true without an option. */
  widgets: Widget[] | boolean;
  framework?: string;
}

const init: Action<InitOptions> = async (context, { write, widgets, framework: named }) => {
  const framework = findFramework('.', named);
  const file = findHeadFile('.', framework);
  const canWrite = file !== undefined && (framework.syntax === 'html' || framework.syntax === 'astro');
  if (write && !canWrite) throw new UsageError(explainWrite(framework, file));
  const client = await context.projectClient();
  const key = await context.projectKey();
  const setup: Setup = {
    url: context.instance().url,
    key,
    tracker: await client.analytics.tracker(),
    widgets: widgets === true ? DEFAULT_WIDGETS : widgets || [],
  };
  const snippet = renderSnippet(setup, framework.syntax);

  if (canWrite && (write || isInteractive())) {
    const html = readTextSync(file);
    checkMissing(html, file, key);
    note(`${framework.name} project. The code for ${file}:\n\n${snippet}\n`);
    if (write || (await accept(`Add it to ${file}?`))) return await addTo(file, html, setup, framework);
  } else note(`${framework.name} project. Add this to ${file ?? describeFiles(framework)}:\n`);
  print(snippet);
};

async function addTo(file: string, html: string, setup: Setup, { syntax }: Framework): Promise<void> {
  const changed = insertTags(html, setup, syntax);
  if (changed === undefined) throw new CliError(`${file} has no </head>`);
  const { replaceFile } = await import('../replace-file.ts');
  await replaceFile(file, changed);
  printDone(`Added Earshot to ${file}. Open a page, then see \`earshot analytics live\`.`, file);
  for (const widget of setup.widgets.filter((name) => !WIDGETS[name].isFloating))
    note(`Place <${WIDGETS[widget].element} project-key="${setup.key}"></${WIDGETS[widget].element}> where it should appear.`);
}

/** @throws {CliError} when the file loads the tracker already */
function checkMissing(html: string, file: string, key: string): void {
  const [, found] = /\.js"\s+data-key="(pk_\w+)"/.exec(html) ?? [];
  if (found === key) throw new CliError(`${file} already loads Earshot.`);
  if (found) throw new CliError(`${file} loads Earshot with the API key of another project (${found}). Change the key there.`);
}

const explainWrite = (framework: Framework, file: string | undefined): string =>
  file === undefined
    ? `No single file of ${describeFiles(framework)} has a head. Run \`earshot init\`, and add the code to your pages.`
    : `${file} is not an HTML file. Run \`earshot init\`, and add the code to it.`;

const describeFiles = ({ files }: Framework): string => files.join(' or ');

function parseWidgets(text: string): Widget[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !Object.hasOwn(WIDGETS, name));
  if (unknown !== undefined) throw new InvalidArgumentError(`Unknown widget. Use ${Object.keys(WIDGETS).join(', ')}.`);
  return names as Widget[];
}
