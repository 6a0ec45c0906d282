import { truncate } from '@earshot/contract/shared/text';
import formbody from '@fastify/formbody';
import { Email, OneOf, SlugParams } from '@earshot/contract/shared/common';
import { SubmitFeedback } from '@earshot/contract/services/feedback/schemas';
import { ROADMAP_STATUSES, SETTABLE_STATUSES, SORTS, TYPES } from '@earshot/contract/services/feedback/values';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type Html, html, raw } from '../../platform/html/html.ts';
import {
  renderBreadcrumbs,
  excerpt,
  renderHead,
  renderPageLinks,
  type Site,
  extractText,
  renderTime,
} from '../../platform/html/site.ts';
import { callerOf } from '../../platform/api/credentials.ts';
import { toRows } from '../../platform/api/list.ts';
import type { App } from '../../platform/api/operation.ts';
import { cleanForms } from '../../platform/api/text.ts';
import { requireId } from '../../platform/api/validation.ts';
import { formatId } from '../../platform/ids.ts';
import type { DomainEvents } from '../../platform/jobs/events.ts';
import { renderMarkdown } from '../../platform/markdown/render.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { answerWithPages } from '../../instance/projects/page-errors.ts';
import { readSiteList, readSitePage, sendSitePage, buildSite } from '../../instance/projects/site.ts';
import { authorOfPage, toAuthor } from './authors.ts';
import { acceptUnsubscribeRoute } from './end-users/account.ts';
import { renderBadge, renderStatus } from './end-users/badges.ts';
import { renderCommentForm, renderFollowForm, renderNewEntry, renderSignIn } from './end-users/forms.ts';
import { addComment } from './comments/comments.ts';
import { type Comment, listComments } from './comments/comments-store.ts';
import { getEntry, type Submit } from './feedback.ts';
import { countEntries, type Entry, listEntries, listForSitemap } from './store.ts';
import { isVerified, type Subscriptions } from './subscriptions/subscriptions.ts';
import { withCurrentProfiles } from './team/profiles.ts';

interface Options {
  db: Db;
  events: DomainEvents;
  publicUrl: () => string;
  subscriptions: Subscriptions;
  submit: Submit;
}

const PAGE_SIZE = 20;
const MAX_COLUMN_ENTRIES = 50;
const MAX_COMMENTS = 100;
/** Entries on the front page. Those of the roadmap have no votes and are lower. */
const TEASER_SIZE = 4;
const ROADMAP_TEASER_SIZE = 6;
const TYPE_LABELS = { feature: 'Feature request', bug: 'Bug report', feedback: 'Feedback' };
const SORT_LABELS = { trending: 'Trending', top: 'Most votes', newest: 'Newest', oldest: 'Oldest' };

const optional = <T extends string>(words: readonly T[]) => Type.Optional(OneOf([...words, ''] as const));
const listQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 200 })),
  status: optional(SETTABLE_STATUSES),
  type: optional(TYPES),
  sort: optional(SORTS),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
});
const trap = { website: Type.Optional(Type.String()) };
const entryParams = Type.Object({ ...SlugParams.properties, id: Type.String() });

const slugAccess = { config: { access: { by: 'slug' } as const } };

/** Public board, entry and roadmap pages. They are readable without scripts; widgets add voting. */
export const feedbackPages: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  await app.register(formbody, cleanForms);
  answerWithPages(app);

  showBoardRoute(app, options);
  acceptSubmissionRoute(app, options);
  showEntryRoute(app, options);
  acceptCommentRoute(app, options);
  acceptSubscriptionRoute(app, options);
  acceptUnsubscribeRoute(app, options);
  showRoadmapRoute(app, options);
};

function showBoardRoute(app: App, { publicUrl }: Options): void {
  app.get(
    '/p/:slug/feedback',
    { ...slugAccess, schema: { hide: true, params: SlugParams, querystring: listQuery } },
    (request, reply) => {
      const { project, site } = buildSite(request, publicUrl(), 'feedback');
      const { q, status, type, page = 1 } = request.query;
      // A search without a sort order returns the best matches first.
      const sort = request.query.sort || (q ? undefined : 'trending');
      const filter = { visibility: 'public' as const, ...(q && { q }), ...(status && { status }), ...(type && { type }) };
      return readSiteList(request, reply, site, async (db) => {
        const [{ rows: entries }, total] = await Promise.all([
          listEntries(db, project.id, filter, { sort, ...toRows({ page, limit: PAGE_SIZE }) }),
          countEntries(db, project.id, filter),
        ]);
        const button = html`<a class="button" href="#new">Give feedback</a>`;
        return {
          title: 'Feedback',
          description: `Feature requests and bug reports for ${project.name}, with their status.`,
          path: '/feedback',
          isUnlisted: Boolean(q || status || type || request.query.sort || page > 1),
          widgets: ['vote', 'feedback', 'open-feedback'],
          content: html`${renderHead('Feedback', `Feature requests and bug reports for ${project.name}.`, button)}
${renderFilterForm({ q, status, type, sort: request.query.sort })}
${renderList(await Promise.all(entries.map(async (entry) => renderRow(site, entry, { text: await summarize(entry.description, 180) })))) || html`<p>${q || status || type ? 'No matching posts.' : 'No feedback yet. Be the first to post.'}</p>`}
${renderPageLinks(page, PAGE_SIZE, total, { q, status, type, sort: request.query.sort })}
${renderNewEntry(request.endUser, project.settings.feedback.follow_default)}${renderWidget(site)}`,
        };
      });
    },
  );
}

function acceptSubmissionRoute(app: App, { db, publicUrl, submit }: Options): void {
  app.post(
    '/p/:slug/feedback',
    {
      ...slugAccess,
      schema: {
        hide: true,
        params: SlugParams,
        body: Type.Object({
          title: SubmitFeedback.properties.title,
          type: Type.Optional(OneOf(TYPES)),
          description: SubmitFeedback.properties.description,
          submitter_name: SubmitFeedback.properties.submitter_name,
          submitter_email: Type.Optional(Type.Union([Type.Literal(''), Email()])),
          follow: Type.Optional(Type.Literal('on')),
          ...trap,
        }),
      },
    },
    async (request, reply) => {
      const { project, site } = buildSite(request, publicUrl(), 'feedback');
      const { website, submitter_email, follow, ...fields } = request.body;
      const author = authorOfPage(request);
      const entry = website
        ? undefined
        : await submit(db, {
            project,
            author,
            fields: { ...fields, submitter_email: submitter_email || undefined, follow: follow === 'on' },
          });
      const isPublic = entry?.visibility === 'public';
      const link = isPublic ? html`<p><a href="${site.base}/feedback/${formatId('fb', entry.id)}">View your post</a></p>` : '';
      return sendSitePage(reply, site, {
        title: 'Thank you',
        description: '',
        path: '/feedback',
        content: html`${renderHead('Thank you', isPublic ? 'Your post has been published.' : 'Your post will appear after approval.')}${link}${submitter_email && follow && !isVerified(author, submitter_email) ? html`<p>To receive updates by email, confirm your address with the link that we sent you.</p>` : ''}<p><a href="${site.base}/feedback">All feedback</a></p>`,
      });
    },
  );
}

function showEntryRoute(app: App, { db, publicUrl }: Options): void {
  app.get('/p/:slug/feedback/:id', { ...slugAccess, schema: { hide: true, params: entryParams } }, async (request, reply) => {
    const { project, site } = buildSite(request, publicUrl(), 'feedback');
    const entry = await getRequestedEntry(db, request);
    if (entry.merged_into) return reply.redirect(`${site.base}/feedback/${formatId('fb', entry.merged_into)}`, 301);
    return await readSitePage(request, reply, site, async () => {
      const { rows, total } = await listComments(db, project.id, entry.id, {
        reader: { audience: 'public', ...(request.endUser && { person: toAuthor(request.endUser) }) },
        limit: MAX_COMMENTS,
        offset: 0,
      });
      const comments = await withCurrentProfiles(db, rows);
      const path = `/feedback/${formatId('fb', entry.id)}`;
      return {
        title: entry.title,
        description:
          (await summarize(entry.description)) || excerpt(`${TYPE_LABELS[entry.type]} about ${project.name}: ${entry.title}`),
        path,
        type: 'article' as const,
        imageUrl: entry.image_url,
        widgets: ['vote'],
        data: [buildDiscussion(site, path, entry, comments)],
        content: html`${renderBreadcrumbs([{ href: `${site.base}/feedback`, label: 'Feedback' }])}<article class="measure"><div class="entry">${renderVotes(site, entry)}<div><h1 dir="auto">${entry.title}</h1>${renderFacts(entry)}</div></div>
<div class="prose" dir="auto">${raw(await renderMarkdown(entry.description))}${entry.image_url ? html`<p><img src="${entry.image_url}" alt="Screenshot" loading="lazy"></p>` : ''}</div></article>
<section class="measure form"><h2>${total === 1 ? '1 comment' : `${total} comments`}</h2>
${await Promise.all(comments.map(renderComment))}
${renderCommentForm(site.base + path, request.endUser)}</section>
${renderFollowForm(site.base + path, request.endUser)}`,
      };
    });
  });
}

function acceptCommentRoute(app: App, { db, events, publicUrl }: Options): void {
  app.post(
    '/p/:slug/feedback/:id/comments',
    {
      ...slugAccess,
      schema: {
        hide: true,
        params: entryParams,
        body: Type.Object({
          body: Type.String({ minLength: 1, maxLength: 10_000 }),
          author_name: Type.Optional(Type.String({ maxLength: 100 })),
          ...trap,
        }),
      },
    },
    async (request, reply) => {
      const { project, site } = buildSite(request, publicUrl(), 'feedback');
      const { id } = await getRequestedEntry(db, request);
      const { body, author_name: authorName, website } = request.body;
      const comment = website
        ? undefined
        : await addComment(
            { db, events },
            { audience: 'public', project, entryId: id, author: authorOfPage(request), body, authorName },
          );
      return sendSitePage(reply, site, {
        title: 'Thank you',
        description: '',
        path: '/feedback',
        content: html`${renderHead('Thank you', comment?.visibility === 'public' ? 'Your comment has been published.' : 'Your comment will appear after approval.')}<p><a href="${site.base}/feedback/${formatId('fb', id)}">Back to the post</a></p>`,
      });
    },
  );
}

function acceptSubscriptionRoute(app: App, { db, publicUrl, subscriptions }: Options): void {
  app.post(
    '/p/:slug/feedback/:id/subscribe',
    // Sends a mail to any given address.
    {
      config: { ...slugAccess.config, limit: 'sensitive' as const },
      schema: { hide: true, params: entryParams, body: Type.Object({ email: Email() }) },
    },
    async (request, reply) => {
      const { project, site } = buildSite(request, publicUrl(), 'feedback');
      const { id } = await getRequestedEntry(db, request);
      const { email } = request.body;
      const author = authorOfPage(request);
      await subscriptions.subscribe(project.id, { entryId: id, email, author });
      const [title, text] = isVerified(author, email)
        ? ['You follow this post', 'You will receive emails about replies of the team and changes of the status.']
        : [
            'Check your inbox',
            'Confirm your address with the link that we sent you. You will then receive emails about replies of the team and changes of the status.',
          ];
      return sendSitePage(reply, site, {
        title,
        description: '',
        path: '/feedback',
        content: html`${renderHead(title, text)}<p><a href="${site.base}/feedback/${formatId('fb', id)}">Back to the post</a></p>`,
      });
    },
  );
}

function showRoadmapRoute(app: App, { publicUrl }: Options): void {
  app.get('/p/:slug/roadmap', { ...slugAccess, schema: { hide: true, params: SlugParams } }, (request, reply) => {
    const { project, site } = buildSite(request, publicUrl(), 'roadmap');
    return readSiteList(request, reply, site, async (db) => {
      const columns = await Promise.all(
        ROADMAP_STATUSES.map(async (status) => {
          const { rows: entries } = await listEntries(
            db,
            project.id,
            { visibility: 'public', status },
            { sort: 'top', limit: MAX_COLUMN_ENTRIES, offset: 0 },
          );
          const items = renderList(entries.map((entry) => renderRow(site, entry)));
          return html`<section><h2 class="status ${status}">${renderStatus(status)}</h2>${items || html`<p class="meta">Nothing here yet.</p>`}</section>`;
        }),
      );
      return {
        title: 'Roadmap',
        description: `Planned, in progress and completed: the roadmap of ${project.name}.`,
        path: '/roadmap',
        widgets: ['vote'],
        content: html`${renderHead('Roadmap', 'What we plan, work on and have completed.')}<div class="columns">${columns}</div>`,
      };
    });
  });
}

/** Returns the entry in the path. @throws {HttpError} 404 unless the entry is public */
async function getRequestedEntry(db: Db, request: FastifyRequest): Promise<Entry> {
  const id = requireId('fb', (request.params as { id: string }).id, 'feedback.not_found');
  return await getEntry(db, callerOf(request), id);
}

/** Renders the first entries of the board for the front page. */
export async function feedbackTeaser(db: Db, site: Site, projectId: string): Promise<Html | undefined> {
  const order = { sort: 'trending', limit: TEASER_SIZE, offset: 0 } as const;
  const { rows: entries } = await listEntries(db, projectId, { visibility: 'public' }, order);
  return renderList(entries.map((entry) => renderRow(site, entry)));
}

/** Renders the next entries of the roadmap for the front page: entries in progress before planned ones. */
export async function roadmapTeaser(db: Db, site: Site, projectId: string): Promise<Html | undefined> {
  const order = { sort: 'top', limit: ROADMAP_TEASER_SIZE, offset: 0 } as const;
  const [started, planned, done] = await Promise.all(
    (['in_progress', 'planned', 'done'] as const).map((status) =>
      listEntries(db, projectId, { visibility: 'public', status }, order),
    ),
  );
  const entries = [started, planned, done].flatMap((page) => page?.rows ?? []).slice(0, ROADMAP_TEASER_SIZE);
  return renderList(
    entries.map(
      (entry) =>
        html`<div><h3 dir="auto"><a href="${site.base}/feedback/${formatId('fb', entry.id)}">${entry.title}</a></h3></div>${renderBadge(entry.status)}`,
    ),
  );
}

const renderList = (rows: Html[]) =>
  rows.length ? html`<ul>${rows.map((row) => html`<li class="entry">${row}</li>`)}</ul>` : undefined;

/** Returns the entries for the sitemap. */
export const listFeedbackPages = async (db: Db, projectId: string, limit: number) =>
  (await listForSitemap(db, projectId, limit)).map(({ id, updated_at }) => ({
    path: `/feedback/${formatId('fb', id)}`,
    updated_at,
  }));

/** Renders the votes of an entry as text, which a widget replaces with a button. */
const renderVotes = (site: Site, { id, title, upvote_count }: Entry) =>
  html`<earshot-vote project-key="${site.projectKey}" entry="${formatId('fb', id)}" count="${upvote_count}" label="${title}"${renderSignIn(site)}><span class="vote"><span class="unseen">Votes: </span>${upvote_count}</span></earshot-vote>`;

const renderFacts = ({ type, status, tags, comment_count, created_at, submitter_name }: Entry) =>
  html`<p class="meta">${renderBadge(status)}<span>${TYPE_LABELS[type]}</span>${renderTime(created_at)}${submitter_name ? html`<span>${submitter_name}</span>` : ''}${tags.map((tag) => html`<span>${tag}</span>`)}${comment_count ? html`<span>${comment_count === 1 ? '1 comment' : `${comment_count} comments`}</span>` : ''}</p>`;

/** Characters of a description that are rendered for its summary. */
const SUMMARIZED = 1_000;

/** Returns the beginning of a description without its Markdown. */
const summarize = async (description: string, maxLength?: number) =>
  excerpt(extractText(await renderMarkdown(truncate(description, SUMMARIZED))), maxLength);

/** Renders an entry as an item of a list; with a summary, also its status and facts. */
function renderRow(site: Site, entry: Entry, summary?: { text: string }): Html {
  const heading = summary ? 'h2' : 'h3';
  const more = summary && html`${summary.text && html`<p dir="auto">${summary.text}</p>`}${renderFacts(entry)}`;
  return html`${renderVotes(site, entry)}<div><${heading} dir="auto"><a href="${site.base}/feedback/${formatId('fb', entry.id)}">${entry.title}</a></${heading}>${more}</div>`;
}

const renderComment = async ({ author_name, author_avatar_url: avatarUrl, author_role, body, created_at, ...comment }: Comment) =>
  html`<div class="comment"><p class="meta">${avatarUrl && author_role === 'team' ? html`<img class="avatar" src="${avatarUrl}" alt="" width="24" height="24" loading="lazy" referrerpolicy="no-referrer">` : ''}${author_name ? html`<strong dir="auto">${author_name}</strong>` : author_role === 'team' ? '' : 'Anonymous'}${author_role === 'team' ? html`<span class="badge">Team</span>` : ''}${comment.private ? html`<span class="badge">Only you see this</span>` : ''}${renderTime(created_at)}</p><div class="prose" dir="auto">${raw(await renderMarkdown(body))}</div></div>`;

const renderWidget = (site: Site) =>
  html`<earshot-feedback project-key="${site.projectKey}" theme="auto" button="none"${renderSignIn(site)}></earshot-feedback>`;

/** Returns the sort orders of the board. The first one is the default, which a search changes. */
const listSorts = (q: string | undefined): [value: string, label: string][] => {
  const { trending, ...others } = SORT_LABELS;
  return q ? [['', 'Best match'], ...Object.entries(SORT_LABELS)] : [['', trending], ...Object.entries(others)];
};

function renderFilterForm(chosen: { q?: string; status?: string; type?: string; sort?: string }): Html {
  const select = (name: 'status' | 'type' | 'sort', label: string, words: [string, string][]) =>
    html`<div><label for="${name}">${label}</label><select id="${name}" name="${name}">${words.map(
      ([value, word]) => html`<option value="${value}"${chosen[name] === value ? ' selected' : ''}>${word}</option>`,
    )}</select></div>`;
  return html`<form class="filter" method="get" role="search"><div class="grow"><label for="q">Search</label><input id="q" dir="auto" name="q" type="search" maxlength="200" value="${chosen.q ?? ''}"></div>
${select('status', 'Status', [['', 'Any'], ...SETTABLE_STATUSES.map((status): [string, string] => [status, renderStatus(status)])])}
${select('type', 'Type', [['', 'Any'], ...Object.entries(TYPE_LABELS)])}
${select('sort', 'Sort by', listSorts(chosen.q))}
<button class="quiet">Apply</button></form>`;
}

const buildDiscussion = (site: Site, path: string, entry: Entry, comments: Comment[]) => ({
  '@type': 'DiscussionForumPosting',
  headline: entry.title,
  ...(entry.description && { text: entry.description }),
  url: site.url + path,
  datePublished: entry.created_at.toISOString(),
  author: { '@type': 'Person', name: entry.submitter_name ?? 'Anonymous' },
  interactionStatistic: [
    { '@type': 'InteractionCounter', interactionType: 'https://schema.org/LikeAction', userInteractionCount: entry.upvote_count },
  ],
  comment: comments.slice(0, 20).map(({ author_name, body, created_at }) => ({
    '@type': 'Comment',
    text: body,
    datePublished: created_at.toISOString(),
    author: { '@type': 'Person', name: author_name ?? 'Anonymous' },
  })),
});
