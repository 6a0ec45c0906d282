import type { Command } from 'commander';
import type { Route } from '@earshot/sdk';
import { type Action, append, define, MAX_PAGE_SIZE, run } from '../command.ts';
import { writeOutput } from '../download.ts';
import { loadSdk } from '../context.ts';
import { UsageError } from '../errors.ts';
import { printJson } from '../output.ts';
import { readText } from '../text-file.ts';
import { parseJson, parsePairs } from '../values.ts';

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

interface Options {
  rawField?: string[];
  field?: string[];
  input?: string;
  header?: string[];
  paginate?: boolean;
  jq?: string;
}

export function defineApi(program: Command): void {
  define(
    program,
    'api <method> <path>',
    'Send a request to the API, and print the response.\n\nFields are query parameters of GET and DELETE requests, and the JSON body of\nother requests. Requests for collections use the project of --project.',
    [
      'earshot api GET /v1/feedback/roadmap --jq .planned.total',
      'earshot api POST /v1/analytics/goals -f name=Sign-up -f event=signed_up',
      "earshot api GET /v1/webhooks --paginate --jq '.[].url'",
    ],
  )
    .summary('send a request to the API')
    .option('-f, --raw-field <key=value>', 'field with a text; key[]=value appends', append)
    .option('-F, --field <key=value>', 'field with a JSON number, boolean, null or @file', append)
    .option('--input <file>', 'JSON body from a file; - is standard input')
    .option('-H, --header <name:value>', 'request header; repeatable', append)
    .option('--paginate', 'read all pages, and print the items as one array')
    .option('--jq <program>', 'filter the JSON with a jq program')
    .action(run(callApi));
}

const callApi: Action<Options, [string, string]> = async (context, options, methodText, pathText) => {
  const method = methodText.toUpperCase();
  if (!METHODS.includes(method)) throw new UsageError(`${methodText} is not a method. Use one of ${METHODS.join(', ')}.`);
  const [pathname = '', search = ''] = (pathText.startsWith('/') ? pathText : `/${pathText}`).split('?');
  const fields = { ...(await parsePairs(options.rawField ?? [], false)), ...(await parsePairs(options.field ?? [], true)) };
  const isRead = method === 'GET' || method === 'DELETE';
  const query = { ...Object.fromEntries(new URLSearchParams(search)), ...(isRead ? fields : {}) };
  const body = options.input === undefined ? (isRead ? undefined : fields) : await readInput(options.input);
  const needsProject = !/^\/(?!v1\/)|^\/v1\/(?:projects|auth|domains)\b/.test(pathname) && !/_[0-9a-z]{26}/.test(pathname);

  const { createClient } = await loadSdk();
  const client = createClient({
    accessToken: await context.token(),
    projectId: needsProject ? await context.projectId() : undefined,
    baseUrl: context.instance().url,
  });
  const call = async (more: object) =>
    await client.raw(
      `${method} ${pathname}` as Route,
      { query: { ...query, ...more }, body: body as undefined },
      { headers: parseHeaders(options.header ?? []), signal: context.signal },
    );

  if (options.paginate) {
    if (method !== 'GET') throw new UsageError('--paginate requires the method GET');
    const items: unknown[] = [];
    let cursor: string | null = null;
    do {
      // Lists without pages refuse the parameter `limit`.
      const response = await call(cursor === null ? {} : { limit: MAX_PAGE_SIZE, page: undefined, cursor });
      const { data, next_cursor: next = null } = (await response.json()) as { data?: unknown[]; next_cursor?: string | null };
      if (!Array.isArray(data)) throw new UsageError('--paginate requires a path that returns a list');
      items.push(...data);
      cursor = next;
    } while (cursor !== null);
    return await printJson(items, options.jq);
  }
  const response = await call({});
  if (response.headers.get('content-type')?.startsWith('application/json')) await printJson(await response.json(), options.jq);
  else await writeOutput(response.body ?? [], { signal: context.signal });
};

async function readInput(file: string): Promise<unknown> {
  const text = await readText(file);
  try {
    return parseJson(text);
  } catch {
    throw new UsageError(`${file} is not valid JSON`);
  }
}

const parseHeaders = (lines: string[]) =>
  Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
      if (!name) throw new UsageError(`${line} must have the form name:value`);
      return [name.toLowerCase(), value ?? ''];
    }),
  );
