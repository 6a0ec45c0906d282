import { Type } from 'typebox';
import { Component, Id, OneOf, Timestamp } from '../shared/common.ts';

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

export const Upload = Component('Upload', {
  id: Id('upl'),
  project_id: Id('prj'),
  url: Type.String({
    description: 'URL of the image for `image_url`, `author_avatar_url` or Markdown content',
    examples: ['https://feedback.example.com/v1/uploads/upl_01kaga0zrefb8tqs3yh4kx9m2d.png'],
  }),
  content_type: OneOf(IMAGE_TYPES),
  width: Type.Integer({ examples: [1280] }),
  height: Type.Integer({ examples: [720] }),
  size: Type.Integer({ description: 'File size in bytes', examples: [48_213] }),
  created_at: Timestamp(),
});

export const UploadFile = Type.Object(
  {
    file: Type.Unsafe<unknown>({
      type: 'string',
      format: 'binary',
      description: 'PNG, JPEG, WebP or GIF image of at most 5 MiB',
    }),
  },
  { examples: [{ file: 'screenshot.png' }] },
);
