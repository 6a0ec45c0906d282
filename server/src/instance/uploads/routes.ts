import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import { ListOf, Ok, Page, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/instance/uploads';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { actorOf, recordAudit } from '../audit/audit.ts';
import { callerOf, projectQuery } from '../../platform/api/credentials.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { PERMANENT_CACHE } from '../../platform/api/headers.ts';
import { createOnce } from '../../platform/api/idempotency.ts';
import { buildList, parsePaging } from '../../platform/api/list.ts';
import { readSingleFile } from '../../platform/api/multipart.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { matchesEtag } from '../../platform/api/public-read.ts';
import { formatId } from '../../platform/ids.ts';
import { type Db, transact } from '../../platform/postgres/database.ts';
import { rewriteImage } from './images.ts';
import type { Storage } from './storage.ts';
import { deleteUploads, findUpload, listUploads, type Upload } from './store.ts';
import { idIn, keep, buildName, buildUrl } from './uploads.ts';

interface Options {
  db: Db;
  storage: Storage;
  publicUrl: () => string;
}

const tag = 'Uploads';
const params = Type.Object({ name: Type.String({ examples: ['upl_01kaga0zrefb8tqs3yh4kx9m2d.png'] }) });
const MAX_FILE_BYTES = 5 * 1024 * 1024;

export const uploadRoutes: FastifyPluginAsyncTypebox<Options> = async (app, deps) => {
  app.removeContentTypeParser('application/json');
  await app.register(multipart, { limits: { files: 2, fields: 2, fileSize: MAX_FILE_BYTES } });

  uploadImageRoute(app, deps);
  listUploadsRoute(app, deps);
  deleteUploadRoute(app, deps);
  getUploadRoute(app, deps);
};

function uploadImageRoute(app: App, { db, storage, publicUrl }: Options): void {
  app.post(
    '',
    {
      ...operation({
        id: 'uploadImage',
        summary: 'Upload an image',
        description:
          'Expects one file in the field `file`. The image is re-encoded: rotated upright, without metadata, and at most 2,000 px on its longer side. Uploads that are not used by any entry or setting are deleted after one day.',
        tag,
        access: { by: 'key' },
        body: contract.UploadFile,
        returns: Ref(contract.Upload),
        status: 201,
        errors: ['request.invalid_multipart'],
        limit: 'sensitive',
        consumes: ['multipart/form-data'],
      }),
      // The handler reads the parts, so the schema does not validate the body.
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const bytes = await readSingleFile(request, '5 MiB');
      // Before the transaction of an Idempotency-Key: images are queued, and database connections are scarce.
      const image = await rewriteImage(bytes);
      return await createOnce({ db, request, reply, content: createHash('sha256').update(bytes).digest('hex') }, async (tx) => {
        const projectId = callerOf(request).project.id;
        return uploadForPublic(publicUrl(), await keep({ db: tx, storage }, { projectId, image }));
      });
    },
  );
}

function listUploadsRoute(app: App, { db, publicUrl }: Options): void {
  app.get(
    '',
    operation({
      id: 'listUploads',
      summary: 'List uploads',
      description:
        'Returns images of the project with URL and size, newest first, including images that are not used by any entry.',
      tag,
      access: { by: 'session', role: 'viewer' },
      scopes: ['projects:read'],
      query: Type.Object({ ...Page, ...projectQuery }),
      returns: ListOf(Ref(contract.Upload)),
    }),
    async (request) => {
      const paging = parsePaging(request);
      const { rows, ...count } = await listUploads(db, callerOf(request).project.id, paging);
      return buildList(
        rows.map((upload) => uploadForPublic(publicUrl(), upload)),
        count,
        paging,
      );
    },
  );
}

function deleteUploadRoute(app: App, { db, storage }: Options): void {
  app.delete(
    '/:name',
    operation({
      id: 'deleteUpload',
      summary: 'Delete an upload',
      description:
        'Deletes the image permanently. References to the image are not removed, and caches may keep the image for a year. Recorded in the audit log.',
      tag,
      access: { by: 'session', role: 'admin' },
      scopes: ['projects:write'],
      params,
      query: Type.Object(projectQuery),
      returns: Ref(Ok),
      errors: ['uploads.not_found'],
    }),
    async (request) => {
      const { name } = request.params;
      const id = idIn(name);
      if (!id) throw new HttpError('uploads.not_found');
      const projectId = callerOf(request).project.id;
      await transact(db, async (tx) => {
        if (!(await deleteUploads(tx, projectId, [id]))) throw new HttpError('uploads.not_found');
        await recordAudit(tx, {
          projectId,
          actor: actorOf(request),
          action: 'upload.deleted',
          target: { id: formatId('upl', id) },
        });
      });
      // The image is inaccessible now. If removing the file fails, the hourly cleanup repeats it.
      await storage.remove(name).catch(() => {});
      return { ok: true };
    },
  );
}

function getUploadRoute(app: App, { db, storage }: Options): void {
  app.get(
    '/:name',
    operation({
      id: 'getUpload',
      summary: 'Get an image',
      description:
        'Returns the image. URLs of images are public and never change, so they are cached for a year. A deleted image is not found, but may remain in caches.',
      tag,
      access: { by: 'none' },
      params,
      returns: Type.Unsafe<never>({ type: 'string', format: 'binary' }),
      produces: 'image/*',
      etag: true,
      errors: ['uploads.not_found'],
    }),
    async (request, reply) => {
      const { name } = request.params;
      const id = idIn(name);
      const upload = id && (await findUpload(db, id));
      if (!upload || buildName(upload) !== name) throw new HttpError('uploads.not_found');
      // The content of a name never changes.
      const etag = `"${name}"`;
      const isKnown = matchesEtag(request.headers['if-none-match'], etag);
      const bytes = isKnown ? undefined : await storage.get(name);
      if (!isKnown && !bytes) throw new HttpError('uploads.not_found');
      // Set last: caches must not keep an error for a year.
      reply
        .header('etag', etag)
        .header('cache-control', PERMANENT_CACHE)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cross-origin-resource-policy', 'cross-origin');
      return bytes ? reply.type(upload.content_type).send(bytes) : (reply as FastifyReply).code(304).send();
    },
  );
}

const uploadForPublic = (publicUrl: string, upload: Upload) => ({
  id: formatId('upl', upload.id),
  project_id: formatId('prj', upload.project_id),
  url: buildUrl(publicUrl, upload),
  content_type: upload.content_type,
  width: upload.width,
  height: upload.height,
  size: upload.size,
  created_at: upload.created_at.toISOString(),
});
