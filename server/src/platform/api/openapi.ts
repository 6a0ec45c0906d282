import { createHash } from 'node:crypto';
import { type ErrorCode, ERRORS } from '@earshot/contract/instance/errors';
import type { ErrorKind } from '@earshot/contract/shared/errors';
import { SCOPE_DESCRIPTIONS } from '@earshot/contract/instance/scopes';
import { buildEventExample, EVENTS } from '@earshot/contract/instance/webhook-events';
import { TAGS } from '@earshot/contract/tags';
import { SERVICE_NAMES } from '@earshot/contract/services/index';
import swagger from '@fastify/swagger';
import fastify, { type FastifyInstance, type FastifySchema } from 'fastify';
import { loadOnce } from '../async/memoize.ts';
import { isOptional } from './validation.ts';

const DESCRIPTION = `API for the ${SERVICE_NAMES} of any number of projects.

**Credentials.** An API key (\`X-Project-Key: pk_…\`) identifies one project. API keys are public: they can’t read personal data or change or delete resources. A session token (\`Authorization: Bearer …\`) identifies a signed-in user or a service account; requests to a collection select the project with \`?project_id=\` or with an additional API key.

**Errors** have the form \`{ "error": "<message>", "code": "<area.reason>" }\`. The meaning of a code never changes; messages may change. With the code \`validation\`, \`fields\` lists all invalid fields as \`{ "path", "code", "message" }\`. Every response has an \`X-Request-Id\` header.

**Lists** have the form \`{ "data", "total", "page", "limit", "next_cursor" }\`. Pass \`next_cursor\` as \`cursor\` to read the next page.

**Retries.** POST requests that create resources accept an \`Idempotency-Key\`: requests with the same key, credential and body within 24 hours return the original response with \`Idempotent-Replayed: true\`.`;

const SESSION_DESCRIPTION = `Access token, personal access token, or token of a service account. The list of an operation names the scopes that the token requires:

${Object.entries(SCOPE_DESCRIPTIONS)
  .map(([scope, description]) => `- \`${scope}\`: ${description}`)
  .join('\n')}

\`admin\` includes all scopes, and \`<area>:write\` includes \`<area>:read\`. Access tokens of a sign-in have all scopes. Service accounts never have \`admin\`. Access tokens of connected apps are valid for the MCP server only.`;

interface Operation {
  requestBody?: { required?: boolean; content: Record<string, { schema?: unknown }> };
  responses: Record<string, DocumentedResponse>;
}

interface DocumentedResponse {
  content?: Record<string, { schema?: { allOf?: { properties?: { code?: { enum?: ErrorCode[] } } }[] }; examples?: object }>;
}

/** Collects the OpenAPI document from the route schemas. Must be registered before the routes. */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Earshot', version, description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: '/' }],
      tags: TAGS,
      components: {
        securitySchemes: {
          projectKey: { type: 'apiKey', in: 'header', name: 'X-Project-Key', description: 'Public API key of a project' },
          session: { type: 'http', scheme: 'bearer', description: SESSION_DESCRIPTION },
          share: {
            type: 'http',
            scheme: 'bearer',
            description: 'Token of an opened shared link, limited to the reports of the link',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => ({ schema: addCodes(schema, route.config?.errors), url }),
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject;
      const { paths = {}, components } = document.openapiObject;
      const examples: Partial<Record<ErrorCode, object>> = {};
      for (const operation of Object.values(paths).flatMap((path) => Object.values(path as object) as Operation[])) {
        const [content] = Object.values(operation.requestBody?.content ?? {});
        if (operation.requestBody && isOptional(content?.schema)) operation.requestBody.required = false;
        for (const response of Object.values(operation.responses))
          for (const code of addExamples(response)) examples[code] ??= buildExample(code);
      }
      return Object.assign(document.openapiObject, {
        components: { ...components, examples },
        webhooks: describeWebhooks(),
      });
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => (typeof json.$id === 'string' ? json.$id : `schema${index}`),
    },
  });
}

/** Adds the possible error codes to each error response. */
function addCodes(schema: FastifySchema | undefined, errors: ErrorCode[] = []): FastifySchema {
  const response = Object.entries(schema?.response ?? {}).map(([status, answer]) => {
    const codes = errors.filter((code) => String(ERRORS[code].status) === status);
    if (!codes.length) return [status, answer];
    const { description } = answer as { description: string };
    const error = { allOf: [{ $ref: 'Error#' }, { type: 'object', properties: { code: { enum: codes } } }] };
    return [status, { description, content: { 'application/json': { schema: error } } }];
  });
  return { ...schema, ...(schema?.response !== undefined && { response: Object.fromEntries(response) }) };
}

/** Returns an example of an error response. */
function buildExample(code: ErrorCode): object {
  const kind: ErrorKind = code === 'validation' ? MISSING_TITLE : ERRORS[code];
  const fields = kind.field && [{ ...kind.field, message: kind.message }];
  return { value: { error: kind.message, code, ...(fields && { fields }) } };
}

const MISSING_TITLE: ErrorKind = { status: 400, message: 'title is required', field: { path: 'title', code: 'required' } };

/** Refers to an example of each possible code of an error response. Returns the codes. */
function addExamples({ content = {} }: DocumentedResponse): ErrorCode[] {
  return Object.values(content).flatMap((media) => {
    const codes = media.schema?.allOf?.flatMap(({ properties }) => properties?.code?.enum ?? []) ?? [];
    if (codes.length) media.examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
    return codes;
  });
}

/** Describes the requests that webhooks send, by event type. */
const describeWebhooks = () =>
  Object.fromEntries(
    Object.entries(EVENTS).map(([type, event]) => {
      const schema = {
        allOf: [
          { $ref: `#/components/schemas/${idOf(event.schema)}` },
          { type: 'object', properties: { type: { const: type } } },
        ],
      };
      const operation = {
        operationId: `on${type.replaceAll(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase())}`,
        summary: event.when,
        description: event.payload,
        tags: ['Webhooks'],
        security: [],
        parameters: WEBHOOK_HEADERS,
        requestBody: { required: true, content: { 'application/json': { schema, example: buildEventExample(type, event) } } },
        responses: {
          '2XX': { description: 'The event was received. Other responses, and no response within 10 seconds, are retried.' },
          410: { description: 'The endpoint is gone. It is disabled immediately.' },
        },
      };
      return [type, { post: operation }];
    }),
  );

const idOf = (component: object) => (component as { $id: string }).$id;

const WEBHOOK_HEADERS = [
  { name: 'webhook-id', description: 'Id of the event, the same for each attempt' },
  { name: 'webhook-timestamp', description: 'Time of the attempt in seconds since 1970' },
  { name: 'webhook-signature', description: 'Signatures by the secrets of the webhook, see standardwebhooks.com' },
].map((header) => ({ ...header, in: 'header', required: true, schema: { type: 'string' } }));

/** Colors with a contrast of at least 4.5 : 1, which some of the default ones lack. */
const REFERENCE_CSS = `
.light-mode { --scalar-color-2: #595959; --scalar-color-3: #666; --scalar-color-green: #006b41; --scalar-color-blue: #00609c; --scalar-color-yellow: #7a5600; --scalar-color-orange: #9c4300; --scalar-color-red: #b80000 }
.dark-mode { --scalar-color-3: #a0a0a0; --scalar-color-red: #ff7b72 }
`;
/** Additions to the head of the reference page: a description, and a script that makes it accessible. */
const REFERENCE_HEAD =
  '<meta name="description" content="Reference of the Earshot API: operations, parameters, responses and webhooks."><script type="module" src="/widgets/api-reference.js"></script>';

/** Serves the document at /openapi.json and its reference page at /docs. The page's script comes from the package. */
export function serveApiReference(app: FastifyInstance): void {
  let document: string | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    document ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(document);
  });
  const loadReference = loadOnce(createReference);
  const render = async (url: string) => (await loadReference()).inject(url);
  app.get('/docs', { schema: { hide: true } }, async ({ url }, reply) => {
    // The page refers to its script by a relative path.
    if (!/^[^?]*\/(\?|$)/.test(url)) return reply.redirect('/docs/', 301);
    const { headers, body } = await render(url);
    return reply
      .headers({
        'content-type': headers['content-type'],
        'content-security-policy': buildPolicy(body),
        'x-frame-options': 'DENY',
      })
      .send(body.replace('<html>', '<html lang="en">').replace('</head>', `${REFERENCE_HEAD}</head>`));
  });
  app.get('/docs/js/scalar.js', { schema: { hide: true } }, async ({ url }, reply) => {
    const { headers, rawPayload } = await render(url);
    return reply.header('content-type', headers['content-type']).send(rawPayload);
  });
}

/** Creates the server of the reference page. Its package contains a script of 4 MB, so that it is loaded with the first request. */
async function createReference(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const reference = fastify();
  await reference.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Earshot API',
      customCss: REFERENCE_CSS,
      withDefaultFonts: false,
      telemetry: false,
      showDeveloperTools: 'never',
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  return reference;
}

/**
 * Content security policy of the reference page: scripts of this server and inline scripts, requests to this server only, and no
 * framing. The reference page adds inline styles at runtime.
 */
function buildPolicy(html: string): string {
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
