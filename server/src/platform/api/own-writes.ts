import type { FastifyInstance, FastifyRequest } from 'fastify';

// Visitors must see what they wrote, and a replica may not have it yet. Clients of the API send an id with everything they do after
// their first write. Forms on public pages work without scripts and without an id: their response sets a cookie that outlives the
// maximum lag.

/** Contains no data about the visitor. */
const COOKIE = 'earshot_wrote=1';
const IDENTITY = ['authorization', 'x-user-token', 'x-visitor-id'];

/** Returns whether the client may have written something that a replica does not have yet. */
export const mayHaveWritten = ({ headers }: FastifyRequest): boolean =>
  IDENTITY.some((name) => headers[name] !== undefined) || (headers.cookie ?? '').split(/; */).includes(COOKIE);

/** Marks browsers that submit a form on a public page or use a widget there, for the maximum lag of a replica. */
export function markWrites(app: FastifyInstance, maxLagMs: number): void {
  const cookie = `${COOKIE}; Max-Age=${Math.ceil(maxLagMs / 1000) + 1}; Path=/; HttpOnly; SameSite=Lax`;
  app.addHook('onSend', async ({ method, routeOptions, headers }, reply) => {
    const { access } = routeOptions.config;
    const isVisitor = headers.authorization === undefined && access !== undefined && access.by !== 'none';
    // Lists contain no analytics events, and the tracker sets no cookie.
    const isTracked = routeOptions.url?.startsWith('/v1/analytics') ?? false;
    if (method !== 'GET' && method !== 'HEAD' && isVisitor && !isTracked && reply.statusCode < 400)
      reply.header('set-cookie', cookie);
  });
}
