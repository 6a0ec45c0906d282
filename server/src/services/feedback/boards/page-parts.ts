import { findCustomStatus, type StatusSettings } from '@earshot/contract/services/feedback/statuses';
import { truncate } from '@earshot/contract/shared/text';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type Html, html } from '../../../platform/html/html.ts';
import { excerpt, type Site, extractText, renderTime } from '../../../platform/html/site.ts';
import { callerOf } from '../../../platform/api/credentials.ts';
import { formatId } from '../../../platform/ids.ts';
import { renderMarkdown } from '../../../platform/markdown/render.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { type Author, findAuthor } from '../authors.ts';
import { renderBadge } from '../end-users/badges.ts';
import { renderSignIn } from '../end-users/forms.ts';
import { toViewer, type Viewer } from './access.ts';
import { feedbackTexts } from '../texts/texts.ts';
import type { ListedEntry } from '../views/list-store.ts';

/** Access to pages, whose path names the project. */
export const slugAccess = { config: { access: { by: 'slug' } as const } };
export const trap = { website: Type.Optional(Type.String()) };

/** Returns the visitor of a page, and the part of the variant of cached pages that depends on them. */
export async function identifyVisitor(
  db: Db,
  request: FastifyRequest,
): Promise<{ author: Author; viewer: Viewer; variant: string }> {
  const caller = callerOf(request);
  const author = await findAuthor(db, request, caller);
  return {
    author,
    viewer: toViewer(caller, author),
    variant: ` ${author.id ?? ''} ${author.email ?? ''} ${author.segmentIds?.join() ?? ''}`,
  };
}

export const renderList = (rows: Html[]) =>
  rows.length ? html`<ul>${rows.map((row) => html`<li class="entry">${row}</li>`)}</ul>` : undefined;

/** Renders the votes of an entry as text, which a widget replaces with a button. */
export const renderVotes = (site: Site, { id, title, upvote_count }: ListedEntry) =>
  html`<earshot-vote project-key="${site.projectKey}" entry="${formatId('fb', id)}" count="${upvote_count}" label="${title}"${renderSignIn(site)}><span class="vote"><span class="unseen">${feedbackTexts(site.language).votesLabel} </span>${upvote_count}</span></earshot-vote>`;

export const renderFacts = (
  site: Site,
  { type, status, custom_status, tags, comment_count, created_at, submitter_name }: ListedEntry,
  statuses: StatusSettings,
) =>
  html`<p class="meta">${renderBadge(site, { status, custom_status }, statuses)}<span>${feedbackTexts(site.language).types[type]}</span>${renderTime(site, created_at)}${submitter_name ? html`<span dir="auto">${submitter_name}</span>` : ''}${renderTopics(site, { tags, comment_count })}</p>`;

/** Renders tags and the number of comments. */
const renderTopics = ({ language }: Site, { tags, comment_count }: Pick<ListedEntry, 'tags' | 'comment_count'>): Html[] => [
  ...tags.map((tag) => html`<span dir="auto">${tag}</span>`),
  ...(comment_count ? [html`<span>${feedbackTexts(language).comments(comment_count)}</span>`] : []),
];

/** Characters of a description that are rendered for its summary. */
const SUMMARIZED = 1_000;

/** Returns the beginning of a description without its Markdown. */
export const summarize = async (description: string, maxLength?: number) =>
  excerpt(extractText(await renderMarkdown(truncate(description, SUMMARIZED))), maxLength);

/** Renders an entry as an item of a list; with a summary, also its status and facts. */
export function renderRow(site: Site, entry: ListedEntry, summary?: { text: string; statuses: StatusSettings }): Html {
  const heading = summary ? 'h2' : 'h3';
  const more =
    summary && html`${summary.text && html`<p dir="auto">${summary.text}</p>`}${renderFacts(site, entry, summary.statuses)}`;
  return html`${renderVotes(site, entry)}<div><${heading} dir="auto"><a href="${site.base}/feedback/${formatId('fb', entry.id)}">${entry.title}</a></${heading}>${more}</div>`;
}

/** Renders an entry as a card of the roadmap, whose column has its state. */
export function renderCard(site: Site, entry: ListedEntry, statuses: StatusSettings): Html {
  const badge = findCustomStatus(statuses, entry) ? [renderBadge(site, entry, statuses)] : [];
  const topics = [...badge, ...renderTopics(site, entry)];
  return html`${renderVotes(site, entry)}<div><h3 dir="auto"><a href="${site.base}/feedback/${formatId('fb', entry.id)}">${entry.title}</a></h3>${topics.length ? html`<p class="meta">${topics}</p>` : ''}</div>`;
}
