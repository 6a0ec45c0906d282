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
