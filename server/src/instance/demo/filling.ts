import type { Body, Request, Result, Route } from '@earshot/sdk';
import type { Person } from './people.ts';
import type { Random } from './random.ts';

/** Sends a request of the HTTP API, like a client of the SDK. */
export type Send = <R extends Route>(route: R, request?: Request<R>) => Promise<Result<R>>;

type Settings = NonNullable<Body<'PATCH /v1/projects/{id}'>['settings']>;

/** Images in PNG format. */
export interface Pictures {
  /** Pictures of the first people. */
  avatars: Buffer[];
  screenshot: Buffer;
}

/** Access to the project to fill. Everything happens through the operations of the public API. */
export interface DemoOptions {
  /** Sends requests of the team. */
  team: Send;
  /** Returns a function that sends requests of a person. */
  asPerson: (person: Person) => Send;
  projectId: string;
  /** The same seed results in the same data, except for ids. Defaults to 1. */
  seed?: number;
  /** Maximum number of feedback entries, and of people on the waitlist. Unlimited by default. */
  maxEntries?: number;
  /** Maximum number of events. Defaults to 22,000. */
  maxEvents?: number;
  /** Pictures of people and of what they report. None by default: a server cannot draw them, because it refuses SVG. */
  pictures?: Pictures | undefined;
  /** End of the year of sample data, in milliseconds since 1970. Defaults to the current time. */
  now?: number;
}

/** Dependencies of each part of the data. */
export interface Filling extends Required<Omit<DemoOptions, 'pictures'>> {
  pictures: Pictures | undefined;
  people: Person[];
  /** Changes settings of the project. */
  configure: (settings: Settings) => Promise<unknown>;
  /** Numbers of the part alone, so that parts can be filled at the same time. */
  random: Random;
}

/** Ids of records to show. */
export interface SampleRecords {
  /** A feedback entry with many comments. */
  entryId: string;
  /** A draft of the changelog. */
  draftId: string;
}

/**
 * Adds the sample data of all services. Each part has random numbers of its own, which `forPart` seeds, so that parts can be filled at
 * the same time.
 */
export type FillServices<T> = (forPart: (part: number) => Filling) => Promise<T>;
