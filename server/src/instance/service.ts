import type { PageSection } from '@earshot/contract/instance/values';
import type { FastifyInstance } from 'fastify';
import type { CredentialSources } from '../platform/api/credentials.ts';
import type { ArchivedTables } from '../platform/postgres/archived.ts';
import type { DeleteContent } from '../platform/postgres/emptying.ts';
import type { PersonalData } from '../platform/postgres/person.ts';
import type { Retention } from '../platform/postgres/retention.ts';
import type { Metrics } from '../platform/observe/metrics.ts';
import type { ProofSource } from './directory/backfill.ts';
import type { EndUserParts } from './end-users/parts.ts';
import type { EventArchive } from './archives/events.ts';
import type { Section } from './pages/public.ts';
import type { FillServices, SampleRecords } from './demo/filling.ts';
import type { Importer } from './imports/importer.ts';
import type { AnalyticsPeople, PeopleDeps } from './people/people.ts';
import type { EmptyingDeps } from './projects/emptying.ts';
import type { EraseProject } from './projects/projects.ts';
import type { WhileQuiet } from './recovery/backup/create.ts';
import type { Proposer } from './proposals/kinds.ts';
import type { BuildSection } from './reports/section.ts';
import type { FindMentioned } from './uploads/uploads.ts';

/** A part of the product with its own contract, endpoints, public pages and records of people. */
export interface Service {
  /** Registers endpoints and public pages. */
  register: (app: FastifyInstance) => Promise<void>;
  /** Sections of the public site. */
  sections?: Partial<Record<PageSection, Section>>;
  /** Its part for people who sign in on public pages. */
  endUsers?: EndUserParts;
  personalData?: PersonalData;
  /** Its tables in the archives of projects. */
  archived: ArchivedTables;
  /** Deletes the entries of a test project. */
  deleteContent: DeleteContent;
  /** Records that are deleted after a period in `settings.retention` of their project. */
  retention?: Retention;
  /** Proofs of people in its records. */
  proofs?: ProofSource;
  /** Adds identifiers that certainly belong to the same person. */
  findIdentifiers?: PeopleDeps['findIdentifiers'];
  /** Finds the images that the records mention. Images without any mention are deleted. */
  findMentionedUploads?: FindMentioned;
  /** Builds its section in the reports of projects. */
  report?: BuildSection;
  /** Adds its sample data, which other services do not need. Loads it on first use: most instances create none. */
  fillSample?: FillServices<void>;
  metrics?: Metrics;
  /** Storage of records of other systems. Later ones refer to earlier ones. */
  importers?: Importer[];
  /** Changes of its records that a language model can propose. */
  proposers?: Proposer[];
  /** Starts work outside of the job queue, before the queue starts. */
  start?: () => Promise<void>;
}

/** The service whose records are outside of PostgreSQL: analytics. */
export interface EventStore extends Service {
  findShare: CredentialSources['findShare'];
  people: AnalyticsPeople;
  archive: EventArchive;
  /** Erases the events and searches of a project that arrived before the call. */
  eraseContent: EmptyingDeps['eraseAnalytics'];
  eraseProject: EraseProject;
  /** Events that were written and are missing. */
  findLosses: () => Promise<unknown[]>;
  /** Open connections to PostgreSQL outside of the pools of this thread. */
  countConnections: () => number;
  whileQuiet: WhileQuiet;
}

/** The services, as the instance uses them. */
export interface Services {
  all: Service[];
  eventStore: EventStore;
  /** Adds sample data of all services to a project. */
  fillSample: FillServices<SampleRecords>;
}

/** Returns the sections of reports: visitors first, then the other services in their order. */
export const listReportSections = ({ all, eventStore }: Services): BuildSection[] =>
  [eventStore, ...all.filter((service) => service !== eventStore)].flatMap(({ report }) => report ?? []);
