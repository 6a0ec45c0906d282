import { type Api, ApiError, prepareRequest } from '@earshot/mcp/api';
import type { Scope, TokenAccess } from '@earshot/contract/instance/scopes';
import { createMcpServer } from '@earshot/mcp';
import { TOOLS } from '@earshot/mcp/tools';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';

/** Credential and address of the caller, for the requests of tools. */
interface Caller {
  authorization: string;
  ip: string;
  /** Access of a token with fixed scopes. Apps can ask the user for more, and see all tools. */
  access: TokenAccess | undefined;
}

interface McpHandler {
  /** Serves MCP over HTTP for a caller that is authenticated. */
  handle: (request: Request, body: unknown, caller: Caller) => Promise<Response>;
  /** Returns the scopes that a message requires: those of a called tool, none for other messages. */
  scopesOfCall: (message: object) => Scope[];
}

/**
 * Creates the handler of the MCP endpoint. Every request has a server of its own, without a session, so that any node can answer it.
 * Tools send their requests to the application itself, which validates and authorizes them like requests over the network.
 */
export function createHandler(app: FastifyInstance): McpHandler {
  const handler: McpHttpHandler = createMcpHandler(
    ({ authInfo }) => {
      const caller = authInfo?.extra as unknown as Caller;
      return createMcpServer(createInternalApi(app, caller), { readAccess: async () => caller.access });
    },
    // The lists of tools and prompts of a token never change, so that nobody needs a subscription, which keeps a connection open.
    { maxSubscriptions: 0 },
  );
  return {
    handle: (request, body, caller) =>
      handler.fetch(request, {
        parsedBody: body,
        authInfo: { token: '', clientId: '', scopes: [], extra: { ...caller } },
      }),
    scopesOfCall,
  };
}

function scopesOfCall(message: { method?: unknown; params?: { name?: unknown } | null }): Scope[] {
  if (message.method !== 'tools/call') return [];
  return TOOLS.find(({ name }) => name === message.params?.name)?.scopes ?? [];
}

/** Returns a function that sends requests to the application, with the credential of the caller. */
const createInternalApi =
  (app: FastifyInstance, { authorization, ip }: Caller): Api =>
  async (route, { path, query, body, projectKey } = {}) => {
    const { method, url } = prepareRequest(route, { path, query });
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: { authorization, ...(projectKey && { 'x-project-key': projectKey }) },
      remoteAddress: ip,
      payload: body,
    });
    const answer: unknown = response.json();
    if (response.statusCode >= 400) throw new ApiError(response.statusCode, answer as { error: string });
    return answer as never;
  };
