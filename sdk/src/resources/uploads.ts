import type { CallOptions, Client, Query } from '../client.ts';
import { list } from '../pages.ts';

/** Images for entries, avatars and Markdown content. */
export const uploads = (call: Client) => ({
  /** Uploads a PNG, JPEG, WebP or GIF image of at most 5 MiB: a `File` or `Blob`, bytes such as a `Buffer`, or a web stream. */
  create: async (file: Blob | Uint8Array | ArrayBuffer | ReadableStream<Uint8Array>, options?: CallOptions) => {
    const form = new FormData();
    form.append('file', file instanceof Blob ? file : await new Response(file as BodyInit).blob());
    return await call('POST /v1/uploads', { body: form }, options);
  },
  /** Lists uploads, newest first. */
  list: (query?: Query<'GET /v1/uploads'>, options?: CallOptions) => list(call, 'GET /v1/uploads', { query }, options),
  /** Deletes an upload by the last path segment of its URL. */
  delete: (name: string, options?: CallOptions) => call('DELETE /v1/uploads/{name}', { path: { name } }, options),
});
