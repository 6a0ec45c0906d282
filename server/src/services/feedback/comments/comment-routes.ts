import { Id, ListOf, Ok, Page, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/feedback/schemas';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, recordAudit } from '../../../instance/audit/audit.ts';
import { type Caller, callerOf, entryIdOf, sessionOf } from '../../../platform/api/credentials.ts';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { createOnce } from '../../../platform/api/idempotency.ts';
import { buildList, parsePaging } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { publicRead } from '../../../platform/api/public-read.ts';
import { requireId } from '../../../platform/api/validation.ts';
import { formatId } from '../../../platform/ids.ts';
import { transact } from '../../../platform/postgres/database.ts';
import { parseTime } from '../../../instance/imports/decisions.ts';
import { checkPastTimes } from '../../../instance/imports/importer.ts';
import { findAudience, projectOf } from '../../../instance/projects/caller.ts';
import { type Author, findAuthor } from '../authors.ts';
import { mayRead, toViewer } from '../boards/access.ts';
import { addComment, deleteComment, updateComment } from './comments.ts';
import { listComments, type Reader } from './comments-store.ts';
import { buildEntryUrl, renderForOthers } from '../links.ts';
import { commentForMember, commentForPublic } from '../projections.ts';
import { entryKind, type FeedbackOptions, params, tag } from '../route-options.ts';
import { type Entry, findEntry } from '../store.ts';
import { findMentionedIds } from '../team/mentions.ts';
import { withCurrentProfiles } from '../team/profiles.ts';

const commentParams = Type.Object({ id: Id('fb'), comment_id: Id('cmt') });

const editor = { by: 'session', role: 'member', entry: entryKind } as const;

export const commentRoutes: FastifyPluginAsyncTypebox<FeedbackOptions> = async (app, deps) => {
  listCommentsRoute(app, deps);
  addCommentRoute(app, deps);
  updateCommentRoute(app, deps);
  deleteCommentRoute(app, deps);
};

function listCommentsRoute(app: App, { db, publicUrl }: FeedbackOptions): void {
  app.get(
    '/:id/comments',
    operation({
      id: 'listComments',
      summary: 'List comments',
      description:
        'Returns comments in chronological order, oldest first. API keys return public comments, and with `X-User-Token` or `X-Visitor-Id` private answers to that person, who submitted the entry; private answers can be read even while the entry is not public. Session tokens also return internal notes, all private answers, and comments awaiting approval. With `html`, comments are also returned as sanitized HTML.',
      tag,
      access: { by: 'either', role: 'viewer', entry: entryKind },
      scopes: ['feedback:read'],
      headers: contract.ViewerHeaders,
      params,
      query: Type.Object({ ...contract.RenderQuery, ...Page }),
      returns: ListOf(Ref(contract.Comment)),
      etag: true,
    }),
    async (request, reply) => {
      const caller = callerOf(request);
      const person = await findAuthor(db, request, caller);
      const variant = `comments ${caller.by} ${caller.project.id} ${person.id} ${person.email} ${person.segmentIds?.join() ?? ''}`;
      return await publicRead(request, reply, { variant }, async () => {
        const id = entryIdOf(request);
        const entry = await findEntry(db, caller.project.id, id);
        if (!entry) throw new HttpError('feedback.not_found');
        const reader = buildReader(caller, entry, person);
        const paging = parsePaging(request);
        const { rows, ...count } = await listComments(db, caller.project.id, id, { reader, ...paging });
        // To others, an entry that is not public does not exist.
        if (reader.audience === 'recipient' && !count.total) throw new HttpError('feedback.not_found');
        const data = (await withCurrentProfiles(db, rows)).map(caller.by === 'key' ? commentForPublic : commentForMember);
        const url = buildEntryUrl(projectOf(request), publicUrl(), id);
        const rendered = request.query.html ? await Promise.all(data.map((comment) => withHtml(comment, url))) : data;
        return buildList(rendered, count, paging);
      });
    },
  );
}

function buildReader(caller: Caller, entry: Entry, person: Author): Reader {
  if (findAudience(caller) === 'team') return { audience: 'team' };
  return { audience: mayRead(entry, toViewer(caller, person)) ? 'public' : 'recipient', person };
}

function addCommentRoute(app: App, { db, events }: FeedbackOptions): void {
  app.post(
    '/:id/comments',
    operation({
      id: 'addComment',
      summary: 'Create a comment',
      description:
        'Adds a comment to an entry. With an API key, `X-User-Token` or `X-Visitor-Id` identifies the author, and the comment may require approval. With a session token, the comment is by the team, `internal` makes it a note that only members see, and `private` a private answer that only the submitter of the entry and the team see. The submitter receives a private answer by email if the address is confirmed, by `X-User-Token` or by the link in an email. Followers receive public comments of the team by email after five minutes, with later ones in the same email. Members in `mentioned_ids` receive an email. Sends the webhook `feedback.commented`.',
      tag,
      access: { by: 'either', role: 'member', entry: entryKind },
      scopes: ['feedback:write'],
      headers: contract.ViewerHeaders,
      params,
      body: contract.AddComment,
      returns: Ref(contract.Comment),
      status: 201,
      errors: ['feedback.merged'],
    }),
    async (request, reply) => {
      const caller = callerOf(request);
      const author = await findAuthor(db, request, caller);
      const {
        body,
        internal,
        private: isPrivate,
        author_name: authorName,
        mentioned_ids,
        external_id,
        created_at,
      } = request.body;
      for (const name of ['created_at', 'external_id'] as const)
        if (request.body[name] !== undefined && caller.by === 'key')
          throw invalidField(name, 'not_allowed', `${name} requires a session token`);
      checkPastTimes(request.body);
      const mentionedIds = await findMentionedIds(db, caller, mentioned_ids);
      return await createOnce({ db, request, reply }, async (tx) => {
        const comment = await addComment(
          { db: tx, events },
          {
            audience: findAudience(caller),
            project: projectOf(request),
            entryId: entryIdOf(request),
            author,
            body,
            internal,
            isPrivate,
            authorName,
            mentionedIds,
            externalId: external_id,
            at: parseTime(created_at),
          },
        );
        return (caller.by === 'key' ? commentForPublic : commentForMember)(comment);
      });
    },
  );
}

function updateCommentRoute(app: App, { db, events }: FeedbackOptions): void {
  app.patch(
    '/:id/comments/:comment_id',
    operation({
      id: 'updateComment',
      summary: 'Update a comment',
      description:
        'Changes the text, approves or hides a comment with `visibility`, or makes it an internal note. No email and no webhook is sent.',
      tag,
      access: editor,
      scopes: ['feedback:write'],
      params: commentParams,
      body: contract.UpdateComment,
      returns: Ref(contract.Comment),
      errors: ['comments.not_found'],
    }),
    async (request) => {
      const target = {
        projectId: sessionOf(request).project.id,
        entryId: entryIdOf(request),
        id: parseCommentId(request.params.comment_id),
      };
      return commentForMember(await updateComment({ db, events }, { ...target, change: request.body }));
    },
  );
}

function deleteCommentRoute(app: App, { db, events }: FeedbackOptions): void {
  app.delete(
    '/:id/comments/:comment_id',
    operation({
      id: 'deleteComment',
      summary: 'Delete a comment',
      description:
        'Deletes the comment permanently and updates `comment_count` of the entry. Recorded in the audit log. Use `visibility` of the comment to hide it instead.',
      tag,
      access: editor,
      scopes: ['feedback:write'],
      params: commentParams,
      returns: Ref(Ok),
      errors: ['comments.not_found'],
    }),
    async (request) => {
      const [projectId, entryId] = [sessionOf(request).project.id, entryIdOf(request)];
      const id = parseCommentId(request.params.comment_id);
      await transact(db, async (tx) => {
        await deleteComment({ db: tx, events }, { projectId, entryId, id });
        await recordAudit(tx, {
          projectId,
          actor: actorOf(request),
          action: 'comment.deleted',
          target: { id: formatId('cmt', id) },
        });
      });
      return { ok: true };
    },
  );
}

async function withHtml<T extends { body: string }>(comment: T, entryUrl: string) {
  const html = await renderForOthers(comment.body, entryUrl);
  return { ...comment, body_html: html, content_html: html };
}

const parseCommentId = (text: string) => requireId('cmt', text, 'comments.not_found');
