import type { ReportFrequency } from '@earshot/contract/instance/values';
import { composeMail } from '../mail/compose.ts';
import type { NewMail } from '../mail/store.ts';
import { buildDashboardUrl } from '../projects/dashboard-url.ts';
import type { Project } from '../projects/store.ts';
import { REPORT_STYLES, renderSections } from './markup.ts';
import { describeDays, type ReportPeriod } from './period.ts';
import type { BuildSection, ReportSection } from './section.ts';
import { describeSections } from './text.ts';

export interface ReportDeps {
  publicUrl: () => string;
  /** Sections of the services, in order. */
  sections: BuildSection[];
}

/** A report of a project, ready to be addressed. */
export interface Report {
  project: Project;
  period: ReportPeriod;
  /** Empty without activity in the period and the period before. */
  sections: ReportSection[];
}

/** Builds the report of a project. Its figures are those of the API, because the same functions compute them. */
export async function buildReport({ sections }: ReportDeps, project: Project, period: ReportPeriod): Promise<Report> {
  const built = await Promise.all(sections.map((build) => build({ project, period })));
  return { project, period, sections: built.filter((section) => section !== undefined) };
}

const TITLES: Record<ReportFrequency, string> = { weekly: 'Weekly report', monthly: 'Monthly report' };

interface Address {
  cause: string;
  recipient: string;
  /** Why the recipient receives the mail. */
  footer: string;
  unsubscribe?: { label: string; url: string };
}

/** Returns the mail of a report to a recipient. All recipients of a project receive the same content. */
export function composeReport(
  { publicUrl }: ReportDeps,
  { project, period, sections }: Report,
  address: Address,
): Omit<NewMail, 'id'> {
  const { frequency, previous } = period;
  const title = TITLES[frequency];
  const days = describeDays(frequency, period);
  const buildUrl = (path?: string) => buildDashboardUrl(publicUrl(), project.slug, path);
  return composeMail(project, {
    language: 'en',
    ...address,
    subject: `${project.name}: ${title.toLowerCase()}, ${days}`,
    heading: title,
    paragraphs: [
      sections.length
        ? `${days}, compared with ${describeDays(frequency, previous)}`
        : `${days}. Nothing happened in this period and the period before.`,
    ],
    ...(sections.length && {
      styles: REPORT_STYLES,
      article: {
        text: describeSections(sections, buildUrl),
        html: renderSections(sections, { color: project.settings.mail.color, buildUrl }),
      },
    }),
    action: { label: 'Open the dashboard', url: buildUrl() },
  });
}
