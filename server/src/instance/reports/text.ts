import type { Language } from '@earshot/contract/shared/languages';
import { commonTexts } from '../../platform/html/texts/texts.ts';
import { describeChange, formatFigure, type ReportSection } from './section.ts';

interface TextLook {
  language: Language;
  buildUrl: (path: string) => string;
}

/** Returns the sections of a report as plain text. */
export const describeSections = (sections: ReportSection[], look: TextLook): string =>
  sections.map((section) => describeSection(section, look)).join('\n\n\n');

function describeSection({ title, figures, lists, note, link }: ReportSection, { buildUrl, language }: TextLook): string {
  const { colon } = commonTexts(language);
  const blocks = [
    title.toLocaleUpperCase(language),
    figures
      .map(({ label, value, previous }) => {
        const change = previous === undefined ? '' : ` (${describeChange({ value, previous }, language)})`;
        return label + colon + formatFigure(value, language) + change;
      })
      .join('\n'),
    ...lists.map(({ title: name, rows }) =>
      [(name + colon).trimEnd(), ...rows.map(({ label, value }) => `- ${label}${colon}${value}`)].join('\n'),
    ),
    ...(note ? [note] : []),
    link.label + colon + buildUrl(link.path),
  ];
  return blocks.join('\n\n');
}
