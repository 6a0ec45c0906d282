import type { Body, CallOptions, Client, Query } from '../client.ts';
import { list } from '../pages.ts';

/** Imports of records from other products and from files. */
export const imports = (call: Client) => ({
  /** Lists imports, the latest first. */
  list: (query?: Query<'GET /v1/imports'>, options?: CallOptions) => list(call, 'GET /v1/imports', { query }, options),
  /** Creates an import. Its files are uploaded next. */
  create: (values: Body<'POST /v1/imports'>, options?: CallOptions) => call('POST /v1/imports', { body: values }, options),
  /** Returns the state of an import. */
  get: (id: string, options?: CallOptions) => call('GET /v1/imports/{id}', { path: { id } }, options),
  /** Appends a part of at most 8 MiB to a file, after the first `offset` bytes. */
  uploadPart: (id: string, { file, offset, bytes }: { file: number; offset: number; bytes: Blob }, options?: CallOptions) => {
    const form = new FormData();
    form.append('file', bytes);
    return call(
      'PUT /v1/imports/{id}/files/{file}',
      { path: { id, file: String(file) }, query: { offset }, body: form },
      options,
    );
  },
  /** Changes how the files are read. */
  update: (id: string, changes: Body<'PATCH /v1/imports/{id}'>, options?: CallOptions) =>
    call('PATCH /v1/imports/{id}', { path: { id }, body: changes }, options),
  /** Returns the first records as they will be. */
  preview: (id: string, options?: CallOptions) => call('GET /v1/imports/{id}/preview', { path: { id } }, options),
  /** Starts to check all records without storing them. */
  check: (id: string, options?: CallOptions) => call('POST /v1/imports/{id}/check', { path: { id } }, options),
  /** Starts or continues the import. */
  run: (id: string, options?: CallOptions) => call('POST /v1/imports/{id}/run', { path: { id } }, options),
  /** Stops the import or its check. */
  stop: (id: string, options?: CallOptions) => call('POST /v1/imports/{id}/stop', { path: { id } }, options),
  /** Starts to delete all records that the import created. */
  undo: (id: string, options?: CallOptions) => call('POST /v1/imports/{id}/undo', { path: { id } }, options),
  /** Deletes the import with its files. Imported records remain. */
  delete: (id: string, options?: CallOptions) => call('DELETE /v1/imports/{id}', { path: { id } }, options),
  /** Records that could not be imported. */
  problems: {
    /** Lists them in the order of the files. */
    list: (id: string, query?: Query<'GET /v1/imports/{id}/problems'>, options?: CallOptions) =>
      list(call, 'GET /v1/imports/{id}/problems', { path: { id }, query }, options),
    /** Returns them as CSV. */
    export: (id: string, options?: CallOptions) => call.raw('GET /v1/imports/{id}/problems.csv', { path: { id } }, options),
  },
  /** Returns old and new URLs as CSV. */
  redirects: (id: string, options?: CallOptions) => call.raw('GET /v1/imports/{id}/redirects.csv', { path: { id } }, options),
});
