import multipart from '@fastify/multipart';
import * as contract from '@earshot/contract/instance/imports';
import { MAX_IMPORT_PART_BYTES } from '@earshot/contract/instance/values';
import { Id, ListOf, Ok, Page, Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { type EntryKind, entryIdOf, projectQuery, sessionOf } from '../../platform/api/credentials.ts';
import { invalidField } from '../../platform/api/errors.ts';
import { sendCsv } from '../../platform/api/csv.ts';
import { createOnce } from '../../platform/api/idempotency.ts';
import { buildList, parsePaging } from '../../platform/api/list.ts';
import { readSingleFile } from '../../platform/api/multipart.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { Position } from '../../platform/postgres/paging.ts';
import { actorOf } from '../audit/audit.ts';
import { projectOf } from '../projects/caller.ts';
import {
  createImport,
  getImport,
  type ImportDeps,
  previewImport,
  refuseNow,
  removeImport,
  startWork,
  stopWork,
  updateOptions,
  uploadPart,
} from './imports.ts';
import { listRedirects } from './redirects.ts';
import { importForMember } from './projections.ts';
import { findImportProject, listImports, listProblems, type Problem } from './store.ts';

const tag = 'Imports';
const params = Type.Object({ id: Id('imp') });
const importKind: EntryKind = { prefix: 'imp', notFound: 'imports.not_found', findProjectId: findImportProject };
const access = { by: 'session', role: 'admin' } as const;
const entryAccess = { ...access, entry: importKind } as const;
const scopes = ['projects:write', 'personal_data:read'] as const;
const PROBLEMS_AT_ONCE = 1_000;

/** Imports of files from other products. */
export const importRoutes: FastifyPluginAsyncTypebox<{ deps: ImportDeps }> = async (app, { deps }) => {
  createImportRoute(app, deps);
  listImportsRoute(app, deps);
  getImportRoute(app, deps);
  updateImportRoute(app, deps);
  deleteImportRoute(app, deps);
  previewRoute(app, deps);
  workRoutes(app, deps);
  problemsRoutes(app, deps);
  redirectsRoute(app, deps);
  await app.register(async (parts: App) => {
    await parts.register(multipart, { limits: { files: 2, fields: 2, fileSize: MAX_IMPORT_PART_BYTES } });
    uploadRoute(parts, deps);
  });
};

function createImportRoute(app: App, deps: ImportDeps): void {
  app.post(
    '',
    operation({
      id: 'createImport',
      summary: 'Create an import',
      description:
        'Creates an import of files from another product. Upload the files next, part by part; then the import can be previewed, checked and run. Nothing is stored in the services before it runs. Imports send neither emails nor webhooks and change no settings. The files are deleted a week after the last change of the import.',
      tag,
      access,
      scopes: [...scopes],
      query: Type.Object(projectQuery),
      body: contract.CreateImport,
      returns: Ref(contract.Import),
      status: 201,
    }),
    (request, reply) =>
      createOnce({ db: deps.db, request, reply }, async (db) => {
        const created = await createImport(
          { db },
          { ...request.body, projectId: projectOf(request).id, actor: actorOf(request) },
        );
        return importForMember(created, deps.importers, projectOf(request).settings);
      }),
  );
}

function listImportsRoute(app: App, { db, importers }: ImportDeps): void {
  app.get(
    '',
    operation({
      id: 'listImports',
      summary: 'List imports',
      description:
        'Returns the imports of the project with their states and results, the latest first. Deleted imports are not listed.',
      tag,
      access,
      scopes: [...scopes],
      query: Type.Object({ ...Page, ...projectQuery }),
      returns: ListOf(Ref(contract.Import)),
    }),
    async (request) => {
      const paging = parsePaging(request);
      const { rows, ...page } = await listImports(db, projectOf(request).id, paging);
      return buildList(
        rows.map((row) => importForMember(row, importers, projectOf(request).settings)),
        page,
        paging,
      );
    },
  );
}

function getImportRoute(app: App, { db, importers }: ImportDeps): void {
  app.get(
    '/:id',
    operation({
      id: 'getImport',
      summary: 'Get an import',
      description:
        'Returns the state of the import: uploaded bytes, options, what was recognized in its files, and its progress.',
      tag,
      access: entryAccess,
      scopes: [...scopes],
      params,
      returns: Ref(contract.Import),
    }),
    async (request) =>
      importForMember(
        await getImport(db, sessionOf(request).project.id, entryIdOf(request)),
        importers,
        projectOf(request).settings,
      ),
  );
}

function updateImportRoute(app: App, deps: ImportDeps): void {
  app.patch(
    '/:id',
    operation({
      id: 'updateImport',
      summary: 'Change the options of an import',
      description:
        'Changes how the files are read, before the import runs. Options that are not given stay. Another `collection` suggests columns again.',
      tag,
      access: entryAccess,
      scopes: [...scopes],
      params,
      body: contract.UpdateImport,
      returns: Ref(contract.Import),
      errors: ['imports.not_possible'],
    }),
    async (request) => {
      const changed = await updateOptions(deps, sessionOf(request).project.id, entryIdOf(request), request.body.options);
      return importForMember(changed, deps.importers, projectOf(request).settings);
    },
  );
}

function deleteImportRoute(app: App, { db }: ImportDeps): void {
  app.delete(
    '/:id',
    operation({
      id: 'deleteImport',
      summary: 'Delete an import',
      description:
        'Deletes the import with its files. The records that it created remain, and can no longer be removed together. Recorded in the audit log.',
      tag,
      access: entryAccess,
      scopes: [...scopes],
      params,
      returns: Ref(Ok),
      errors: ['imports.not_possible'],
    }),
    async (request) => {
      await removeImport({ db }, { projectId: sessionOf(request).project.id, id: entryIdOf(request), actor: actorOf(request) });
      return { ok: true };
    },
  );
}

function uploadRoute(app: App, deps: ImportDeps): void {
  const { validatorCompiler: compile } = app;
  app.put(
    '/:id/files/:file',
    {
      ...operation({
        id: 'uploadImportPart',
        summary: 'Upload a part of a file',
        description:
          'Appends up to 8 MiB to a file of the import. Parts are sent one after another with the number of bytes before them; the same part can be sent again. After an error, `received_bytes` of the import says where to continue. When all files are complete, their format is recognized, and the import is `ready`.',
        tag,
        access: entryAccess,
        scopes: [...scopes],
        params: contract.PartParams,
        query: contract.PartQuery,
        body: contract.UploadPart,
        consumes: ['multipart/form-data'],
        returns: Ref(contract.Import),
        errors: ['imports.file_not_found', 'imports.part_conflict', 'request.invalid_multipart'],
        limit: 'importing',
      }),
      // The handler reads the body.
      validatorCompiler: (given) => (given.httpPart === 'body' || !compile ? () => true : compile(given)),
    },
    async (request) => {
      const file = Number(request.params.file);
      const { offset } = request.query;
      const bytes = await readSingleFile(request, '8 MiB');
      if (!bytes.length) throw invalidField('file', 'too_small', 'file must have at least one byte');
      const part = { projectId: sessionOf(request).project.id, id: entryIdOf(request), file, start: offset, bytes };
      return importForMember(await uploadPart(deps, part), deps.importers, projectOf(request).settings);
    },
  );
}

function previewRoute(app: App, deps: ImportDeps): void {
  app.get(
    '/:id/preview',
    operation({
      id: 'previewImport',
      summary: 'Preview an import',
      description:
        'Returns the first twenty records as they will be, each with what would happen to it. Nothing is stored. Anonymous votes that come from a number of votes are left out.',
      tag,
      access: entryAccess,
      scopes: [...scopes],
      params,
      returns: Ref(contract.ImportPreview),
      errors: ['imports.not_possible', 'imports.unreadable'],
    }),
    async (request) => ({ records: await previewImport(deps, sessionOf(request).project.id, entryIdOf(request)) }),
  );
}

const WORKS = {
  check: {
    id: 'checkImport',
    summary: 'Check an import',
    description:
      'Starts to read all files without storing anything. Afterwards `check_counts` says what the import would do, and the list of problems has the records that cannot be imported.',
  },
  run: {
    id: 'runImport',
    summary: 'Run an import',
    description:
      'Starts the import, or continues one that was stopped or failed. Records that cannot be imported are listed as problems and do not stop it. Running an import with the same external ids again, or another import of the same source, updates records instead of doubling them. Recorded in the audit log.',
  },
  undo: {
    id: 'undoImport',
    summary: 'Undo an import',
    description:
      'Starts to delete all records that the import created, with everything that was added to them since. Records that it only updated keep their content. Sends no webhooks. Recorded in the audit log.',
  },
} as const;

function workRoutes(app: App, deps: ImportDeps): void {
  const { db, importers } = deps;
  const options = { tag, access: entryAccess, scopes: [...scopes], params, returns: Ref(contract.Import) };
  for (const work of ['check', 'run', 'undo'] as const)
    app.post(
      `/:id/${work}`,
      operation({ ...options, ...WORKS[work], status: 202, isIdempotent: false, errors: ['imports.not_possible'] }),
      async (request, reply) => {
        const names = { projectId: sessionOf(request).project.id, id: entryIdOf(request), work, actor: actorOf(request) };
        void reply.code(202);
        return importForMember(await startWork(deps, names), importers, projectOf(request).settings);
      },
    );
  app.post(
    '/:id/stop',
    operation({
      ...options,
      id: 'stopImport',
      summary: 'Stop an import',
      description:
        'Stops an import after the batch that is being stored. It can be continued with `run`, or undone. Stops a check as well.',
      errors: ['imports.not_possible'],
    }),
    async (request) =>
      importForMember(
        await stopWork({ db }, sessionOf(request).project.id, entryIdOf(request)),
        importers,
        projectOf(request).settings,
      ),
  );
}

function problemsRoutes(app: App, { db }: ImportDeps): void {
  app.get(
    '/:id/problems',
    operation({
      id: 'listImportProblems',
      summary: 'List the problems of an import',
      description:
        'Returns the records that the last check or run could not import, each with its line and the reason, in the order of the files. The first 10,000 are kept.',
      tag,
      access: entryAccess,
      scopes: [...scopes],
      params,
      query: contract.ListProblemsQuery,
      returns: ListOf(Ref(contract.ImportProblem)),
    }),
    async (request) => {
      const paging = parsePaging(request);
      const { rows, ...page } = await listProblems(db, sessionOf(request).project.id, entryIdOf(request), paging);
      return buildList(rows.map(problemForMember), page, paging);
    },
  );
  app.get(
    '/:id/problems.csv',
    operation({
      id: 'exportImportProblems',
      summary: 'Export the problems of an import as CSV',
      description:
        'Downloads the records that the last check or run could not import, with file, line, field and reason, to correct them in a spreadsheet.',
      tag,
      access: entryAccess,
      scopes: [...scopes],
      params,
      returns: Type.String(),
      produces: 'text/csv',
    }),
    async (request, reply) => {
      const rows = readProblems(db, sessionOf(request).project.id, entryIdOf(request));
      return sendCsv(reply, {
        name: 'problems.csv',
        columns: ['file', 'line', 'collection', 'field', 'message', 'record'],
        rows,
        bom: true,
      }) as never;
    },
  );
}

function redirectsRoute(app: App, deps: ImportDeps): void {
  app.get(
    '/:id/redirects.csv',
    operation({
      id: 'exportImportRedirects',
      summary: 'Export the redirects of an import as CSV',
      description:
        'Downloads the URL or path that each imported record had in the other product, and the URL of its public page, to redirect one to the other. Records that are not public, or whose old URL is unknown, are left out. Available until the files of the import are deleted, a week after its last change.',
      tag,
      access: entryAccess,
      scopes: [...scopes],
      params,
      returns: Type.String(),
      produces: 'text/csv',
      errors: ['imports.not_possible', 'imports.unreadable'],
    }),
    async (request, reply) => {
      const imported = await getImport(deps.db, sessionOf(request).project.id, entryIdOf(request));
      if (imported.status === 'uploading') throw refuseNow(imported);
      const rows = await listRedirects(deps, imported);
      return sendCsv(reply, { name: 'redirects.csv', columns: ['from', 'to'], rows }) as never;
    },
  );
}

async function* readProblems(db: Db, projectId: string, id: string): AsyncGenerator<object> {
  let after: Position | undefined;
  do {
    const page = await listProblems(db, projectId, id, { limit: PROBLEMS_AT_ONCE, offset: 0, ...(after && { after }) });
    for (const problem of page.rows) yield problemForMember(problem);
    after = page.next ?? undefined;
  } while (after);
}

const problemForMember = ({ number: _number, ...problem }: Problem) => problem;
