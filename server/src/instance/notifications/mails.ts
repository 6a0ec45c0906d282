import type { Language } from '@earshot/contract/shared/languages';
import { html } from '../../platform/html/html.ts';
import { commonTexts } from '../../platform/html/texts/texts.ts';
import { renderMarkdown } from '../../platform/markdown/render.ts';
import { type Article, buildArticle } from '../mail/article.ts';
import { composeMail, type Sender } from '../mail/compose.ts';
import type { NewMail } from '../mail/store.ts';
import { joinFacts } from '../messages/messages.ts';
import { memberTexts } from '../texts/texts.ts';
import type { DescribedNotification } from './summaries.ts';
import type { PendingMail } from './store.ts';

const LIST_STYLES = html`
.article h2 { font-size: 13px; line-height: 1.3; margin: 0 0 10px; padding-top: 20px; border-top: 1px solid #e4e4e7; color: #52525b }
.article ul { margin: 0 0 8px; padding: 0; list-style: none }
.article li { margin: 0 0 14px }
.article li a { font-weight: 600 }
.article small { font-size: 13px; color: #52525b }
@media (prefers-color-scheme: dark) {
  .article h2 { border-color: #3f3f46 }
  .article h2, .article small { color: #a1a1aa }
}
`;

/** Notifications of one kind in a mail. The dashboard has all of them. */
const MAX_LISTED = 20;

/** Returns the mail about notifications of a member: one with its whole text, several as a list of links. */
export async function composeNotifications(
  project: Sender,
  notifications: DescribedNotification[],
  {
    cause,
    recipient,
    language,
    mail,
    settingsUrl,
    reply,
  }: {
    cause: string;
    recipient: string;
    /** Language of the account. */
    language: Language;
    mail: PendingMail;
    settingsUrl: string;
    reply: { to: string | undefined; hint: string } | undefined;
  },
): Promise<Omit<NewMail, 'id'>> {
  const [first] = notifications;
  const content =
    first && notifications.length === 1
      ? await renderOne(first, language)
      : renderSeveral(project.name, notifications, { mail, language });
  const t = memberTexts(language).notifications;
  return composeMail(project, {
    language,
    ...content,
    cause,
    recipient,
    reply,
    footer: t.footer(project.name),
    footerLinks: [{ label: t.change, url: settingsUrl }],
  });
}

async function renderOne({ message, summary }: DescribedNotification, language: Language) {
  const { heading, title, facts, url } = message;
  return {
    subject: heading + commonTexts(language).colon + title,
    heading: title,
    paragraphs: [heading, ...(facts.length ? [joinFacts(message)] : [])],
    ...(summary.content && { article: await buildArticle(await renderMarkdown(summary.content), url) }),
    action: { label: memberTexts(language).notifications.open, url },
  };
}

function renderSeveral(
  projectName: string,
  notifications: DescribedNotification[],
  { mail, language }: { mail: PendingMail; language: Language },
) {
  const t = memberTexts(language).notifications;
  const count = notifications.length;
  const groups = [...Map.groupBy(notifications, ({ message }) => message.heading)];
  return {
    subject: mail === 'daily' ? t.dailySubject(projectName, count) : t.subject(projectName, count),
    heading: t.heading(projectName, count),
    paragraphs: [],
    styles: LIST_STYLES,
    article: joinArticles(groups.map(([heading, items]) => renderGroup(heading, items, language))),
  };
}

function renderGroup(heading: string, items: DescribedNotification[], language: Language): Article {
  const listed = items.slice(0, MAX_LISTED);
  const more = items.length > MAX_LISTED ? memberTexts(language).notifications.more(items.length - MAX_LISTED) : '';
  return {
    text: [
      heading,
      ...listed.map(({ message }) => [`• ${message.title}`, message.text, message.url].filter(Boolean).join('\n  ')),
      more,
    ]
      .filter(Boolean)
      .join('\n'),
    html: html`<h2>${heading}</h2>
<ul>
${listed.map(({ message }) => html`<li dir="auto"><a href="${message.url}">${message.title}</a>${message.text ? html`<br>${message.text}` : ''}${message.facts.length ? html`<br><small>${joinFacts(message)}</small>` : ''}</li>\n`)}</ul>
${more ? html`<p>${more}</p>` : ''}`,
  };
}

const joinArticles = (articles: Article[]): Article => ({
  text: articles.map(({ text }) => text).join('\n\n'),
  html: html`${articles.map((article) => article.html)}`,
});
