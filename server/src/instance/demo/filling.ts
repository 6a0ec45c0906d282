import type { Body, Request, Result, Route } from '@earshot/sdk';
import type { Person } from './people.ts';
import type { Random } from './random.ts';

/** Sends a request to the HTTP API, like a client of the SDK. */
export type Send = <R extends Route>(route: R, request?: Request<R>) => Promise<Result<R>>;

type Settings = NonNullable<Body<'PATCH /v1/projects/{id}'>['settings']>;

/** Access to the project to fill. Everything happens through the public API. */
export interface DemoOptions {
  /** Sends requests of the team. */
  team: Send;
  /** Returns a function that sends requests of a person, each from an address of its own where possible. */
  asPerson: (person: Person) => Send;
  projectId: string;
  /** The same seed results in the same data, except for ids. Defaults to 1. */
  seed?: number;
  /** Maximum number of feedback entries, and of people on the waitlist. Unlimited by default. */
  maxEntries?: number;
  /** Maximum number of events. Defaults to 22,000. */
  maxEvents?: number;
  /** Whether people have pictures and attach screenshots. Defaults to true. A server cannot draw them, because it refuses SVG. */
  hasPictures?: boolean;
  /** End of the analytics data, in milliseconds since 1970. Defaults to the current time. */
  now?: number;
}

/** Dependencies of each part of the data. */
export interface Filling extends Required<DemoOptions> {
  people: Person[];
  /** Changes settings of the project. */
  configure: (settings: Settings) => Promise<unknown>;
  /** Numbers of the part alone, so that parts can be filled at the same time. */
  random: Random;
}

/**
 * Adds the sample data of all services. Each part has random numbers of its own, which `forPart` seeds, so that parts can be filled at
 * the same time.
 */
export type FillServices<T> = (forPart: (part: number) => Filling) => Promise<T>;
