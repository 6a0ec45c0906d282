import { Id, Ok, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/instance/domains';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { type Access, entryIdOf } from '../../platform/api/credentials.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { parseHost } from '../../platform/api/hosts.ts';
import { operation } from '../../platform/api/operation.ts';
import type { Domains } from './domains.ts';
import { domainForMember } from './projections.ts';
import type { CustomDomain } from './domains-store.ts';

const tag = 'Projects';
const params = Type.Object({ id: Id('prj') });

interface Options {
  domains: Domains;
  viewer: Access;
  admin: Access;
}

/** Endpoints below `/v1/projects` for the custom domain of a project. */
export const projectDomainRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { domains, viewer, admin }) => {
  const forMember = (row: CustomDomain) => domainForMember(row, domains.recordOf(row.project_id, row.domain));

  app.get(
    '/:id/domain',
    operation({
      id: 'getCustomDomain',
      summary: 'Get the state and DNS record of the custom domain',
      description:
        'Returns the DNS TXT record that proves the ownership of `settings.pages.custom_domain`, and whether Earshot has found it. The domain is served after the record was found. Without a custom domain, the response is 404.',
      tag,
      access: viewer,
      scopes: ['projects:read'],
      params,
      returns: Ref(contract.CustomDomain),
      errors: ['domains.not_found'],
    }),
    async (request) => forMember(await domains.get(entryIdOf(request))),
  );

  app.post(
    '/:id/domain/check',
    operation({
      id: 'checkCustomDomain',
      summary: 'Check the DNS record of the custom domain',
      description:
        'Earshot also checks automatically: soon after the setting changes, repeatedly for about a day until the record is found, and once a day after that. New domains and requests to this operation are limited to 20 checks per hour and project; further requests are rejected with 429.',
      tag,
      access: admin,
      scopes: ['projects:write'],
      params,
      limit: 'sensitive',
      returns: Ref(contract.CustomDomain),
      errors: ['domains.not_found'],
    }),
    async (request) => forMember(await domains.check(entryIdOf(request))),
  );
};

/** Endpoint for reverse proxies. */
export const domainRoutes: FastifyPluginAsyncTypebox<{ domains: Domains }> = async (app, { domains }) => {
  app.get(
    '/allowed',
    operation({
      id: 'isDomainAllowed',
      summary: 'Check whether a host may receive a TLS certificate',
      description:
        'For on-demand TLS, such as the `ask` option of Caddy: returns 200 for verified custom domains and the host of the public URL, and 404 for all other hosts.',
      tag,
      access: { by: 'none' },
      query: contract.DomainQuery,
      returns: Ref(Ok),
      errors: ['domains.not_found'],
    }),
    async (request) => {
      if (!(await domains.isAllowed(parseHost(request.query.domain)))) throw new HttpError('domains.not_found');
      return { ok: true };
    },
  );
};
