import { Email, SlugParams } from '@earshot/contract/shared/common';
import type { ProjectSettings } from '@earshot/contract/instance/projects';
import { orderStatuses } from '@earshot/contract/services/feedback/statuses';
import { ROADMAP_STATUSES } from '@earshot/contract/services/feedback/values';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type Html, html, raw } from '../../platform/html/html.ts';
import { renderBreadcrumbs, excerpt, renderHead, type Site, renderTime } from '../../platform/html/site.ts';
import { callerOf } from '../../platform/api/credentials.ts';
import type { App } from '../../platform/api/operation.ts';
import { parseForms } from '../../platform/api/json-body.ts';
import { commonTexts } from '../../platform/html/texts/texts.ts';
import { requireId } from '../../platform/api/validation.ts';
import { formatId } from '../../platform/ids.ts';
import type { DomainEvents } from '../../platform/jobs/events.ts';
import { renderMarkdown } from '../../platform/markdown/render.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { answerWithPages } from '../../instance/projects/page-errors.ts';
import {
  readSiteList,
  nameSection,
  readSitePage,
  redirectFormerUrl,
  sendSitePage,
  buildSite,
} from '../../instance/projects/site.ts';
import { toAuthor } from './authors.ts';
import { ANYONE, type Viewer } from './boards/access.ts';
import { boardPages, buildBoardCrumbs, listBoardPages } from './boards/pages.ts';
import {
  identifyVisitor,
  renderCard,
  renderFacts,
  renderList,
  renderRow,
  renderVotes,
  slugAccess,
  summarize,
  trap,
} from './boards/page-parts.ts';
import { acceptUnsubscribeRoute } from './end-users/account.ts';
import { nameStatus, renderBadge, toStatusClass } from './end-users/badges.ts';
import { renderCommentForm, renderFollowForm } from './end-users/forms.ts';
import { addComment } from './comments/comments.ts';
import { type Comment, listComments } from './comments/comments-store.ts';
import { renderFields } from './fields/forms.ts';
import { getEntry, type Submit } from './feedback.ts';
import { type Entry } from './store.ts';
import { feedbackTexts } from './texts/texts.ts';
import { buildVisible, countEntries, listEntries, listForSitemap } from './views/list-store.ts';
import type { IsSubscribed } from './subscriptions/subscribers-store.ts';
import { isVerified, type Subscriptions } from './subscriptions/subscriptions.ts';
import { withCurrentProfiles } from './team/profiles.ts';

interface Options {
  db: Db;
  events: DomainEvents;
  publicUrl: () => string;
  subscriptions: Subscriptions;
  isSubscribed: IsSubscribed;
  submit: Submit;
}

const MAX_COLUMN_ENTRIES = 50;
/** Entries of a column of the roadmap that are visible at first. */
const SHOWN_COLUMN_ENTRIES = 10;
const MAX_COMMENTS = 100;
/** Entries on the front page. Those of the roadmap have no votes and are lower. */
const TEASER_SIZE = 4;
const ROADMAP_TEASER_SIZE = 6;
const entryParams = Type.Object({ ...SlugParams.properties, id: Type.String() });

/** Public board, entry and roadmap pages. They are readable without scripts; widgets add voting. */
export const feedbackPages: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  parseForms(app);
  answerWithPages(app, options.publicUrl);

  boardPages(app, options);
  showEntryRoute(app, options);
  acceptCommentRoute(app, options);
  acceptSubscriptionRoute(app, options);
  acceptUnsubscribeRoute(app, options);
  showRoadmapRoute(app, options);
};

function showEntryRoute(app: App, { db, publicUrl }: Options): void {
  app.get('/p/:slug/feedback/:id', { ...slugAccess, schema: { hide: true, params: entryParams } }, async (request, reply) => {
    const { project, site } = buildSite(request, publicUrl(), 'feedback');
    const t = feedbackTexts(site.language);
    const { statuses, fields } = project.settings.feedback;
    const { viewer, variant } = await identifyVisitor(db, request);
    const entry = await getRequestedEntry(db, request, viewer);
    if (entry.merged_into) return redirectFormerUrl(request, reply, site, `/feedback/${formatId('fb', entry.merged_into)}`);
    return await readSitePage(
      request,
      reply,
      site,
      async () => {
        const { rows, total } = await listComments(db, project.id, entry.id, {
          reader: { audience: 'public', ...(request.endUser && { person: toAuthor(request.endUser) }) },
          limit: MAX_COMMENTS,
          offset: 0,
        });
        const comments = await withCurrentProfiles(db, rows);
        const path = `/feedback/${formatId('fb', entry.id)}`;
        const crumbs = await buildBoardCrumbs(db, site, entry, viewer);
        return {
          title: entry.title,
          description:
            (await summarize(entry.description)) || excerpt(t.aboutType(t.types[entry.type], project.name, entry.title)),
          path,
          type: 'article' as const,
          isUnlisted: entry.board_access !== 'public',
          imageUrl: entry.image_url,
          widgets: ['vote'],
          data: [buildDiscussion(site, path, entry, comments)],
          content: html`${renderBreadcrumbs(site, crumbs)}<article class="measure"><div class="entry">${renderVotes(site, entry)}<div><h1 dir="auto">${entry.title}</h1>${renderFacts(site, entry, statuses)}</div></div>
${renderFields(site, fields, entry.fields)}
<div class="prose" dir="auto">${raw(await renderMarkdown(entry.description))}${entry.image_url ? html`<p><img src="${entry.image_url}" alt="${t.screenshot}" loading="lazy"></p>` : ''}</div></article>
<section class="measure form"><h2>${t.comments(total)}</h2>
${await Promise.all(comments.map((comment) => renderComment(site, comment)))}
${renderCommentForm(site, site.base + path, request.endUser)}</section>
${renderFollowForm(site, site.base + path, request.endUser)}`,
        };
      },
      variant,
    );
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
      const { author, viewer } = await identifyVisitor(db, request);
      const { id } = await getRequestedEntry(db, request, viewer);
      const { body, author_name: authorName, website } = request.body;
      const comment = website
        ? undefined
        : await addComment({ db, events }, { audience: 'public', project, entryId: id, author, body, authorName });
      const t = feedbackTexts(site.language);
      const { thanks } = commonTexts(site.language);
      return sendSitePage(reply, site, {
        title: thanks,
        description: '',
        path: '/feedback',
        content: html`${renderHead(thanks, comment?.visibility === 'public' ? t.commentPublished : t.commentWaits)}<p><a href="${site.base}/feedback/${formatId('fb', id)}">${t.backToEntry}</a></p>`,
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
      const { author, viewer } = await identifyVisitor(db, request);
      const { id } = await getRequestedEntry(db, request, viewer);
      const { email } = request.body;
      await subscriptions.subscribe(project.id, { entryId: id, email, author, language: site.language });
      const t = feedbackTexts(site.language);
      const [title, text] = isVerified(author, email) ? [t.following, t.followingText] : [t.checkInbox, t.checkInboxText];
      return sendSitePage(reply, site, {
        title,
        description: '',
        path: '/feedback',
        content: html`${renderHead(title, text)}<p><a href="${site.base}/feedback/${formatId('fb', id)}">${t.backToEntry}</a></p>`,
      });
    },
  );
}

function showRoadmapRoute(app: App, { db, publicUrl }: Options): void {
  app.get('/p/:slug/roadmap', { ...slugAccess, schema: { hide: true, params: SlugParams } }, async (request, reply) => {
    const { project, site } = buildSite(request, publicUrl(), 'roadmap');
    const { statuses } = project.settings.feedback;
    const t = feedbackTexts(site.language);
    const { viewer, variant } = await identifyVisitor(db, request);
    const render = async (source: Db) => {
      const visible = buildVisible(viewer);
      const columns = await Promise.all(
        orderStatuses(statuses, ROADMAP_STATUSES).map(async (status) => {
          const filter = { ...visible, status };
          const [{ rows: entries }, total] = await Promise.all([
            listEntries(source, project.id, filter, { sort: 'top', limit: MAX_COLUMN_ENTRIES, offset: 0 }),
            countEntries(source, project.id, filter),
          ]);
          const cards = entries.map((entry) => renderCard(site, entry, statuses));
          const more = renderList(cards.slice(SHOWN_COLUMN_ENTRIES));
          return html`<section><h2 class="${toStatusClass({ status }, statuses)}" dir="auto">${nameStatus(site.language, statuses, { status })}<span class="count"> ${total}</span></h2>${renderList(cards.slice(0, SHOWN_COLUMN_ENTRIES)) || html`<p class="meta">${t.emptyColumn}</p>`}${more && html`<details><summary>${total > cards.length ? t.show(cards.length) : t.showAll}</summary>${more}</details>`}</section>`;
        }),
      );
      return {
        title: nameSection('roadmap', site.language),
        description: t.aboutRoadmap(project.name),
        path: '/roadmap',
        widgets: ['vote'],
        content: html`${renderHead(nameSection('roadmap', site.language), t.roadmapText)}<div class="columns">${columns}</div>`,
      };
    };
    return await readSiteList(request, reply, site, render, variant);
  });
}

/** Returns the entry in the path. @throws {HttpError} 404 unless the visitor may read it */
async function getRequestedEntry(db: Db, request: FastifyRequest, viewer: Viewer): Promise<Entry> {
  const id = requireId('fb', (request.params as { id: string }).id, 'feedback.not_found');
  return await getEntry(db, callerOf(request).project.id, id, viewer);
}

/** Renders the first entries of the board for the front page. */
export async function feedbackTeaser(db: Db, site: Site, projectId: string): Promise<Html | undefined> {
  const order = { sort: 'trending', limit: TEASER_SIZE, offset: 0 } as const;
  const { rows: entries } = await listEntries(db, projectId, buildVisible(ANYONE), order);
  return renderList(entries.map((entry) => renderRow(site, entry)));
}

/** Renders the next entries of the roadmap for the front page: entries in progress before planned ones. */
export async function roadmapTeaser(
  db: Db,
  site: Site,
  projectId: string,
  { feedback: { statuses } }: ProjectSettings,
): Promise<Html | undefined> {
  const order = { sort: 'top', limit: ROADMAP_TEASER_SIZE, offset: 0 } as const;
  const visible = buildVisible(ANYONE);
  const [started, planned, done] = await Promise.all(
    (['in_progress', 'planned', 'done'] as const).map((status) => listEntries(db, projectId, { ...visible, status }, order)),
  );
  const entries = [started, planned, done].flatMap((page) => page?.rows ?? []).slice(0, ROADMAP_TEASER_SIZE);
  return renderList(
    entries.map(
      (entry) =>
        html`<div><h3 dir="auto"><a href="${site.base}/feedback/${formatId('fb', entry.id)}">${entry.title}</a></h3></div>${renderBadge(site, entry, statuses)}`,
    ),
  );
}

/** Returns boards and entries for the sitemap. */
export async function listFeedbackPages(db: Db, projectId: string, limit: number) {
  const entries = (await listForSitemap(db, projectId, limit)).map(({ id, updated_at }) => ({
    path: `/feedback/${formatId('fb', id)}`,
    updated_at,
  }));
  return [...(await listBoardPages(db, projectId)), ...entries].slice(0, limit);
}

const renderComment = async (
  site: Site,
  { author_name, author_avatar_url: avatarUrl, author_role, body, created_at, ...comment }: Comment,
) => {
  const t = feedbackTexts(site.language);
  return html`<div class="comment"><p class="meta">${avatarUrl && author_role === 'team' ? html`<img class="avatar" src="${avatarUrl}" alt="" width="24" height="24" loading="lazy" referrerpolicy="no-referrer">` : ''}${author_name ? html`<strong dir="auto">${author_name}</strong>` : author_role === 'team' ? '' : t.anonymous}${author_role === 'team' ? html`<span class="badge">${t.team}</span>` : ''}${comment.private ? html`<span class="badge">${t.onlyYou}</span>` : ''}${renderTime(site, created_at)}</p><div class="prose" dir="auto">${raw(await renderMarkdown(body))}</div></div>`;
};

const buildDiscussion = (site: Site, path: string, entry: Entry, comments: Comment[]) => ({
  '@type': 'DiscussionForumPosting',
  headline: entry.title,
  ...(entry.description && { text: entry.description }),
  url: site.url + path,
  datePublished: entry.created_at.toISOString(),
  author: { '@type': 'Person', name: entry.submitter_name ?? feedbackTexts(site.language).anonymous },
  interactionStatistic: [
    { '@type': 'InteractionCounter', interactionType: 'https://schema.org/LikeAction', userInteractionCount: entry.upvote_count },
  ],
  comment: comments.slice(0, 20).map(({ author_name, body, created_at }) => ({
    '@type': 'Comment',
    text: body,
    datePublished: created_at.toISOString(),
    author: { '@type': 'Person', name: author_name ?? feedbackTexts(site.language).anonymous },
  })),
});
