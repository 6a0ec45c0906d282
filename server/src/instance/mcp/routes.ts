import { APP_SCOPES, grantsToken, type Scope } from '@earshot/contract/instance/scopes';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { clientAddress } from '../../platform/client/address.ts';
import { userOf } from '../../platform/api/credentials.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { BATCH_BODY_LIMIT, operation } from '../../platform/api/operation.ts';
import { loadOnce } from '../../platform/async/memoize.ts';

interface Deps {
  publicUrl: () => string;
}

const JsonRpc = (description: string, examples: object[]) =>
  Type.Unsafe<object>({
    type: 'object',
    required: ['jsonrpc'],
    properties: { jsonrpc: { const: '2.0' } },
    additionalProperties: true,
    description,
    examples,
  });

const LIST_TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** The endpoint for assistants: Model Context Protocol over streamable HTTP, without sessions. */
export const mcpRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { publicUrl }) => {
  // Loaded with the first request: the protocol library would extend every start.
  const loadHandler = loadOnce(async () => (await import('./handler.ts')).createHandler(app));

  app.addHook('onRequest', async (request) => checkOrigin(request, publicUrl()));
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode !== 401) return;
    const error = request.headers.authorization === undefined ? undefined : 'invalid_token';
    void reply.header('www-authenticate', challenge(publicUrl(), { error, scope: APP_SCOPES.join(' ') }));
  });

  const { schema, config } = operation({
    id: 'callMcp',
    summary: 'Call the MCP server',
    description:
      'Model Context Protocol over streamable HTTP, for assistants. Each tool requires the scopes of the API operations that it calls; see `docs/mcp.md`. The status and the JSON-RPC error of a message that the protocol rejects follow the specification of the protocol.',
    tag: 'MCP',
    access: { by: 'session' },
    scopes: [],
    body: JsonRpc('A JSON-RPC message', [LIST_TOOLS]),
    returns: JsonRpc('A JSON-RPC response, as JSON or as a stream of server-sent events', []),
    errors: ['mcp.origin_not_allowed', 'auth.scope_required'],
  });
  app.post(
    '/mcp',
    {
      schema: {
        ...schema,
        response: { ...schema.response, 202: { description: 'The notification was accepted', type: 'null' } },
      },
      config: { ...config, resource: () => `${publicUrl()}/mcp` },
      bodyLimit: BATCH_BODY_LIMIT,
    },
    async (request, reply) => {
      const { handle, scopesOfCall } = await loadHandler();
      checkAppScopes(request, scopesOfCall(request.body), publicUrl());
      const { authorization = '' } = request.headers;
      const { token } = userOf(request);
      const caller = { authorization, ip: clientAddress(request), access: token.resource === undefined ? token : undefined };
      return await reply.send(await handle(toWebRequest(request, `${publicUrl()}/mcp`), request.body, caller));
    },
  );

  // The protocol demands 405 from servers that offer no stream of messages and no sessions.
  for (const method of ['GET', 'DELETE'] as const)
    app.route({
      method,
      url: '/mcp',
      schema: { hide: true },
      handler: () => {
        throw new HttpError('mcp.method_not_allowed', { headers: { allow: 'POST' } });
      },
    });
};

/**
 * Returns the header `WWW-Authenticate`, from which apps learn where and with which scopes they ask the user for access (RFC 9728,
 * section 5.1).
 */
function challenge(publicUrl: string, parameters: Record<string, string | undefined>): string {
  const all = {
    realm: 'earshot',
    ...parameters,
    resource_metadata: `${publicUrl}/.well-known/oauth-protected-resource/mcp`,
  };
  const defined = Object.entries(all).filter(([, value]) => value !== undefined);
  return `Bearer ${defined.map(([name, value]) => `${name}="${value}"`).join(', ')}`;
}

/**
 * Refuses a call of a tool whose scopes the token of an app lacks, so that the app can ask the user for them. Other tokens have fixed
 * scopes; their tools return an error.
 * @throws {HttpError} 403
 */
function checkAppScopes(request: FastifyRequest, required: Scope[], publicUrl: string): void {
  const { token } = userOf(request);
  const missing = required.filter((scope) => !grantsToken(token, scope));
  if (token.resource === undefined || !missing.length) return;
  const message = `This tool requires the scope ${missing.join(', ')}`;
  const parameters = { error: 'insufficient_scope', scope: [...token.scopes, ...missing].join(' '), error_description: message };
  throw new HttpError('auth.scope_required', { message, headers: { 'www-authenticate': challenge(publicUrl, parameters) } });
}

/** Returns the head of a request in the form of the Fetch API. */
function toWebRequest({ headers, method }: FastifyRequest, url: string): Request {
  const entries = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return new Request(url, { method, headers: entries });
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Refuses requests of web pages from other sites, as the protocol demands against DNS rebinding. Allowed are pages of this instance and
 * of the user's own machine; programs send no `Origin`.
 * @throws {HttpError} 403
 */
function checkOrigin({ headers: { origin } }: FastifyRequest, publicUrl: string): void {
  if (origin === undefined || origin === new URL(publicUrl).origin) return;
  if (!URL.canParse(origin) || !LOOPBACK.has(new URL(origin).hostname)) throw new HttpError('mcp.origin_not_allowed');
}
