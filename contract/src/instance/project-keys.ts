import { Type } from 'typebox';
import { Body, Component, Id, Nullable, Timestamp } from '../shared/common.ts';

export const DEFAULT_KEY_NAME = 'Default';
/** Maximum number of valid API keys per project, rotated ones included. */
export const MAX_PROJECT_KEYS = 50;
const MAX_ORIGINS = 50;

const name = () => Type.String({ minLength: 1, maxLength: 100, examples: ['Website'] });

const allowedOrigins = (description: string) =>
  Type.Array(
    Type.String({
      maxLength: 300,
      examples: ['https://example.com', 'https://*.example.com'],
    }),
    { maxItems: MAX_ORIGINS, uniqueItems: true, description },
  );

const ORIGINS =
  'Origins of web pages that may use the key. `https://*.example.com` allows all subdomains. Empty: pages of all origins.';

export const ProjectKey = Component('ProjectKey', {
  id: Id('key'),
  project_id: Id('prj'),
  name: name(),
  key: Type.String({ examples: ['pk_3vQB7B6MrGQZaxCuFg4oh8fXaZ5sR2dT'] }),
  is_default: Type.Boolean({
    description: 'Whether it is the default key: `api_key` of the project, which the public pages and code snippets contain',
    examples: [true],
  }),
  allowed_origins: allowedOrigins(ORIGINS),
  created_at: Timestamp(),
  last_used_at: Nullable(Timestamp({ description: 'Time of the last use, accurate to a minute. Null before the first use.' })),
  expires_at: Nullable(Timestamp({ description: 'Time at which the rotated key expires. Null for other keys.' })),
});

export const CreateProjectKey = Body(
  { name: name(), allowed_origins: Type.Optional(allowedOrigins(ORIGINS)) },
  { examples: [{ name: 'Website', allowed_origins: ['https://example.com'] }] },
);

export const UpdateProjectKey = Body(
  { name: Type.Optional(name()), allowed_origins: Type.Optional(allowedOrigins(ORIGINS)) },
  { minProperties: 1, examples: [{ allowed_origins: ['https://example.com', 'https://*.example.com'] }] },
);
