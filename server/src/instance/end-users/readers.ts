import type { Audience } from '../projects/caller.ts';

/** Someone who reads content: a member, or the public with the segments of the content that the person is in. */
export interface Reader {
  audience: Audience;
  /** Whether the person proved an identity. */
  isSignedIn: boolean;
  segmentIds: string[];
  /** Languages that the person prefers, best first, as in `de`. */
  languages?: string[];
}

/** A reader of feeds, sitemaps and pages without sign-in. */
export const EVERYONE: Reader = { audience: 'public', isSignedIn: false, segmentIds: [] };
export const TEAM: Reader = { audience: 'team', isSignedIn: false, segmentIds: [] };

/** Returns the part of the variant of shared answers that depends on the reader. */
export const toVariant = ({ isSignedIn, segmentIds, languages = [] }: Reader): string =>
  ` ${isSignedIn} ${segmentIds.join()} ${languages.join()}`;
