import type { Query } from '@earshot/sdk';

/** A side of the comparison: its name and its report query. */
export interface Side {
  name: string;
  report: Query<'GET /v1/analytics/overview'>;
}

export type Sides = [Side, Side];
