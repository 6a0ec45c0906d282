import type { Project } from '@earshot/contract/instance/projects';
import { type Static, Type } from 'typebox';
import type { SampleRecords } from './filling.ts';

/** In base64. */
const Picture = Type.String();
/** Request of `npm run demo`. */
export const DemoRequest = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    seed: Type.Integer({ minimum: 1 }),
    max_entries: Type.Optional(Type.Integer({ minimum: 1 })),
    max_events: Type.Optional(Type.Integer({ minimum: 1 })),
    pictures: Type.Optional(Type.Object({ avatars: Type.Array(Picture), screenshot: Picture })),
  },
  { additionalProperties: false },
);
export type DemoRequest = Static<typeof DemoRequest>;

/** The project of `npm run demo`, and records to show. */
export interface DemoProject extends SampleRecords {
  project: Static<typeof Project>;
}
