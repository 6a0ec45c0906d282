import { html, type Html } from '../../platform/html/html.ts';
import { findDirection, type Language } from '@earshot/contract/shared/languages';
import { describeChange, type Figure, formatFigure, type ReportRow, type ReportSection } from './section.ts';

// Tables with attributes, because Outlook ignores the size and background of other elements, and no style attributes, which the content
// security policy of the dashboard blocks. Screen readers skip the bars: the number next to each bar says the same.

/** Rules that attributes cannot express: colors of the dark scheme, and small screens. */
export const REPORT_STYLES = html`
.article h2 { font-size: 17px; line-height: 1.3; margin: 0 0 14px; padding-top: 24px; border-top: 1px solid #e4e4e7 }
.article h3 { font-size: 13px; line-height: 1.3; margin: 18px 0 6px; font-weight: 600; color: #52525b }
.report-figures td { padding: 0 0 6px; padding-inline-end: 20px }
.report-label, .report-change { font-size: 13px; line-height: 1.4; color: #52525b }
.report-value { font-size: 26px; line-height: 1.25; font-weight: 650; font-variant-numeric: tabular-nums }
.report-name, .report-number { padding: 6px 0 0; font-size: 14px; line-height: 1.4 }
.report-name { padding-inline-end: 12px; text-align: start }
.report-number { white-space: nowrap; font-variant-numeric: tabular-nums }
.report-bars { padding: 4px 0 2px }
.report-bar, .report-rest { height: 4px; font-size: 0; line-height: 4px }
.report-link { font-size: 14px; margin: 16px 0 28px }
.report-note { font-size: 14px; margin: 16px 0 0 }
@media (prefers-color-scheme: dark) {
  .article h2 { border-color: #3f3f46 }
  .article h3, .report-label, .report-change { color: #a1a1aa }
  .report-rest { background: #2e2e33 }
}
@media (max-width: 440px) {
  .report-value { font-size: 22px }
  .report-figures td { padding-inline-end: 12px }
}
`;

interface Look {
  language: Language;
  /** Color of bars, as `#rrggbb`. */
  color: string;
  buildUrl: (path: string) => string;
}

export const renderSections = (sections: ReportSection[], look: Look): Html =>
  html`${sections.map((section) => renderSection(section, look))}`;

function renderSection({ title, figures, lists, note, link }: ReportSection, { language, color, buildUrl }: Look): Html {
  return html`<h2>${title}</h2>
<table class="report-figures" role="presentation" border="0" cellpadding="0" cellspacing="0"><tr>
${figures.map((figure) => renderFigure(figure, language))}</tr></table>
${lists.map(
  ({ title: name, rows }) => html`<h3>${name}</h3>
<table class="report-rows" width="100%" border="0" cellpadding="0" cellspacing="0" aria-label="${name}">
${rows.map((row) => renderRow(row, { color, language }))}</table>
`,
)}${note ? html`<p class="report-note">${note}</p>\n` : ''}<p class="report-link"><a href="${buildUrl(link.path)}">${link.label}</a></p>
`;
}

const renderFigure = ({ label, value, previous }: Figure, language: Language): Html => html`<td valign="top">
<div class="report-label">${label}</div>
<div class="report-value">${formatFigure(value, language)}</div>
${previous === undefined ? '' : html`<div class="report-change">${describeChange({ value, previous }, language)}</div>\n`}</td>
`;

const renderRow = ({ label, value, share }: ReportRow, { color, language }: Pick<Look, 'color' | 'language'>): Html => html`<tr>
<td class="report-name" dir="auto" valign="top" align="${findDirection(language) === 'rtl' ? 'right' : 'left'}">${label}</td>
<td class="report-number" valign="top" align="${findDirection(language) === 'rtl' ? 'left' : 'right'}">${value}</td>
</tr>
${share === undefined ? '' : renderBar(Math.round(share * 100), color)}`;

/** A bar as two cells. Outlook shows cells without content at the height of a line. */
function renderBar(percent: number, color: string): Html {
  const cell = (width: number, background: string, name: string) =>
    width ? html`<td class="${name}" width="${width}%" height="4" bgcolor="${background}">&nbsp;</td>` : '';
  return html`<tr aria-hidden="true"><td class="report-bars" colspan="2"><table role="presentation" width="100%" border="0" cellpadding="0" cellspacing="0"><tr>${cell(percent, color, 'report-bar')}${cell(100 - percent, '#ececee', 'report-rest')}</tr></table></td></tr>
`;
}
