import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../platform/api/credentials.ts';
import type { Project } from './store.ts';

/** Returns the project of a request. Credentials know a part of its fields only; the directory of projects reads all of them. */
export const projectOf = (request: FastifyRequest) => callerOf(request).project as Project;
