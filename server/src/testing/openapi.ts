import type { Scope } from '@earshot/contract/instance/scopes';
import type { TestClient } from './server.ts';

/** An operation of the server's OpenAPI document, for tests of the whole API. */
export interface DocumentedOperation {
  id: string;
  method: string;
  path: string;
  /** Accepted credentials; empty for public operations. */
  credentials: ('projectKey' | 'session' | 'share')[];
  /** Scopes that a session token requires. */
  scopes: Scope[];
  /** Query parameters with their examples. */
  query: { name: string; required: boolean; example: string }[];
  /** Example of the request body, if any. */
  body: object | undefined;
  isBodyRequired: boolean;
  contentTypes: string[];
  /** Statuses with their error codes. */
  answers: { status: string; codes: string[] }[];
  /** Error codes of all statuses. */
  errorCodes: string[];
}

/** A response of the OpenAPI document. */
interface DocumentedAnswer {
  content?: Record<string, { schema?: { allOf?: { properties?: { code?: { enum?: string[] } } }[] } }>;
}

/** Returns the error codes of a response. */
const listErrorCodes = ({ content = {} }: DocumentedAnswer): string[] =>
  Object.values(content).flatMap(({ schema }) => schema?.allOf?.flatMap(({ properties }) => properties?.code?.enum ?? []) ?? []);

export interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        security?: Record<string, Scope[]>[];
        parameters?: { in: string; name: string; required?: boolean; example?: unknown }[];
        requestBody?: { required?: boolean; content: Record<string, { example?: object }> };
        responses: Record<string, DocumentedAnswer>;
      }
    >
  >;
}

/** Reads all operations from the OpenAPI document of a server. */
export const readOperations = async (server: TestClient): Promise<DocumentedOperation[]> =>
  listOperations((await server.call('GET', '/openapi.json')).body as Document);

/** Returns the operations of an OpenAPI document, in its order. */
export function listOperations({ paths }: Document): DocumentedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const content = operation.requestBody?.content ?? {};
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        credentials: (operation.security ?? []).flatMap((scheme) => Object.keys(scheme)) as DocumentedOperation['credentials'],
        scopes: (operation.security ?? []).flatMap(({ session = [] }) => session),
        query: (operation.parameters ?? [])
          .filter((parameter) => parameter.in === 'query')
          .map(({ name, required = false, example = '' }) => ({ name, required, example: String(example) })),
        body: operation.requestBody && (Object.values(content)[0]?.example ?? {}),
        isBodyRequired: operation.requestBody?.required ?? false,
        contentTypes: Object.keys(content),
        answers: Object.entries(operation.responses).map(([status, answer]) => ({ status, codes: listErrorCodes(answer) })),
        errorCodes: Object.values(operation.responses).flatMap(listErrorCodes),
      };
    }),
  );
}

/** Returns the examples of the required query parameters of an operation. */
export const requiredQuery = ({ query }: DocumentedOperation) =>
  Object.fromEntries(query.filter(({ required }) => required).map(({ name, example }) => [name, example]));

/**
 * Returns the path of an operation with ids: those in `ids`, or else those of the resource, by the beginning of the path.
 * @throws {Error} when an id is missing
 */
export function fillPath(
  { path }: DocumentedOperation,
  inPath: Record<string, Record<string, string>>,
  ids: Record<string, string> = {},
): string {
  const resource = Object.keys(inPath).find((start) => `${path}/`.startsWith(`${start}/`));
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name] ?? (resource && inPath[resource]?.[name]);
    if (!id) throw new Error(`${path}: add an id for {${name}} to inPath`);
    return id;
  });
}

const CREDENTIALS = {
  projectKey: 'an API key (X-Project-Key)',
  session: 'a session token (Authorization: Bearer)',
  share: 'the token of a shared link',
};

/** Returns the credentials that an operation accepts, as error messages name them. */
export const acceptedCredentials = ({ credentials }: DocumentedOperation): string =>
  credentials.map((credential) => CREDENTIALS[credential]).join(' or ');
