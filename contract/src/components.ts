import type { TSchema } from 'typebox';
import * as accountLog from './instance/account-log.ts';
import * as accounts from './instance/accounts.ts';
import * as audit from './instance/audit.ts';
import * as auth from './instance/auth.ts';
import * as branding from './instance/branding.ts';
import * as connectedApps from './instance/connected-apps.ts';
import * as diagnostics from './instance/diagnostics.ts';
import * as domains from './instance/domains.ts';
import * as errors from './instance/errors.ts';
import * as imports from './instance/imports.ts';
import * as inboundMail from './instance/inbound-mail.ts';
import * as directory from './instance/people/directory.ts';
import * as peopleSegments from './instance/people/segments.ts';
import * as signIn from './instance/people/sign-in.ts';
import * as exports from './instance/exports.ts';
import * as notifications from './instance/notifications.ts';
import * as people from './instance/people/personal-data.ts';
import * as projectKeys from './instance/project-keys.ts';
import * as projects from './instance/projects.ts';
import * as proposals from './instance/proposals/proposals.ts';
import * as reports from './instance/reports.ts';
import * as requestLog from './instance/request-log.ts';
import * as serviceAccounts from './instance/service-accounts.ts';
import * as uploads from './instance/uploads.ts';
import * as versions from './instance/versions.ts';
import { EVENTS } from './instance/webhook-events.ts';
import * as webhooks from './instance/webhooks.ts';
import { SERVICES } from './services/index.ts';
import { BatchResults } from './shared/batches.ts';
import { Ok } from './shared/common.ts';

const MODULES: Record<string, unknown>[] = [
  { Ok, BatchResults },
  errors,
  auth,
  accounts,
  accountLog,
  connectedApps,
  audit,
  diagnostics,
  projects,
  projectKeys,
  branding,
  domains,
  serviceAccounts,
  ...SERVICES.map(({ schemas }) => schemas),
  webhooks,
  uploads,
  imports,
  proposals,
  people,
  directory,
  peopleSegments,
  signIn,
  exports,
  notifications,
  inboundMail,
  reports,
  requestLog,
  versions,
];

const isComponent = (value: unknown): value is TSchema => typeof value === 'object' && value !== null && '$id' in value;

/** The components of the OpenAPI document: all schemas with an `$id`. */
export const COMPONENTS: ReadonlySet<TSchema> = new Set([
  ...MODULES.flatMap((module) => Object.values<unknown>(module)).filter(isComponent),
  ...Object.values(EVENTS).map(({ schema }) => schema),
]);
