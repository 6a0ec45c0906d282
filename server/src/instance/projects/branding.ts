import { html } from '../../platform/html/html.ts';
import type { PreviewBranding } from '@earshot/contract/instance/projects';
import type { Static } from 'typebox';
import { BACKGROUNDS, computeContrast, inkOn, deriveLinkColor, type Scheme } from '../../platform/html/color.ts';
import { renderHead } from '../../platform/html/site.ts';
import { composeMail } from '../mail/compose.ts';
import { checkCustomCss } from './custom-css.ts';
import { createSite, renderSitePage, buildSiteUrl } from './site.ts';
import type { Project } from './store.ts';

/** Sample with the elements that the settings change: links, buttons, cards and texts. */
const SAMPLE = html`<div class="cards">
<section class="card"><h2><a href="#main">Export as CSV</a></h2><p>Download every list as a file, with the filters of the page.</p><p class="meta"><span class="badge">Planned</span> 24 votes</p></section>
<section class="card"><h2><a href="#main">Dark mode</a></h2><p>Follows the device, or is <a href="#main">always on</a>.</p><p class="meta"><span class="badge">Done</span> 87 votes</p></section>
</div>
<div class="form"><label for="title">Title</label><input id="title" value="A faster search"><button type="button">Send feedback</button></div>`;

/** Renders a public page and a mail with changed settings, without saving them. @throws {HttpError} 400 */
export async function previewBranding(
  project: Project,
  { pages = {}, mail = {} }: Static<typeof PreviewBranding>['settings'],
  publicUrl: string,
) {
  await checkCustomCss(pages.custom_css);
  const { settings } = project;
  const changed: Project = {
    ...project,
    settings: { ...settings, pages: { ...settings.pages, ...pages }, mail: { ...settings.mail, ...mail } },
  };
  const site = createSite(changed, publicUrl, {
    base: buildSiteUrl(changed, publicUrl),
    language: 'en',
  });
  const title = 'Feedback';
  const description = site.description ?? `Ideas and requests for ${site.name}.`;
  return {
    page: await renderSitePage(site, {
      title,
      description,
      path: '/feedback',
      content: html`${renderHead(title, description)}${SAMPLE}`,
    }),
    mail: sampleMail(changed, site.url),
    contrast: describeContrast(changed.settings.mail.color),
  };
}

function sampleMail(project: Project, url: string) {
  const { subject, text_body, html_body } = composeMail(project, {
    language: 'en',
    cause: 'preview',
    recipient: 'ada@example.com',
    subject: '“Export as CSV” is now in progress',
    heading: 'Export as CSV',
    paragraphs: [`The status of an entry that you follow on ${project.name} changed to “in progress”.`],
    action: { label: 'View entry', url: `${url}/feedback` },
    footer: `You received this email because you follow this entry on ${project.name}.`,
    unsubscribe: { label: 'Unsubscribe', url },
  });
  return { subject, text: text_body, html: html_body };
}

function describeContrast(color: string) {
  const inScheme = (scheme: Scheme) => ({
    ratio: round(computeContrast(color, BACKGROUNDS[scheme].paper)),
    link_color: deriveLinkColor(color, scheme),
  });
  const textColor = inkOn(color);
  return {
    light: inScheme('light'),
    dark: inScheme('dark'),
    button: { ratio: round(computeContrast(color, textColor)), text_color: textColor },
  };
}

/** Rounds a ratio down to two places: 4.499 must not look sufficient. */
const round = (ratio: number) => Math.floor(ratio * 100) / 100;
