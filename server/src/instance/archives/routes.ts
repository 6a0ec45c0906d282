import * as contract from '@earshot/contract/instance/exports';
import { READ_SCOPES } from '@earshot/contract/instance/scopes';
import { Id, ListOf, Ok, Page, Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { entryIdOf, type Principal, projectEntry, sessionOf } from '../../platform/api/credentials.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { endIdleReader } from '../../platform/api/exports.ts';
import { createOnce } from '../../platform/api/idempotency.ts';
import { buildList, parsePaging } from '../../platform/api/list.ts';
import { operation } from '../../platform/api/operation.ts';
import { requirePersonalData, seesPersonalData } from '../../platform/api/personal-data.ts';
import { requireId } from '../../platform/api/validation.ts';
import { formatId } from '../../platform/ids.ts';
import { actorOf, recordHourly } from '../audit/audit.ts';
import { readLink, signLink } from '../mail/links.ts';
import type { ProjectDirectory } from '../projects/directory.ts';
import { createExport, type ExportDeps, getExport, removeExport } from './exports.ts';
import { type Export, findExport, listExports } from './exports-store.ts';
import { exportForMember } from './projections.ts';

interface Options extends ExportDeps {
  directory: ProjectDirectory;
  linkSecret: Buffer;
  publicUrl: () => string;
}

const tag = 'Projects';
const params = Type.Object({ id: Id('prj') });
const exportParams = Type.Object({ id: Id('prj'), export_id: Id('exp') });
const PURPOSE = 'exports.download';

/** The payload of a link. Short, because it is a part of a path. */
interface Link {
  project: string;
  id: string;
  /** Milliseconds since 1970. */
  until: number;
  /** The member who got the link. */
  by: Principal & { name: string };
}

/** Longest name of a member in a link. */
const MAX_NAME_BYTES = 80;

/** Archives of projects: create, list, delete and download. */
export const exportRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { db, directory, files, linkSecret, publicUrl } = options;
  const access = { by: 'session', role: 'admin', entry: projectEntry(directory.byId) } as const;
  /** Links to personal data are for callers who may see it. */
  const present = (request: FastifyRequest, found: Export) => {
    const { id, is_service_account, name } = actorOf(request);
    const by = {
      id,
      is_service_account,
      name: Buffer.from(name ?? '')
        .subarray(0, MAX_NAME_BYTES)
        .toString(),
    };
    const link = (until: Date) => {
      const payload: Link = { project: found.project_id, id: found.id, until: until.getTime(), by };
      return `${publicUrl()}/v1/exports/${signLink(linkSecret, PURPOSE, payload)}`;
    };
    return exportForMember(found, found.personal_data && !seesPersonalData(sessionOf(request)) ? () => null : link);
  };
  const idOf = (request: FastifyRequest<{ Params: { export_id: string } }>) =>
    requireId('exp', request.params.export_id, 'archives.not_found');

  app.post(
    '/v1/projects/:id/exports',
    operation({
      id: 'createExport',
      summary: 'Export a project',
      description:
        'Writes an archive of the project in the background: a ZIP file with all records of one moment as JSON Lines, readable tables as CSV, images, settings, and a manifest with counts and checksums. `earshot import earshot` restores it into another project or instance. Keys, secrets, webhooks, members, emails and logs are not part of it. A link to the file is valid for 24 hours. One export of a project can run at a time. Recorded in the audit log.',
      tag,
      access,
      scopes: [...READ_SCOPES],
      params,
      body: contract.CreateExport,
      returns: Ref(contract.Export),
      status: 202,
      errors: ['archives.export_running'],
      isIdempotent: true,
      limit: 'sensitive',
    }),
    async (request, reply) => {
      const hasPersonalData = request.body.personal_data ?? false;
      if (hasPersonalData) requirePersonalData(sessionOf(request));
      const wanted = { projectId: entryIdOf(request), hasPersonalData, actor: actorOf(request) };
      return await createOnce({ db, request, reply, status: 202 }, async (tx) =>
        present(request, await createExport({ ...options, db: tx }, wanted)),
      );
    },
  );

  app.get(
    '/v1/projects/:id/exports',
    operation({
      id: 'listExports',
      summary: 'List exports',
      description: 'Returns the exports of the last 30 days, newest first, with links to those whose file exists.',
      tag,
      access,
      scopes: [...READ_SCOPES],
      params,
      query: Type.Object(Page),
      returns: ListOf(Ref(contract.Export)),
    }),
    async (request) => {
      const paging = parsePaging(request);
      const { rows, ...count } = await listExports(db, entryIdOf(request), paging);
      return buildList(
        rows.map((row) => present(request, row)),
        count,
        paging,
      );
    },
  );

  app.get(
    '/v1/projects/:id/exports/:export_id',
    operation({
      id: 'getExport',
      summary: 'Retrieve an export',
      description:
        'Returns an export with its progress, and with the link, the size and the checksum of the file once it is ready.',
      tag,
      access,
      scopes: [...READ_SCOPES],
      params: exportParams,
      returns: Ref(contract.Export),
      errors: ['archives.not_found'],
    }),
    async (request) => present(request, await getExport(db, entryIdOf(request), idOf(request))),
  );

  app.delete(
    '/v1/projects/:id/exports/:export_id',
    operation({
      id: 'deleteExport',
      summary: 'Delete an export',
      description:
        'Deletes an export and its file, and ends it if it is running. Its link stops working. Recorded in the audit log.',
      tag,
      access,
      scopes: ['projects:write'],
      params: exportParams,
      returns: Ref(Ok),
      errors: ['archives.not_found'],
    }),
    async (request) => {
      await removeExport(options, { projectId: entryIdOf(request), id: idOf(request), actor: actorOf(request) });
      return { ok: true };
    },
  );

  app.get(
    '/v1/exports/:token',
    operation({
      id: 'downloadExport',
      summary: 'Download an export',
      description:
        'Returns the archive of an export, for the link in `url`. A download that broke off continues with `Range` and, so that it is the same file, `If-Range` with the `ETag` of the first response. Recorded in the audit log, once an hour.',
      tag,
      access: { by: 'none' },
      params: Type.Object({ token: Type.String({ description: 'Last part of the link', examples: ['eyJpZCI6…'] }) }),
      returns: Type.Unsafe<unknown>(Type.String({ format: 'binary' })),
      produces: 'application/zip',
      ranges: true,
      errors: ['archives.link_expired', 'archives.range_invalid', 'uploads.storage_unavailable'],
      limit: 'sensitive',
    }),
    async (request, reply) => {
      const link = readLink<Link>(linkSecret, PURPOSE, request.params.token);
      const found = link && link.until > Date.now() ? await findExport(db, link.project, link.id) : undefined;
      if (!found || found.status !== 'ready' || !found.size_bytes || !(await files.exists(found.id)))
        throw new HttpError('archives.link_expired');
      const { id, project_id: projectId } = found;
      const project = await directory.byId(projectId);
      const target = { id: formatId('exp', id) };
      const actor = { tokenName: null, ...(link as Link).by };
      await recordHourly(db, { projectId, actor, action: 'export.downloaded', target });
      reply
        .header('etag', `"${found.sha256}"`)
        .header('accept-ranges', 'bytes')
        .header('cache-control', 'private, no-store')
        .header(
          'content-disposition',
          `attachment; filename="${project?.slug ?? 'project'}-${found.created_at.toISOString().slice(0, 10)}.zip"`,
        );
      const { start, end } = chooseRange(request, reply, { size: found.size_bytes, etag: `"${found.sha256}"` });
      endIdleReader(reply);
      return reply
        .type('application/zip')
        .header('content-length', end - start + 1)
        .send(files.read(id, start, end));
    },
  );
};

/** Returns the first and the last byte of the answer, and sets its status. Ranges of another version are ignored (RFC 9110, 13.1.5). */
function chooseRange(request: FastifyRequest, reply: FastifyReply, { size, etag }: { size: number; etag: string }) {
  const { range, 'if-range': ifRange } = request.headers;
  const whole = { start: 0, end: size - 1 };
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if ((!first && !last) || (typeof ifRange === 'string' && ifRange.trim() !== etag)) return whole;
  const start = first ? Number(first) : Math.max(0, size - Number(last));
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1;
  if (start > end) throw new HttpError('archives.range_invalid', { headers: { 'content-range': `bytes */${size}` } });
  reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  return { start, end };
}
