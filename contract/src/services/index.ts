import type { ServiceContract } from '../shared/service.ts';
import { analytics } from './analytics/index.ts';
import { changelog } from './changelog/index.ts';
import { feedback } from './feedback/index.ts';
import { knowledgeBase } from './knowledge-base/index.ts';
import { testimonials } from './testimonials/index.ts';
import { waitlist } from './waitlist/index.ts';

/** All services, in the order of lists. */
export const SERVICES = [feedback, waitlist, testimonials, changelog, knowledgeBase, analytics] as const;

const names = SERVICES.map(({ tag }) => tag.name.toLowerCase());
/** The names of all services, for texts. */
export const SERVICE_NAMES = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

type Service = (typeof SERVICES)[number];
type KeyOfEach<T> = T extends unknown ? keyof T & string : never;
type Declared = 'scopes' | 'errors' | 'events' | 'notifications' | 'sections' | 'erased' | 'exported';

/** Merges the records that the services declare in one of their properties, such as all error codes. */
export const mergeDeclared = <P extends Declared>(property: P) =>
  Object.assign({}, ...SERVICES.map((service) => service[property])) as {
    [Name in KeyOfEach<Service[P]>]: ServiceContract[P][string];
  };
