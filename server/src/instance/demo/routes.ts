import { Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/instance/projects';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { actorOf } from '../audit/audit.ts';
import { userOf } from '../../platform/api/credentials.ts';
import { createOnce } from '../../platform/api/idempotency.ts';
import { BATCH_BODY_LIMIT, operation } from '../../platform/api/operation.ts';
import { type Db, type Transaction, transact } from '../../platform/postgres/database.ts';
import { lockOwned } from '../projects/members/store.ts';
import { projectForMember } from '../projects/projections.ts';
import { createProject, getProject, type Quota } from '../projects/projects.ts';
import { findSample, markSample, type Project } from '../projects/store.ts';
import type { DemoOptions, FillServices, SampleRecords } from './filling.ts';
import { connectInProcess } from './in-process.ts';
import { type DemoProject, DemoRequest } from './request.ts';

interface Options {
  db: Db;
  quota: Quota;
  publicUrl: () => string;
  fillServices: FillServices<SampleRecords>;
}

const NAME = 'Fernhill';
/** Less than `npm run demo` creates, so that the project is filled within seconds. */
const AMOUNTS = { maxEntries: 60, maxEvents: 8_000 };

/** Interval of signs of life. A server closes connections that are silent for two minutes, and proxies earlier. */
const ALIVE_MS = 15_000;

type Amounts = Pick<DemoOptions, 'seed' | 'maxEntries' | 'maxEvents' | 'pictures'>;

/** Routes of sample data. */
export const demoRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, quota, publicUrl, fillServices }) => {
  /** Fills a project. A node that stops meanwhile leaves the project incomplete. */
  async function fill({ id, api_key: key }: Project, authorization: string, amounts: Amounts): Promise<SampleRecords> {
    const { fillProject } = await import('./demo.ts');
    const member = projectForMember(await getProject(db, id), 'owner', publicUrl());
    const access = connectInProcess(app, { id: member.id, key, authorization });
    return await fillProject({ ...access, ...amounts }, fillServices);
  }

  app.post(
    '/sample',
    operation({
      id: 'createSampleProject',
      summary: 'Create a project with sample data',
      description:
        'Creates the project “Fernhill”, a test project that sends no emails, and fills it in the background with entries of all services and analytics of 60 days, which takes up to a minute. Other projects do not change; delete the project to remove the sample data. A user who already owns such a project receives it unchanged.',
      tag: 'Projects',
      access: { by: 'session' },
      scopes: ['admin'],
      returns: Ref(contract.Project),
      status: 201,
      errors: ['projects.creation_forbidden', 'projects.quota_exceeded'],
    }),
    async (request, reply) => {
      let created: Project | undefined;
      const create = async (tx: Transaction) => {
        const owner = userOf(request);
        await lockOwned(tx, owner.id);
        const existing = await findSample(tx, owner.id);
        if (existing) return projectForMember(await getProject(tx, existing), 'owner', publicUrl());
        const id = await createProject(tx, { name: NAME, owner, actor: actorOf(request), quota });
        await markSample(tx, id);
        created = await getProject(tx, id);
        return projectForMember(created, 'owner', publicUrl());
      };
      const answer = await createOnce({ db, request, reply }, (some) => transact(some, create));
      const { authorization = '' } = request.headers;
      if (created)
        fill(created, authorization, AMOUNTS).catch((error: unknown) =>
          request.log.warn({ err: error }, 'The sample data is incomplete'),
        );
      return answer;
    },
  );

  // For `npm run demo`, and no part of the API: it may change with every version. Answers when the project is filled.
  app.post(
    '/demo',
    {
      config: { access: { by: 'session' } as const, scopes: ['admin' as const] },
      schema: { hide: true, body: DemoRequest },
      bodyLimit: BATCH_BODY_LIMIT,
    },
    async (request, reply) => {
      const { name, seed, max_entries: maxEntries, max_events: maxEvents, pictures } = request.body;
      const project = await transact(db, async (tx) => {
        const owner = userOf(request);
        await lockOwned(tx, owner.id);
        return await getProject(tx, await createProject(tx, { name, owner, actor: actorOf(request), quota }));
      });
      const filling = fill(project, request.headers.authorization ?? '', {
        seed,
        ...(maxEntries !== undefined && { maxEntries }),
        ...(maxEvents !== undefined && { maxEvents }),
        pictures: pictures && {
          avatars: pictures.avatars.map((png) => Buffer.from(png, 'base64')),
          screenshot: Buffer.from(pictures.screenshot, 'base64'),
        },
      });
      const answer = filling.then(async (records): Promise<DemoProject> => ({
        project: projectForMember(await getProject(db, project.id), 'owner', publicUrl()),
        ...records,
      }));
      return reply
        .status(201)
        .type('application/json')
        .send(Readable.from(writeWhenReady(answer)));
    },
  );
};

/** Writes a JSON value when it is ready, and white space until then. */
async function* writeWhenReady(value: Promise<object>): AsyncGenerator<string> {
  for (;;) {
    const ready = await Promise.race([value, sleep(ALIVE_MS, undefined, { ref: false })]);
    yield ready ? JSON.stringify(ready) : '\n';
    if (ready) return;
  }
}
