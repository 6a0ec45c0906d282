import { STATUS_CODES } from 'node:http';
import type { Command } from 'commander';
import type { Route } from '@earshot/sdk';
import { type Action, append, define, MAX_PAGE_SIZE, run } from '../command.ts';
import { writeOutput } from '../download.ts';
import { type Context, loadSdk } from '../context.ts';
import { UsageError } from '../errors.ts';
import { print, printJson } from '../output.ts';
import { sanitize } from '../text.ts';
import { readText } from '../text-file.ts';
import { parseJson, parsePairs } from '../values.ts';

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

interface Options {
  method?: string;
  rawField?: string[];
  field?: string[];
  input?: string;
  header?: string[];
  key?: boolean;
  include?: boolean;
  paginate?: boolean;
  jq?: string;
}

export function defineApi(program: Command): void {
  define(
    program,
    'api <path> [more]',
    'Send a request to the API, and print the response.\n\nThe method is GET, or POST with a field or a body, unless it is given. Fields are\nquery parameters of GET and DELETE requests, and the JSON body of other requests.\nRequests for collections use the project of --project.',
    [
      'earshot api /v1/feedback/roadmap --jq .planned.total',
      'earshot api /v1/analytics/goals -f name=Sign-up -f event=signed_up',
      "earshot api /v1/webhooks --paginate --jq '.[].url'",
      '# As a website sends it, with the API key',
      'earshot api /v1/feedback --key -f title="Export as CSV"',
    ],
  )
    .usage('[options] [method] <path>')
    .summary('send a request to the API')
    .option('-X, --method <method>', `method: ${METHODS.join(', ')}`)
    .option('-f, --raw-field <key=value>', 'field with a text; key[]=value appends', append)
    .option('-F, --field <key=value>', 'field with a JSON number, boolean, null or @file', append)
    .option('--input <file>', 'JSON body from a file; - is standard input')
    .option('-H, --header <name:value>', 'request header; repeatable', append)
    .option('--key', 'send the API key of the project instead of the token')
    .option('-i, --include', 'print the status and the headers of the response first')
    .option('--paginate', 'read all pages, and print the items as one array')
    .option('--jq <program>', 'filter the JSON with a jq program')
    .action(run(callApi));
}

/** Returns the method and the path of `earshot api [method] <path>`. @throws {UsageError} for an unknown method */
function parseRequest(first: string, second: string | undefined, options: Options): { method: string; path: string } {
  if (second !== undefined && options.method !== undefined)
    throw new UsageError('Pass the method once, as -X or before the path');
  const named = options.method ?? (second === undefined ? undefined : first);
  const hasBody = [options.rawField, options.field, options.input].some((value) => value !== undefined);
  const method = (named ?? (hasBody ? 'POST' : 'GET')).toUpperCase();
  const path = second ?? first;
  if (!METHODS.includes(method)) throw new UsageError(`${named} is not a method. Use one of ${METHODS.join(', ')}.`);
  if (METHODS.includes(path.toUpperCase())) throw new UsageError(`The path is missing: earshot api ${path} <path>`);
  return { method, path: path.startsWith('/') ? path : `/${path}` };
}

const callApi: Action<Options, [string, string | undefined]> = async (context, options, first, second) => {
  const { method, path } = parseRequest(first, second, options);
  const [pathname = '', search = ''] = path.split('?');
  const fields = { ...(await parsePairs(options.rawField ?? [], false)), ...(await parsePairs(options.field ?? [], true)) };
  const isRead = method === 'GET' || method === 'DELETE';
  const query = { ...Object.fromEntries(new URLSearchParams(search)), ...(isRead ? fields : {}) };
  const body = options.input === undefined ? (isRead ? undefined : fields) : await readInput(options.input);
  const client = await createApiClient(context, pathname, options);
  const call = async (more: object) =>
    await client.raw(
      `${method} ${pathname}` as Route,
      { query: { ...query, ...more }, body: body as undefined },
      { headers: parseHeaders(options.header ?? []), signal: context.signal },
    );

  if (options.paginate) return await printPages(call, method, options);
  const response = await call({}).catch((error: unknown) => {
    if (options.include && hasResponse(error)) print(renderHead(error));
    throw withKeyHint(error, options);
  });
  if (options.include) print(renderHead(response));
  if (response.headers.get('content-type')?.startsWith('application/json')) await printJson(await response.json(), options.jq);
  else await writeOutput(response.body ?? [], { signal: context.signal });
};

/** Returns a client with the token of the user, or with the API key of the project. */
async function createApiClient(context: Context, pathname: string, { key }: Options) {
  const { createClient } = await loadSdk();
  const baseUrl = context.instance().url;
  if (key) return createClient({ projectKey: await context.projectKey(), baseUrl, visitorId: null });
  const needsProject = !/^\/(?!v1\/)|^\/v1\/(?:projects|auth|domains)\b/.test(pathname) && !/_[0-9a-z]{26}/.test(pathname);
  const projectId = needsProject ? await context.projectId() : undefined;
  return createClient({ accessToken: await context.token(), projectId, baseUrl });
}

/** Reads all pages of a list, and prints the items. */
async function printPages(call: (more: object) => Promise<Response>, method: string, options: Options): Promise<void> {
  if (method !== 'GET') throw new UsageError('--paginate requires the method GET');
  if (options.include) throw new UsageError('--paginate and --include can’t be combined');
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
  await printJson(items, options.jq);
}

const hasResponse = (error: unknown): error is { status: number; headers: Headers } =>
  error instanceof Error && 'headers' in error && error.headers instanceof Headers;

/** Renders the status and the headers of a response in the form of HTTP, with an empty line at the end. */
function renderHead({ status, headers }: { status: number; headers: Headers }): string {
  const lines = [...headers].map(([name, value]) => `${name}: ${sanitize(value)}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd(), ...lines, '', ''].join('\n');
}

/** Adds the option that an operation for websites requires to its error. */
function withKeyHint(error: unknown, { key }: Options): unknown {
  const isKeyRequired = error instanceof Error && 'code' in error && error.code === 'auth.credential_not_accepted';
  if (isKeyRequired && !key) error.message += '. Pass --key to send the API key of the project';
  return error;
}

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
