import type { FastifyRequest } from 'fastify';
import { type Caller, callerOf } from '../../platform/api/credentials.ts';
import type { Project } from './store.ts';

/** Returns the project of a request. Credentials know a part of its fields only; the directory of projects reads all of them. */
export const projectOf = (request: FastifyRequest) => callerOf(request).project as Project;

/** Readers of content: API keys are in pages, whose visitors see what is public; the team sees everything. */
export type Audience = 'public' | 'team';

export const findAudience = ({ by }: Pick<Caller, 'by'>): Audience => (by === 'key' ? 'public' : 'team');
