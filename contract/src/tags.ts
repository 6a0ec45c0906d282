import { SERVICES } from './services/index.ts';

/** Groups of operations in the OpenAPI document. */
export const TAGS = [
  ...SERVICES.map(({ tag }) => tag),
  { name: 'People', description: 'People of a project, their identities and attributes, and companies' },
  { name: 'Uploads', description: 'Images of entries and of Markdown content' },
  { name: 'Imports', description: 'Records from other products and from files' },
  { name: 'Proposals', description: 'Changes that a language model proposes, and a member accepts' },
  { name: 'Webhooks', description: 'Webhook endpoints, deliveries and retries' },
  { name: 'Notifications', description: 'Notifications of members, and preferences' },
  { name: 'Projects', description: 'Projects, API keys, members and the email outbox' },
  { name: 'Identity', description: 'Sign-in and tokens' },
  { name: 'MCP', description: 'Model Context Protocol for assistants' },
  { name: 'Service', description: 'Version, health checks and diagnostics' },
];
