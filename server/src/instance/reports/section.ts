import type { Language } from '@earshot/contract/shared/languages';
import { formatNumber } from '../../platform/i18n/texts.ts';
import type { Project } from '../projects/store.ts';
import { memberTexts } from '../texts/texts.ts';
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

/** Returns the section in the language of a recipient. */
export type RenderSection = (language: Language) => ReportSection;

/** Measures the section of a service. Returns undefined without activity in the period and the period before. */
export type BuildSection = (request: ReportRequest) => Promise<RenderSection | undefined>;

/** Formats a number with at most one decimal. */
export const formatFigure = (value: number, language: Language): string =>
  formatNumber(value, language, { maximumFractionDigits: 1 });

/** Returns the change of a number in words, such as “+12% from 100”. A number that was 0 before has no percentage. */
export function describeChange(
  { value, previous }: { value: number; previous: number },
  language: Language,
  format: (value: number) => string = (number) => formatFigure(number, language),
): string {
  const t = memberTexts(language).report;
  if (value === previous) return t.noChange;
  if (previous === 0) return t.upFrom(format(0));
  const percent = formatNumber((value - previous) / previous, language, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });
  return t.changeFrom(percent.replace('-', '\u2212'), format(previous));
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
