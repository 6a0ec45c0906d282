import type { Audience } from '../../instance/projects/caller.ts';

/** Someone who reads the changelog: a member, or the public with the segments of entries that the person is in. */
export interface Reader {
  audience: Audience;
  segmentIds: string[];
}

/** A reader of feeds, sitemaps and pages without sign-in. */
export const EVERYONE: Reader = { audience: 'public', segmentIds: [] };
export const TEAM: Reader = { audience: 'team', segmentIds: [] };
