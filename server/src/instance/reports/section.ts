import type { Project } from '../projects/store.ts';
import type { ReportPeriod } from './period.ts';

/** A number of a period, next to the number of the period before. */
export interface Figure {
  label: string;
  value: number;
  /** Undefined for a number that is no change of a period, such as a total. */
  previous?: number;
}

export interface ReportRow {
  label: string;
  /** Value with its unit, such as “12 votes”. */
  value: string;
  /** Length of the bar, from 0 to 1. Undefined without a bar. */
  share?: number;
}

/** The part of a service in the report of a project. Outside recipients read it, so that it contains nothing about individual people. */
export interface ReportSection {
  title: string;
  figures: Figure[];
  lists: { title: string; rows: ReportRow[] }[];
  /** A sentence, such as the number of entries that wait for moderation. */
  note?: string;
  /** Page of the dashboard, below the project. */
  link: { label: string; path: string };
}

export interface ReportRequest {
  project: Project;
  period: ReportPeriod;
}

/** Returns the section of a service, or undefined without activity in the period and the period before. */
export type BuildSection = (request: ReportRequest) => Promise<ReportSection | undefined>;

const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

export const formatNumber = (value: number): string => NUMBER.format(value);

/** Returns a number with its unit, such as “1 vote” or “1,200 votes”. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });

/** Returns the change of a number in words, such as “+12% from 100”. A number that was 0 before has no percentage. */
export function describeChange(value: number, previous: number, format = formatNumber): string {
  if (value === previous) return 'no change';
  if (previous === 0) return `up from ${format(0)}`;
  const percent = PERCENT.format((value - previous) / previous).replace('-', '\u2212');
  return `${percent} from ${format(previous)}`;
}

/** Returns rows whose bars are relative to the largest number. */
export function toRows<T>(items: T[], { count, ...row }: { count: (item: T) => number } & RowOf<T>): ReportRow[] {
  const max = Math.max(...items.map(count), 1);
  return items.map((item) => ({ label: row.label(item), value: row.value(item), share: Math.max(count(item), 0) / max }));
}

interface RowOf<T> {
  label: (item: T) => string;
  value: (item: T) => string;
}
