import type { Language } from '@earshot/contract/shared/languages';
import { type Html, html } from '../../platform/html/html.ts';
import { commonTexts } from '../../platform/html/texts/texts.ts';
import type { PreviewBranding } from '@earshot/contract/instance/projects';
import type { Static } from 'typebox';
import { BACKGROUNDS, computeContrast, inkOn, deriveLinkColor, type Scheme } from '../../platform/html/color.ts';
import { renderHead } from '../../platform/html/site.ts';
import { composeMail } from '../mail/compose.ts';
import { memberTexts } from '../texts/texts.ts';
import { checkCustomCss } from './custom-css.ts';
import { createSite, nameSection, renderSitePage, buildSiteUrl } from './site.ts';
import type { Project } from './store.ts';

/** Renders a sample with the elements that the settings change: links, buttons, cards and texts. */
function renderSample(language: Language): Html {
  const t = memberTexts(language).sample;
  const [before, after] = t.secondText.split('{link}');
  return html`<div class="cards">
<section class="card"><h2><a href="#main">${t.first}</a></h2><p>${t.firstText}</p><p class="meta"><span class="badge">${t.planned}</span> ${t.votes(24)}</p></section>
<section class="card"><h2><a href="#main">${t.second}</a></h2><p>${before}<a href="#main">${t.secondLink}</a>${after}</p><p class="meta"><span class="badge">${t.done}</span> ${t.votes(87)}</p></section>
</div>
<div class="form"><label for="title">${t.title}</label><input id="title" value="${t.value}"><button type="button">${t.send}</button></div>`;
}

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
  const { language } = changed.settings.pages;
  const site = createSite(changed, publicUrl, {
    base: buildSiteUrl(changed, publicUrl),
    language,
  });
  const title = nameSection('feedback', language);
  const description = site.description ?? memberTexts(language).sample.about(site.name);
  return {
    page: await renderSitePage(site, {
      title,
      description,
      path: '/feedback',
      content: html`${renderHead(title, description)}${renderSample(language)}`,
    }),
    mail: sampleMail(changed, site.url),
    contrast: describeContrast(changed.settings.mail.color),
  };
}

function sampleMail(project: Project, url: string) {
  const { language } = project.settings.pages;
  const t = memberTexts(language).sample;
  const { subject, text_body, html_body } = composeMail(project, {
    cause: 'preview',
    recipient: 'ada@example.com',
    subject: t.subject,
    heading: t.first,
    paragraphs: [t.text(project.name)],
    action: { label: t.view, url: `${url}/feedback` },
    footer: t.footer(project.name),
    unsubscribe: { label: commonTexts(language).unsubscribe, url },
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
