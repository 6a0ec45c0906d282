import type { TInteger, TObject, TSchema } from 'typebox';
import type { EventContract } from './events.ts';
import type { ErrorKind } from './errors.ts';
import type { Language } from './languages.ts';
import type { NotificationKind } from './notifications.ts';
import type { InvalidSetting } from './settings.ts';

/** Names of a public page, for the menu and as titles. */
export type SectionNames = Record<Language, string>;

/**
 * Declaration of a service: its additions to the contract, apart from its operations. Lists of the whole product are derived from these
 * declarations: scopes, error codes, events of webhooks, settings, the audit log, exports of people, and the OpenAPI document.
 */
export interface ServiceContract {
  /** First part of its scopes, and the name of its settings. */
  name: string;
  /** Group of its operations in the OpenAPI document. */
  tag: { name: string; description: string };
  /** Scopes of tokens, with their meaning. */
  scopes: Record<string, string>;
  /** Those of its scopes that apps can request with OAuth: the ones that the tools of the MCP server use. */
  appScopes: readonly string[];
  errors: Record<string, ErrorKind>;
  auditActions: readonly string[];
  /** Events that webhooks send, by type. */
  events: Record<string, EventContract>;
  /** Kinds of notifications of members. */
  notifications: Record<string, NotificationKind>;
  /** Settings in `settings.<name>` of a project. Each has a default. */
  settings?: TObject;
  /** Returns a problem of changed settings that their schema can't express. */
  findInvalidSetting?: (change: never) => InvalidSetting | undefined;
  /** Names of its public pages, by section. */
  sections: Record<string, SectionNames>;
  /** Counts of the records that the erasure of a person deletes or changes. */
  erased: Record<string, TInteger>;
  /** Records of a person in an export. */
  exported: Record<string, TSchema>;
  /** Schemas. Those with an `$id` become components of the OpenAPI document. */
  schemas: Record<string, unknown>;
}
