import { DOCUMENT_STATUSES, FIGURE_SORTS, INSIGHT_PERIODS } from '@earshot/contract/services/knowledge-base/values';
import { truncate } from '@earshot/contract/shared/text';
import type { SearchResults } from '@earshot/sdk';
import type { Command } from 'commander';
import type { FiguresOptions } from '../articles/arrangement.ts';
import type { AskOptions } from '../articles/ask.ts';
import { CHANGE_FIELDS } from '../articles/output.ts';
import type { PullOptions } from '../articles/pull.ts';
import type { PushOptions } from '../articles/push.ts';
import { type Action, choice, define, defineGroup, type ListOptions, run, withJson, withList } from '../command.ts';
import { type CsvOptions, withCsv, writeCsv } from '../download.ts';
import { type Column, type OutputOptions, printData, printDone, printList } from '../output.ts';
import { count, oneLine } from '../text.ts';

/** Maximum number of results of one search request. */
const MAX_RESULTS = 50;
const INDEX = ['-i, --index <index>', 'collection, by id, external id or name'] as const;

export function defineArticles(program: Command): void {
  const articles = defineGroup(program, 'articles', 'articles of the help center').alias('article');
  definePush(articles);
  definePull(articles);

  defineList(articles);
  defineOrder(articles);
  defineStatus(articles, 'publish', 'published');
  defineStatus(articles, 'unpublish', 'draft');

  withCsv(
    define(articles, 'export', 'Export the articles of a collection as CSV, with their content.', [
      'earshot articles export --output articles.csv',
    ])
      .summary('export the articles of a collection as CSV')
      .option(...INDEX),
  ).action(
    run(async (context, options: CsvOptions & { index?: string }) => {
      const client = await context.projectClient();
      const { findIndex } = await import('../articles/indexes.ts');
      const { id } = await findIndex(client, options.index);
      await writeCsv(context, options, (call) => client.indexes.documents.exportCsv(id, { bom: options.bom }, call));
    }),
  );

  withList(
    define(articles, 'search <query>', 'Search the articles. Searches are not recorded in the insights.', [
      'earshot articles search "export data"',
      "earshot articles search export --limit 1 --jq '.[0].url'",
    ]).summary('search the articles'),
    'SearchResults.results',
  )
    .option(...INDEX)
    .action(run(searchArticles));

  withJson(
    define(
      articles,
      'ask <question>',
      `Answer a question from the published articles, with the sources of each sentence.

The question goes to the language model of the instance, and is not recorded
in the insights. Without an answer in the articles, the command fails; with
--json, \`refused\` states the reason.`,
      ['earshot articles ask "How do I export my data?"', "earshot articles ask Exports --jq '.sentences[].text'"],
    ).summary('answer a question from the articles'),
    'Answer',
  )
    .option(...INDEX)
    .action(
      run(async (context, options: AskOptions, question: string) => {
        const { askQuestion } = await import('../articles/ask.ts');
        await askQuestion(context, options, question);
      }),
    );
}

function definePush(articles: Command): void {
  withJson(
    define(
      articles,
      'push <folder>',
      `Make an index equal to a folder of Markdown files, and change only what differs.

The path of a file is the external id of its article. Front matter sets title,
url, content_type and external_id; other properties are metadata. Without a
title, it is the first heading. Relative links to files become links to
articles, and images (PNG, JPEG, WebP, GIF) are uploaded when they are new.

Markdown files that match a pattern in the file .earshotignore of the folder
are not published. Its syntax is that of .gitignore. With --source-url, links
to these files, and to files outside of the folder, lead to the repository.

The folder wins: changes made in the dashboard are replaced. Save these with
"articles pull" first. Errors in files are reported before anything changes.`,
      [
        'earshot articles push docs --dry-run',
        'earshot articles push docs --source-url https://git.example/acme/docs',
        '# In CI: remove articles without a file, including those of the dashboard',
        'earshot articles push docs --index "Help center" --prune --yes',
      ],
    ).summary('sync a folder of Markdown files to a collection'),
    CHANGE_FIELDS,
  )
    .option(...INDEX)
    .option('--source-url <url>', 'URL of the folder in its repository, for links to files that are not published')
    .option('--prune', 'remove all articles of the collection without a file')
    .option('--dry-run', 'print the changes and change nothing')
    .option('-y, --yes', 'skip the confirmation of --prune')
    .action(
      // Loaded on use: parsing Markdown and YAML would slow down the start of other commands.
      run(async (context, options: PushOptions, folder: string) => {
        const { pushArticles } = await import('../articles/push.ts');
        await pushArticles(context, options, folder);
      }),
    );
}

function definePull(articles: Command): void {
  withJson(
    define(
      articles,
      'pull <folder>',
      `Write the articles of a collection to a folder as Markdown files with front matter.

The external id of an article is its path, otherwise the path is made from the
external id or the title. Files that a push would not change stay as they are,
and so do other files. Images stay on the server.`,
      ['earshot articles pull docs --dry-run', 'earshot articles pull docs --index "Help center" --yes'],
    ).summary('write the articles of a collection to a folder'),
    CHANGE_FIELDS,
  )
    .option(...INDEX)
    .option('--dry-run', 'print the changes and write nothing')
    .option('-y, --yes', 'overwrite files that differ without confirmation')
    .option('--force', 'same as --yes')
    .action(
      run(async (context, options: PullOptions & { force?: boolean }, folder: string) => {
        const { pullArticles } = await import('../articles/pull.ts');
        await pullArticles(context, { ...options, yes: options.yes ?? options.force }, folder);
      }),
    );
}

function defineList(articles: Command): void {
  withList(
    define(articles, 'list', 'List the articles of an index with their views, ratings and searches.', [
      'earshot articles list --sort views --period 90d',
      "earshot articles list --status draft --jq '.[].title'",
    ]).summary('list articles with their figures'),
    'DocumentFigures',
  )
    .option(...INDEX)
    .option('--search <text>', 'text that titles contain')
    .option('--category <name>', 'category; an empty name for articles without one')
    .addOption(choice('--status <status>', 'state', DOCUMENT_STATUSES))
    .addOption(choice('--sort <order>', 'order; default: that of the public pages', FIGURE_SORTS))
    .addOption(choice('--period <period>', 'period of the figures; default: 30d', INSIGHT_PERIODS))
    .action(
      run(async (context, options: FiguresOptions) => {
        const { listFigures } = await import('../articles/arrangement.ts');
        await listFigures(context, options);
      }),
    );
}

function defineOrder(articles: Command): void {
  withJson(
    define(
      articles,
      'order [file]',
      `Print the order of the categories and articles of an index, or set it from a
JSON file as --json prints it; - is standard input. Articles that the file does
not list keep their category, and follow the others by title.`,
      ['earshot articles order --json > order.json', 'earshot articles order order.json --index "Help center"'],
    ).summary('print or set the order of articles'),
    'DocumentOrder',
  )
    .option(...INDEX)
    .action(
      run(async (context, options: OutputOptions & { index?: string }, file: string | undefined) => {
        const { orderArticles } = await import('../articles/arrangement.ts');
        await orderArticles(context, options, file);
      }),
    );
}

const STATUS_TEXTS = {
  published: {
    description: `Publish an article by its id or external id, with its pending changes. The article
is public and searchable at once.`,
    summary: 'publish an article',
    done: 'Published ',
  },
  draft: {
    description: `Make an article a draft, by its id or external id. Drafts are on no public page
and in no search.`,
    summary: 'make an article a draft',
    done: 'Unpublished ',
  },
};

function defineStatus(articles: Command, name: string, status: keyof typeof STATUS_TEXTS): void {
  const { description, summary, done } = STATUS_TEXTS[status];
  withJson(
    define(articles, `${name} <article>`, description, [
      `earshot articles ${name} guides/export.md --index "Help center"`,
    ]).summary(summary),
    'KnowledgeDocument',
  )
    .option(...INDEX)
    .action(
      run(async (context, options: OutputOptions & { index?: string }, named: string) => {
        const client = await context.projectClient();
        const { findIndex } = await import('../articles/indexes.ts');
        const { id } = await findIndex(client, options.index);
        const article = await client.indexes.documents.update(id, named, { status });
        await printData(article, {
          resource: 'KnowledgeDocument',
          options,
          printText: () => printDone(`${done}${article.id} “${oneLine(article.title)}”`, article.id),
        });
      }),
    );
}

const RESULTS: Column<SearchResults['results'][number]>[] = [
  { name: 'id', text: ({ document_id }) => document_id, style: () => 'cyan' },
  { name: 'title', text: ({ title }) => title },
  { name: 'section', text: ({ headings }) => headings.join(' › ') },
  { name: 'score', text: ({ score }) => score },
  { name: 'text', text: ({ chunk_content }) => truncate(chunk_content, 200) },
];

const searchArticles: Action<ListOptions & { index?: string }, [string]> = async (context, options, query) => {
  const client = await context.projectClient();
  const { findIndex } = await import('../articles/indexes.ts');
  const id = options.index === undefined ? undefined : (await findIndex(client, options.index)).id;
  const data: SearchResults['results'] = [];
  let total = 0;
  for (let page = 1; ; page++) {
    const search = { query, track: false, highlight: false, page, limit: Math.min(options.limit, MAX_RESULTS) };
    const found = await (id === undefined ? client.indexes.searchAll(search) : client.indexes.search(id, search));
    data.push(...found.results.slice(0, options.limit - data.length));
    total = found.total;
    if (data.length >= Math.min(options.limit, total) || !found.results.length) break;
  }
  const title = `Showing ${data.length} of ${count(total, 'result')} for “${oneLine(query)}”`;
  await printList(data, { resource: 'SearchResults.results', options, columns: RESULTS, title });
};
