import * as contract from '@earshot/contract/instance/people/directory';
import { ListOf, Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { projectQuery } from '../../platform/api/credentials.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { buildList, parsePaging } from '../../platform/api/list.ts';
import { operation } from '../../platform/api/operation.ts';
import { type Db, transact } from '../../platform/postgres/database.ts';
import { projectOf } from '../projects/caller.ts';
import { findCompany, findIdentitiesOfCompany, listCompanies } from './list-store.ts';
import { companyForMember } from './projections.ts';
import { putCompany } from './proving.ts';
import { readPersonTimeline, type TimelineSources } from './timeline.ts';

const tag = 'People';
/** People of a company whose records are listed together. */
const MAX_MEMBERS = 1_000;
const reader = { by: 'session', role: 'member' } as const;

export const companyRoutes: FastifyPluginAsyncTypebox<{ db: Db; timeline: TimelineSources }> = async (app, { db, timeline }) => {
  app.get(
    '/companies',
    operation({
      id: 'listCompanies',
      summary: 'List companies',
      description:
        'Returns the companies that people or your server named, with the number of their people, the newest first. `q` searches names and ids.',
      tag,
      access: reader,
      scopes: ['people:read'],
      query: Type.Object({ ...contract.ListCompaniesQuery.properties, ...projectQuery }),
      returns: ListOf(Ref(contract.Company)),
    }),
    async (request) => {
      const { id: projectId } = projectOf(request);
      const paging = parsePaging(request);
      const { rows, total, next } = await listCompanies(db, projectId, request.query.q, paging);
      return buildList(
        rows.map((company) => companyForMember(projectId, company)),
        { total, next },
        paging,
      );
    },
  );

  app.get(
    '/companies/:id',
    operation({
      id: 'getCompany',
      summary: 'Get a company',
      description: 'Returns a company by its id in your application. `GET /v1/people` with `company_id` lists its people.',
      tag,
      access: reader,
      scopes: ['people:read'],
      params: contract.CompanyParams,
      query: Type.Object(projectQuery),
      returns: Ref(contract.Company),
      errors: ['companies.not_found'],
    }),
    async (request) => await getCompany(db, projectOf(request).id, request.params.id),
  );

  app.get(
    '/companies/:id/timeline',
    operation({
      id: 'getCompanyTimeline',
      summary: 'Get the timeline of a company',
      description: `Returns what the people of a company did and received, the latest first, with the kinds of \`GET /v1/people/{id}/timeline\`: their feedback with \`kind=feedback\`, their votes with \`kind=vote\`. Of a company with more than ${MAX_MEMBERS} people, those are included who were seen last.`,
      tag,
      access: reader,
      scopes: ['people:read', 'personal_data:read'],
      params: contract.CompanyParams,
      query: Type.Object({ ...contract.TimelineQuery.properties, ...projectQuery }),
      returns: Ref(contract.Timeline),
      errors: ['companies.not_found'],
    }),
    async (request) => {
      const { id: projectId } = projectOf(request);
      const person = await findIdentitiesOfCompany(db, projectId, request.params.id, MAX_MEMBERS);
      if (!person) throw new HttpError('companies.not_found');
      const { kind, before, limit = 20 } = request.query;
      const kinds = kind === undefined ? undefined : [kind].flat();
      return await readPersonTimeline({ db, sources: timeline }, { projectId, person, kinds, before, limit });
    },
  );

  app.put(
    '/companies/:id',
    operation({
      id: 'putCompany',
      summary: 'Create or update a company',
      description:
        'Creates or updates the company with an id in your application. Fields that are left out stay as they are. The request can be repeated.',
      tag,
      access: reader,
      scopes: ['people:write'],
      params: contract.CompanyParams,
      query: Type.Object(projectQuery),
      body: contract.PutCompany,
      returns: Ref(contract.Company),
    }),
    (request) =>
      transact(db, async (tx) => {
        const { id: projectId } = projectOf(request);
        const { id } = request.params;
        await putCompany(tx, projectId, { id, ...request.body });
        return await getCompany(tx, projectId, id);
      }),
  );
};

/** @throws {HttpError} 404 */
async function getCompany(db: Db, projectId: string, id: string) {
  const company = await findCompany(db, projectId, id);
  if (!company) throw new HttpError('companies.not_found');
  return companyForMember(projectId, company);
}
