import type { Command } from 'commander';
import type { Api } from '@earshot/mcp/api';
import { type Action, define, run } from '../command.ts';
import { type Context, loadSdk } from '../context.ts';

export function defineMcp(program: Command): void {
  define(
    program,
    'mcp',
    'Run an MCP server for an assistant, over standard input and output.\n\nTools have the permissions of your token. With --project, a chosen project of the\nprofile or EARSHOT_PROJECT, the assistant uses this project by default.',
    ['claude mcp add earshot -- npx earshot mcp', 'earshot mcp --project acme'],
  )
    .summary('run an MCP server for an assistant')
    .action(run(serveMcp));
}

const serveMcp: Action = async (context) => {
  const api = await createApi(context);
  const projectId = await context.chosenProjectId();
  // Loaded here, because the libraries take longer than the start of all other commands.
  const [{ createMcpServer }, { serveStdio }] = await Promise.all([
    import('@earshot/mcp'),
    import('@modelcontextprotocol/server/stdio'),
  ]);
  // Without a response, all tools are listed, and their calls report why.
  const readAccess = () => api('GET /v1/auth/session').catch(() => undefined);
  const connection = serveStdio(() => createMcpServer(api, { projectId, readAccess }), { maxSubscriptions: 0 });
  context.signal.addEventListener('abort', () => void connection.close(), { once: true });
};

/** Returns a function that sends requests to the instance with the token of the user. @throws {AuthError} when nobody is signed in */
async function createApi(context: Context): Promise<Api> {
  const { createClient } = await loadSdk();
  const client = createClient({ accessToken: await context.token(), baseUrl: context.instance().url });
  return (route, { path, query, body, projectKey } = {}) =>
    client(route, { path, query, body }, { headers: projectKey ? { 'x-project-key': projectKey } : {} });
}
