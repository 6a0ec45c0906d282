import { Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/instance/projects';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { actorOf } from '../audit/audit.ts';
import { userOf } from '../../platform/api/credentials.ts';
import { createOnce } from '../../platform/api/idempotency.ts';
import { operation } from '../../platform/api/operation.ts';
import { type Db, type Transaction, transact } from '../../platform/postgres/database.ts';
import { lockOwned } from '../projects/members/store.ts';
import { projectForMember } from '../projects/projections.ts';
import { createProject, getProject, type Quota } from '../projects/projects.ts';
import { findSample, listIdentitySecrets, markSample, type Project } from '../projects/store.ts';
import type { FillServices } from './filling.ts';
import { connectInProcess } from './in-process.ts';

interface Options {
  db: Db;
  quota: Quota;
  publicUrl: () => string;
  fillServices: FillServices<unknown>;
}

const NAME = 'Fernhill';
/** Less than `npm run demo` creates, so that the project is filled within a minute. */
const AMOUNTS = { maxEntries: 60, maxEvents: 8_000, hasPictures: false };

/** Routes of sample data. */
export const demoRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, quota, publicUrl, fillServices }) => {
  /** Fills a project in the background. A node that stops leaves the project incomplete. */
  async function fill({ id, api_key: key }: Project, authorization: string): Promise<void> {
    const { fillProject } = await import('./demo.ts');
    const [secret] = await listIdentitySecrets(db, id);
    const member = projectForMember(await getProject(db, id), 'owner', publicUrl());
    const access = connectInProcess(app, { id: member.id, key, authorization, secret: secret?.secret ?? '' });
    await fillProject({ ...access, ...AMOUNTS }, fillServices);
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
        fill(created, authorization).catch((error: unknown) => request.log.warn({ err: error }, 'The sample data is incomplete'));
      return answer;
    },
  );
};
