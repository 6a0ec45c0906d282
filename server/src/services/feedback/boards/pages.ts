import { listStatuses, type StatusSettings } from '@earshot/contract/services/feedback/statuses';
import { Email, OneOf, SlugParams } from '@earshot/contract/shared/common';
import { SubmitFeedback } from '@earshot/contract/services/feedback/schemas';
import { KEY_PATTERN } from '@earshot/contract/shared/keys';
import { SORTS, STATUSES, TYPES } from '@earshot/contract/services/feedback/values';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { buildSite, nameSection, readSiteList, sendSitePage } from '../../../instance/projects/site.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import { toRows } from '../../../platform/api/list.ts';
import type { App } from '../../../platform/api/operation.ts';
import { type Html, html } from '../../../platform/html/html.ts';
import { linkToPage, renderHead, renderLanguageField, renderPageLinks, type Site } from '../../../platform/html/site.ts';
import { commonTexts } from '../../../platform/html/texts/texts.ts';
import { formatId } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { Submit } from '../feedback.ts';
import { readFieldInputs } from '../../../instance/fields/forms.ts';
import { isForEveryone, listBoardFields, readNewEntryFields } from '../fields/fields.ts';
import { toStatusFilter } from '../fields/statuses.ts';
import { nameStatus } from '../end-users/badges.ts';
import { renderNewEntry, renderSignIn } from '../end-users/forms.ts';
import { identifyVisitor, renderList, renderRow, slugAccess, summarize, trap } from './page-parts.ts';
import { isVerified } from '../subscriptions/subscriptions.ts';
import { type Entry } from '../store.ts';
import { feedbackTexts } from '../texts/texts.ts';
import { buildVisible, countEntries, listEntries } from '../views/list-store.ts';
import { ANYONE, mayRead, mayReadBoard, type Viewer } from './access.ts';
import { listVisibleBoards, toBoardId } from './boards.ts';
import type { Board } from './boards-store.ts';

interface Options {
  db: Db;
  publicUrl: () => string;
  submit: Submit;
}

const PAGE_SIZE = 20;

const optional = <T extends string>(words: readonly T[]) => Type.Optional(OneOf([...words, ''] as const));
const listQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 200 })),
  // A state, or the key of a custom status.
  status: Type.Optional(Type.String({ pattern: `^$|${KEY_PATTERN}` })),
  type: optional(TYPES),
  sort: optional(SORTS),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
});
const boardParams = Type.Object({ ...SlugParams.properties, board: Type.String({ maxLength: 60 }) });
const submission = Type.Object({
  title: SubmitFeedback.properties.title,
  type: Type.Optional(OneOf(TYPES)),
  description: SubmitFeedback.properties.description,
  submitter_name: SubmitFeedback.properties.submitter_name,
  submitter_email: Type.Optional(Type.Union([Type.Literal(''), Email()])),
  follow: Type.Optional(Type.Literal('on')),
  ...trap,
});

/** Pages of boards: the default board, and the others by their slug. */
export function boardPages(app: App, options: Options): void {
  showBoardRoutes(app, options);
  acceptSubmissionRoutes(app, options);
}

const buildPath = (board: Board) => (board.is_default ? '/feedback' : `/feedback/boards/${board.slug}`);

/**
 * Returns the boards that a visitor may know of, and the requested one: without a slug the default board, or if the visitor may not see it the
 * first one. @throws {HttpError} 404
 */
async function findBoards(db: Db, projectId: string, viewer: Viewer, slug: string | undefined) {
  const boards = await listVisibleBoards(db, projectId, viewer);
  const board =
    slug === undefined ? (boards.find((one) => one.is_default) ?? boards[0]) : boards.find((one) => one.slug === slug);
  if (!board) throw new HttpError('feedback.board_not_found');
  return { boards, board };
}

function showBoardRoutes(app: App, { db, publicUrl }: Options): void {
  const show = async (
    request: FastifyRequest<{ Querystring: Static<typeof listQuery> }>,
    reply: FastifyReply,
    boardSlug?: string,
  ) => {
    const { project, site } = buildSite(request, publicUrl(), 'feedback');
    const { viewer, variant } = await identifyVisitor(db, request);
    const { boards, board } = await findBoards(db, project.id, viewer, boardSlug);
    const path = buildPath(board);
    // Each board has one URL.
    if (path !== (boardSlug === undefined ? '/feedback' : `/feedback/boards/${boardSlug}`))
      return reply.redirect(linkToPage(site, path), 302);
    const { statuses } = project.settings.feedback;
    const { q, status, type, page = 1 } = request.query;
    // A search without a sort order returns the best matches first.
    const sort = request.query.sort || (q ? undefined : 'trending');
    const t = feedbackTexts(site.language);
    const title = board.is_default ? nameSection('feedback', site.language) : board.name;
    const text = board.description || t.about(project.name);
    const button = html`<a class="button" href="#new">${t.give}</a>`;
    const read = async (source: Db) => {
      const filter = {
        boards: [board.id],
        ...buildVisible(viewer),
        ...(q && { q }),
        ...(status && toPageFilter(statuses, status)),
        ...(type && { type }),
      };
      const [{ rows: entries }, total] = await Promise.all([
        listEntries(source, project.id, filter, { sort, ...toRows({ page, limit: PAGE_SIZE }) }),
        countEntries(source, project.id, filter),
      ]);
      const rows = entries.map(async (entry) =>
        renderRow(site, entry, { statuses, text: await summarize(entry.description, 180) }),
      );
      return html`${renderFilterForm(site, { q, status, type, sort: request.query.sort }, statuses)}
<div class="results">${renderList(await Promise.all(rows)) || html`<p>${q || status || type ? t.noMatch : t.empty}</p>`}
${renderPageLinks(site, { page, limit: PAGE_SIZE, total, query: { q, status, type, sort: request.query.sort } })}</div>`;
    };
    const isReadable = mayReadBoard(board, viewer, { isOwn: false });
    return await readSiteList(
      request,
      reply,
      site,
      async (source) => ({
        title,
        description: board.description || t.aboutWithStatus(project.name),
        path,
        isUnlisted: Boolean(q || status || type || request.query.sort || page > 1) || board.access !== 'public',
        widgets: ['vote', 'feedback', 'open-feedback', 'apply-filters'],
        content: html`${renderHead(title, text, button)}
${renderTabs(site, boards, board)}
${isReadable ? await read(source) : html`<p>${t.onlyTeamReads}</p>`}
${renderNewEntry(site, request.endUser, { ...project.settings.feedback, fields: listBoardFields(project.settings.feedback.fields, board) })}${renderWidget(site, board)}`,
      }),
      variant,
    );
  };
  app.get(
    '/p/:slug/feedback',
    { ...slugAccess, schema: { hide: true, params: SlugParams, querystring: listQuery } },
    (request, reply) => show(request, reply),
  );
  app.get(
    '/p/:slug/feedback/boards/:board',
    { ...slugAccess, schema: { hide: true, params: boardParams, querystring: listQuery } },
    (request, reply) => show(request, reply, request.params.board),
  );
}

function acceptSubmissionRoutes(app: App, { db, publicUrl, submit }: Options): void {
  const accept = async (
    request: FastifyRequest<{ Body: Static<typeof submission> }>,
    reply: FastifyReply,
    boardSlug?: string,
  ) => {
    const { project, site } = buildSite(request, publicUrl(), 'feedback');
    const { author, viewer } = await identifyVisitor(db, request);
    const { board } = await findBoards(db, project.id, viewer, boardSlug);
    const { website, submitter_email, follow, title, type, description, submitter_name } = request.body;
    const declared = listBoardFields(project.settings.feedback.fields, board).filter(isForEveryone);
    const entry = website
      ? undefined
      : await submit(db, {
          project,
          author,
          language: site.language,
          boardId: toBoardId(board),
          fields: {
            title,
            type,
            description,
            submitter_name,
            submitter_email: submitter_email || undefined,
            follow: follow === 'on',
            fields: readNewEntryFields(declared, readFieldInputs('fields', declared, request.body)),
          },
        });
    const t = feedbackTexts(site.language);
    const { thanks } = commonTexts(site.language);
    const isShown = entry !== undefined && mayRead(entry, viewer);
    const link = isShown ? html`<p><a href="${site.base}/feedback/${formatId('fb', entry.id)}">${t.viewYourEntry}</a></p>` : '';
    const isPrivate = !mayReadBoard(board, viewer, { isOwn: false });
    const text = isPrivate ? t.entryPrivate : entry?.visibility === 'public' ? t.entryPublished : t.entryWaits;
    return await sendSitePage(reply, site, {
      title: thanks,
      description: '',
      path: buildPath(board),
      content: html`${renderHead(thanks, text)}${link}${submitter_email && follow && !isVerified(author, submitter_email) ? html`<p>${t.confirmToFollow}</p>` : ''}<p><a href="${site.base}${buildPath(board)}">${t.all}</a></p>`,
    });
  };
  app.post(
    '/p/:slug/feedback',
    { ...slugAccess, schema: { hide: true, params: SlugParams, body: submission } },
    (request, reply) => accept(request, reply),
  );
  app.post(
    '/p/:slug/feedback/boards/:board',
    { ...slugAccess, schema: { hide: true, params: boardParams, body: submission } },
    (request, reply) => accept(request, reply, request.params.board),
  );
}

/** Returns the pages of boards for the sitemap, besides the default board. */
export const listBoardPages = async (db: Db, projectId: string) =>
  (await listVisibleBoards(db, projectId, ANYONE))
    .filter((board) => !board.is_default && board.access === 'public')
    .map((board) => ({ path: buildPath(board), updated_at: board.updated_at }));

/** Returns the breadcrumbs of the page of an entry: the default board, and the board of the entry. */
export async function buildBoardCrumbs(db: Db, site: Site, entry: Pick<Entry, 'project_id' | 'board_id'>, viewer: Viewer) {
  const boards = entry.board_id === null ? [] : await listVisibleBoards(db, entry.project_id, viewer);
  const board = boards.find(({ id }) => id === entry.board_id);
  return [
    { href: `${site.base}/feedback`, label: nameSection('feedback', site.language) },
    ...(board ? [{ href: site.base + buildPath(board), label: board.name }] : []),
  ];
}

/** Renders links to the boards, unless there is one only. */
const renderTabs = (site: Site, boards: Board[], current: Board): Html | '' =>
  boards.length > 1
    ? html`<nav class="boards" aria-label="${feedbackTexts(site.language).boards}"><ul>${boards.map(
        (board) =>
          html`<li><a href="${site.base}${buildPath(board)}"${board.id === current.id ? html` aria-current="page"` : ''} dir="auto">${board.name}</a></li>`,
      )}</ul></nav>`
    : '';

const renderWidget = (site: Site, board: Board) =>
  html`<earshot-feedback project-key="${site.projectKey}"${board.is_default ? '' : html` board="${formatId('brd', board.id)}"`} theme="auto" button="none"${renderSignIn(site)}></earshot-feedback>`;

/** Returns the filter of a state or of a custom status. @throws {HttpError} 400 */
function toPageFilter(statuses: StatusSettings, value: string) {
  const status = STATUSES.find((one) => one === value);
  return status ? { status } : toStatusFilter(statuses, { custom_status: value });
}

/** Returns the sort orders of the board. The first one is the default, which a search changes. */
const listSorts = ({ language }: Site, q: string | undefined): [value: string, label: string][] => {
  const { sorts, bestMatch } = feedbackTexts(language);
  const { trending, ...others } = sorts;
  return q ? [['', bestMatch], ...Object.entries(sorts)] : [['', trending], ...Object.entries(others)];
};

function renderFilterForm(
  site: Site,
  chosen: { q?: string; status?: string; type?: string; sort?: string },
  statuses: StatusSettings,
): Html {
  const t = feedbackTexts(site.language);
  const select = (name: 'status' | 'type' | 'sort', label: string, words: [string, string][]) =>
    html`<label class="unseen" for="${name}">${label}</label><select id="${name}" name="${name}">${words.map(
      ([value, word]) => html`<option value="${value}"${chosen[name] === value ? ' selected' : ''}>${word}</option>`,
    )}</select>`;
  const listed = listStatuses(statuses).filter(({ status }) => status !== 'duplicate');
  const count = [chosen.status, chosen.type, chosen.sort].filter(Boolean).length;
  return html`<form class="filter" method="get" role="search">${renderLanguageField(site)}<div class="grow"><label class="unseen" for="q">${t.search}</label><input id="q" dir="auto" name="q" type="search" maxlength="200" placeholder="${t.search}" value="${chosen.q ?? ''}"></div>
<details class="filters"><summary class="button quiet">${t.filter}${count ? html` <span class="badge">${count}</span>` : ''}</summary><div class="fields-in-row">
${select('status', t.status, [['', t.anyStatus], ...listed.map(({ key, status }): [string, string] => [key ?? status, nameStatus(site.language, statuses, { status, custom_status: key })])])}
${select('type', t.type, [['', t.anyType], ...Object.entries(t.types)])}
${select('sort', t.sortBy, listSorts(site, chosen.q))}
<button class="quiet">${t.apply}</button></div></details></form>`;
}
