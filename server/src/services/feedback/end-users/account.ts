import { SlugParams } from '@earshot/contract/shared/common';
import { toMailboxKey } from '@earshot/contract/shared/mailbox';
import type { FeedbackStatus } from '@earshot/contract/services/feedback/values';
import { Type } from 'typebox';
import type { EndUserParts } from '../../../instance/end-users/parts.ts';
import type { EndUserSession } from '../../../instance/projects/caller.ts';
import { buildSite } from '../../../instance/projects/site.ts';
import type { App } from '../../../platform/api/operation.ts';
import { requireId } from '../../../platform/api/validation.ts';
import { type Html, html, raw } from '../../../platform/html/html.ts';
import { excerpt, linkToPage, renderTime } from '../../../platform/html/site.ts';
import { formatId } from '../../../platform/ids.ts';
import { renderMarkdown } from '../../../platform/markdown/render.ts';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import * as store from './account-store.ts';
import { BY_ADDRESS, findSegmentIds, toAuthor } from '../authors.ts';
import { findHiddenBoards, type Viewer } from '../boards/access.ts';
import type { SegmentDeps } from '../boards/segments-store.ts';
import { renderBadge } from './badges.ts';
import { deleteSubscriptions, type IsSubscribed } from '../subscriptions/subscribers-store.ts';
import { feedbackTexts } from '../texts/texts.ts';
import { takeOver } from './take-over.ts';

/** Maximum number of items of each list on the account page. */
const MAX_ITEMS = 100;

/** Returns the person of a session, with the boards that the person may not read. @throws {HttpError} 503 */
async function identify(deps: SegmentDeps, session: EndUserSession): Promise<store.Identity> {
  const email = session.email && toMailboxKey(session.email);
  const author = toAuthor(session);
  const segmentIds = await findSegmentIds(deps, session.projectId, author);
  const viewer: Viewer = { audience: 'public', person: { ...author, segmentIds } };
  return {
    email,
    ids: [...new Set([author.id, ...(email ? [`${BY_ADDRESS}:${email}`] : [])])],
    hidden: findHiddenBoards(viewer, { isOwn: false }),
    hiddenOwn: findHiddenBoards(viewer, { isOwn: true }),
  };
}

/** Creates the lists of feedback of people who are signed in on public pages. */
export const createFeedbackOfEndUser = ({ db: primary, segments }: SegmentDeps): EndUserParts => ({
  listOwn: async (db, site, session, { feedback: { statuses } }) => {
    const { projectId } = session;
    const person = await identify({ db: primary, segments }, session);
    const [entries, votes, comments, answers, followed] = await Promise.all([
      store.listOwnEntries(db, projectId, person, MAX_ITEMS),
      store.listOwnVotes(db, projectId, person, MAX_ITEMS),
      store.listOwnComments(db, projectId, person, MAX_ITEMS),
      store.listAnswers(db, projectId, person, MAX_ITEMS),
      store.listFollowed(db, projectId, person, MAX_ITEMS),
    ]);
    const t = feedbackTexts(site.language);
    const own = t.own;
    const buildPath = (id: string) => `${site.base}/feedback/${formatId('fb', id)}`;
    const title = (entry: { id: string; title: string | null }, isLinked = true) =>
      entry.title !== null &&
      html`<h3 dir="auto">${isLinked ? html`<a href="${buildPath(entry.id)}">${entry.title}</a>` : entry.title}</h3>`;
    return [
      {
        title: own.entries,
        empty: own.noEntries,
        items: entries.map((entry) => {
          const isPublic = entry.visibility === 'public';
          const state = isPublic
            ? renderBadge(site, { status: entry.status as FeedbackStatus, custom_status: entry.custom_status }, statuses)
            : html`<span class="badge">${entry.visibility === 'pending' ? own.waits : own.hidden}</span>`;
          return html`<div>${title(entry, isPublic)}<p class="meta">${state}<span>${t.votes(entry.upvote_count)}</span>${renderTime(site, entry.created_at)}</p></div>`;
        }),
      },
      {
        title: own.votes,
        empty: own.noVotes,
        items: votes.map(
          (vote) =>
            html`<div>${title(vote)}<p class="meta"><span>${vote.value === 1 ? own.upvote : own.downvote}</span>${renderTime(site, vote.created_at)}</p></div>`,
        ),
      },
      {
        title: own.comments,
        empty: own.noComments,
        items: comments.map(
          (comment) =>
            html`<div>${title(comment, comment.is_linked)}<p dir="auto">${excerpt(comment.body, 240)}</p><p class="meta">${comment.visibility === 'public' ? '' : html`<span class="badge">${comment.visibility === 'pending' ? own.waits : own.hidden}</span>`}${renderTime(site, comment.created_at)}</p></div>`,
        ),
      },
      {
        title: own.answers,
        empty: own.noAnswers,
        items: await Promise.all(
          answers.map(
            async (answer): Promise<Html> =>
              html`<div>${title(answer, answer.is_linked)}<div class="prose" dir="auto">${raw(await renderMarkdown(answer.body))}</div><p class="meta">${renderTime(site, answer.created_at)}</p></div>`,
          ),
        ),
      },
      {
        title: own.followed,
        empty: own.noFollowed,
        items: followed.map(
          (entry) =>
            html`<div>${title(entry)}<p class="meta">${renderTime(site, entry.created_at)}</p></div><form method="post" action="${buildPath(entry.id)}/unsubscribe"><button class="quiet">${own.unfollow}<span class="unseen"> ${entry.title}</span></button></form>`,
        ),
      },
    ];
  },
  takeOver: (tx, session, visitorId) => takeOver(tx, session.projectId, { from: `vis:${visitorId}`, to: toAuthor(session) }),
});

/** Ends a subscription of the person who is signed in. */
export function acceptUnsubscribeRoute(
  app: App,
  { db, publicUrl, isSubscribed }: { db: Db; publicUrl: () => string; isSubscribed: IsSubscribed },
): void {
  app.post(
    '/p/:slug/feedback/:id/unsubscribe',
    {
      config: { access: { by: 'slug' } as const },
      schema: { hide: true, params: Type.Object({ ...SlugParams.properties, id: Type.String() }) },
    },
    async (request, reply) => {
      const { project, site } = buildSite(request, publicUrl(), 'feedback');
      const id = requireId('fb', request.params.id, 'feedback.not_found');
      const email = request.endUser?.email;
      if (email) await transact(db, (tx) => deleteSubscriptions(tx, { projectId: project.id, email, isSubscribed }, [id]));
      return reply.redirect(linkToPage(site, '/account'), 303);
    },
  );
}
