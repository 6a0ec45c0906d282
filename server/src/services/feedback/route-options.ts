import { Id } from '@earshot/contract/shared/common';
import { Type } from 'typebox';
import type { EntryKind } from '../../platform/api/credentials.ts';
import type { DomainEvents } from '../../platform/jobs/events.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { findProjectId } from './store.ts';
import type { IsSubscribed } from './subscriptions/subscribers-store.ts';
import type { Subscriptions } from './subscriptions/subscriptions.ts';

export interface FeedbackOptions {
  db: Db;
  events: DomainEvents;
  linkSecret: Buffer;
  publicUrl: () => string;
  subscriptions: Subscriptions;
  isSubscribed: IsSubscribed;
}

export const tag = 'Feedback';
export const params = Type.Object({ id: Id('fb') });
export const entryKind: EntryKind = { prefix: 'fb', notFound: 'feedback.not_found', findProjectId };
