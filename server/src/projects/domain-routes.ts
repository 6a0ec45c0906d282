import { Id, Ok, Ref } from '@earshot/contract/common';
import * as contract from '@earshot/contract/domains';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { type Access, entryIdOf } from '../http/credentials.ts';
import { HttpError } from '../http/errors.ts';
import { parseHost } from '../http/hosts.ts';
import { operation } from '../http/operation.ts';
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

/** The custom domain of a project: below `/v1/projects`. */
export const projectDomainRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { domains, viewer, admin }) => {
  const forMember = (found: CustomDomain) => domainForMember(found, domains.recordOf(found.project_id, found.domain));

  app.get(
    '/:id/domain',
    operation({
      id: 'getCustomDomain',
      summary: 'Get the state of the custom domain, and the DNS record that proves it',
      tag,
      access: viewer,
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
      summary: 'Look for the DNS record of the custom domain now',
      description:
        'Earshot also checks by itself: soon after the setting has changed, for about a day until the record is found, and once a day from then on. New domains and calls of this operation cause at most 20 checks an hour in a project; beyond that both are answered 429.',
      tag,
      access: admin,
      params,
      sensitive: true,
      returns: Ref(contract.CustomDomain),
      errors: ['domains.not_found'],
    }),
    async (request) => forMember(await domains.check(entryIdOf(request))),
  );
};

/** What proxies ask. */
export const domainRoutes: FastifyPluginAsyncTypebox<{ domains: Domains }> = async (app, { domains }) => {
  app.get(
    '/allowed',
    operation({
      id: 'isDomainAllowed',
      summary: 'Whether a proxy may get a certificate for a host',
      description:
        'For on-demand TLS, such as `ask` of Caddy: 200 for proven custom domains and for the host of the public URL, 404 for any other.',
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
