import { describeChange, formatNumber, type ReportSection } from './section.ts';

/** Returns the sections of a report as plain text. */
export const describeSections = (sections: ReportSection[], buildUrl: (path: string) => string): string =>
  sections.map((section) => describeSection(section, buildUrl)).join('\n\n\n');

function describeSection({ title, figures, lists, note, link }: ReportSection, buildUrl: (path: string) => string): string {
  const blocks = [
    title.toUpperCase(),
    figures
      .map(({ label, value, previous }) => {
        const change = previous === undefined ? '' : ` (${describeChange(value, previous)})`;
        return `${label}: ${formatNumber(value)}${change}`;
      })
      .join('\n'),
    ...lists.map(({ title: name, rows }) => [`${name}:`, ...rows.map(({ label, value }) => `- ${label}: ${value}`)].join('\n')),
    ...(note ? [note] : []),
    `${link.label}: ${buildUrl(link.path)}`,
  ];
  return blocks.join('\n\n');
}
