import type { Language } from '@earshot/contract/shared/languages';
import { composeMail } from '../mail/compose.ts';
import type { NewMail } from '../mail/store.ts';
import { buildDashboardUrl } from '../projects/dashboard-url.ts';
import type { Project } from '../projects/store.ts';
import { memberTexts } from '../texts/texts.ts';
import { REPORT_STYLES, renderSections } from './markup.ts';
import { describeDays, type ReportPeriod } from './period.ts';
import type { BuildSection, RenderSection } from './section.ts';
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
  sections: RenderSection[];
}

/** Builds the report of a project. Its figures are those of the API, because the same functions compute them. */
export async function buildReport({ sections }: ReportDeps, project: Project, period: ReportPeriod): Promise<Report> {
  const built = await Promise.all(sections.map((build) => build({ project, period })));
  return { project, period, sections: built.filter((section) => section !== undefined) };
}

interface Address {
  language: Language;
  cause: string;
  recipient: string;
  /** Why the recipient receives the mail. */
  footer: string;
  unsubscribe?: { label: string; url: string };
}

/** Returns the mail of a report to a recipient. All recipients of a project receive the same content, in their language. */
export function composeReport(
  { publicUrl }: ReportDeps,
  { project, period, sections }: Report,
  address: Address,
): Omit<NewMail, 'id'> {
  const { language } = address;
  const { frequency, previous } = period;
  const t = memberTexts(language).report;
  const days = describeDays(frequency, period, language);
  const buildUrl = (path?: string) => buildDashboardUrl(publicUrl(), project.slug, path);
  const rendered = sections.map((render) => render(language));
  return composeMail(project, {
    ...address,
    subject: t.subject(project.name, t.names[frequency], days),
    heading: t.titles[frequency],
    paragraphs: [rendered.length ? t.compared(days, describeDays(frequency, previous, language)) : t.nothing(days)],
    ...(rendered.length && {
      styles: REPORT_STYLES,
      article: {
        text: describeSections(rendered, { language, buildUrl }),
        html: renderSections(rendered, { language, color: project.settings.mail.color, buildUrl }),
      },
    }),
    action: { label: t.openDashboard, url: buildUrl() },
  });
}
