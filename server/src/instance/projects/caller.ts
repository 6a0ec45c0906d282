import type { FastifyRequest } from 'fastify';
import { type Caller, callerOf } from '../../platform/api/credentials.ts';
import type { Project } from './store.ts';

/** Returns the project of a request. Credentials know a part of its fields only; the directory of projects reads all of them. */
export const projectOf = (request: FastifyRequest) => callerOf(request).project as Project;

/** Readers of content: API keys are in pages, whose visitors see what is public; the team sees everything. */
export type Audience = 'public' | 'team';

export const findAudience = ({ by }: Pick<Caller, 'by'>): Audience => (by === 'key' ? 'public' : 'team');

/** Session of a person on the public pages of a project. */
export interface EndUserSession {
  projectId: string;
  tokenHash: Buffer;
  /** `sub` of the signed token of the product. Null after a sign-in by a mailed code. */
  userId: string | null;
  /** Address that a mailed code or the signed token proved. */
  email: string | null;
  name: string | null;
  avatarUrl: string | null;
  /** Whether the browser has told its visitor id, whose votes the person takes over. */
  hasTakenOver: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The person who is signed in on a public page. Null on other routes. */
    endUser: EndUserSession | null;
  }
  interface FastifyInstance {
    /** Whether sign-in codes can be mailed. */
    mailsCodes: boolean;
  }
}
