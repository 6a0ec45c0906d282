import type { CallOptions, Client } from '../client.ts';

/** Images: for `image_url`, avatars, and Markdown. */
export const uploads = (call: Client) => ({
  /** PNG, JPEG, WebP or GIF, up to 5 MiB. */
  create: (file: Blob, options?: CallOptions) => {
    const form = new FormData();
    form.append('file', file);
    return call('POST /v1/uploads', { body: form }, options);
  },
});
