import type { Answer, Earshot } from '@earshot/sdk';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { type OutputOptions, paint, print, printData, wantsJson } from '../output.ts';
import { oneLine } from '../text.ts';
import { findIndex } from './indexes.ts';

export interface AskOptions extends OutputOptions {
  index?: string;
}

type Source = Answer['sources'][number];

const OFF = `Questions are not answered here. The instance requires a language model (EARSHOT_LLM_URL
and EARSHOT_LLM_MODEL), and the project Settings → Help center → Answer questions.`;

/**
 * Prints the sentences of an answer as they arrive, and the sources that they cite.
 * @throws {CliError} when there is no answer to print as text
 */
export async function askQuestion(context: Context, options: AskOptions, query: string): Promise<void> {
  const client = await context.projectClient();
  const id = options.index === undefined ? undefined : (await findIndex(client, options.index)).id;
  const isText = !wantsJson(options);
  const answer: Answer = { query_id: '', sources: [], sentences: [], refused: null };
  try {
    for await (const part of client.indexes.ask({ query, track: false }, { id, signal: context.signal }))
      if (part.type === 'sources') Object.assign(answer, { query_id: part.query_id, sources: part.sources });
      else if (part.type === 'refused') answer.refused = part.reason;
      else {
        const { text, citations } = part;
        answer.sentences.push({ text, citations });
        if (isText) print(`${oneLine(text)} ${paint('dim', citations.map((number) => `[${number}]`).join(''))}`);
      }
  } catch (error) {
    if ((error as { code?: unknown }).code === 'answers.disabled') throw new CliError(OFF);
    throw error;
  }
  await printData(answer, { resource: 'Answer', options, printText: () => printSources(context, client, answer) });
}

async function printSources(context: Context, client: Earshot, { sources, sentences, refused }: Answer): Promise<void> {
  if (refused) throw new CliError('The articles do not answer this question. `earshot articles search` shows related ones.');
  const cited = sources.filter(({ number }) => sentences.some(({ citations }) => citations.includes(number)));
  const hasOwnUrls = cited.every(({ url }) => url !== null);
  const slug = hasOwnUrls ? '' : (await client.projects.get(await context.projectId())).slug;
  const toUrl = (source: Source) => source.url ?? `${context.instance().url}/p/${slug}/help/${source.slug}`;
  print(
    `\n${cited.map((source) => `[${source.number}] ${oneLine(source.title)}  ${paint('cyan', oneLine(toUrl(source)))}`).join('\n')}`,
  );
}
