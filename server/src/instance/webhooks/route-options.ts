import { Id } from '@earshot/contract/shared/common';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type EntryKind, sessionOf } from '../../platform/api/credentials.ts';
import type { AllowedAddresses } from '../../platform/outbound/addresses.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { EventStreams } from './event-stream.ts';
import { findProjectId } from './store.ts';
import type { Webhooks } from './webhooks.ts';

export interface Options {
  db: Db;
  sender: Webhooks;
  streams: EventStreams;
  allowed: AllowedAddresses;
}

export const tag = 'Webhooks';
export const params = Type.Object({ id: Id('whk') });

const endpointKind: EntryKind = { prefix: 'whk', notFound: 'webhooks.not_found', findProjectId };

// Endpoints contain their secret and deliveries contain their payload: both require the role admin.
export const onCollection = { by: 'session', role: 'admin' } as const;
export const onEndpoint = { by: 'session', role: 'admin', entry: endpointKind } as const;

export const projectIdOf = (request: FastifyRequest) => sessionOf(request).project.id;
