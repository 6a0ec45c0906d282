import type { IMPORTED } from '@earshot/contract/services/analytics/values';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { Filter } from './filters.ts';
import type { Period } from './periods.ts';

/** The part of a request that all reports share: project, period and filters. */
export interface ReportQuery extends Period {
  projectId: string;
  filters: Filter[];
  /** Ids of the people (`person` of events and visits) to whom the report is limited. Undefined for all. */
  people?: string[];
  /** Share of the people whose events are read, set by `samplePeople`. Default: 1. */
  share?: number;
  bots: 'exclude' | 'include' | 'only';
  /** Bot reasons that the project counts as people. */
  countedBots: string[];
  /** Whether imported days are added. Default: they are not. */
  imported?: (typeof IMPORTED)[number];
}

export interface ReportDeps {
  db: Db;
  clickhouse: ClickHouse;
}

/** Converts milliseconds to seconds with one decimal. */
export const toSeconds = (ms: number): number => Math.round(ms / 100) / 10;

/** Formats milliseconds since 1970 as ISO 8601. */
export const timestamp = (ms: number): string => new Date(ms).toISOString();
