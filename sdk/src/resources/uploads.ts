import type { CallOptions, Client, Query } from '../client.ts';
import { list } from '../pages.ts';

/** Images: for `image_url`, avatars, and Markdown. */
export const uploads = (call: Client) => ({
  /** PNG, JPEG, WebP or GIF, up to 5 MiB. */
  create: (file: Blob, options?: CallOptions) => {
    const form = new FormData();
    form.append('file', file);
    return call('POST /v1/uploads', { body: form }, options);
  },
  list: (query?: Query<'GET /v1/uploads'>, options?: CallOptions) => list(call, 'GET /v1/uploads', { query }, options),
  /** By the last part of its URL. */
  delete: (name: string, options?: CallOptions) => call('DELETE /v1/uploads/{name}', { path: { name } }, options),
});
