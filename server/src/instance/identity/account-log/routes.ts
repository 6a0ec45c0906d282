import { AccountLogEntry, ListAccountLogQuery } from '@earshot/contract/instance/account-log';
import { ListOf, Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { userOf } from '../../../platform/api/credentials.ts';
import { buildList, parsePaging } from '../../../platform/api/list.ts';
import { operation } from '../../../platform/api/operation.ts';
import { formatId } from '../../../platform/ids.ts';
import type { Identity } from '../identity.ts';
import { type AccountEntry, listAccountEntries } from './store.ts';

interface Deps {
  identity: Identity;
}

/** The account log of the user. */
export const accountLogRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, { identity }) => {
  app.get(
    '/log',
    operation({
      id: 'listAccountLog',
      summary: 'List the account log',
      description:
        'Returns the sign-ins of the user, and the personal access tokens, connected apps and passkeys that were added or removed, newest first. Entries are recorded in the transaction of their change, and are deleted after a year. New tokens, apps and passkeys are also announced by email. Addresses of clients are not stored.',
      tag: 'Identity',
      access: { by: 'session' },
      scopes: ['admin'],
      query: ListAccountLogQuery,
      returns: ListOf(Ref(AccountLogEntry)),
    }),
    async (request) => {
      const paging = parsePaging(request);
      const { action } = request.query;
      const { rows, ...count } = await listAccountEntries(identity.db, userOf(request).id, { action }, paging);
      return buildList(rows.map(entryForUser), count, paging);
    },
  );
};

const entryForUser = ({ id, scopes, project_ids, created_at, ...entry }: AccountEntry) => ({
  id: formatId('acl', id),
  ...entry,
  scopes: scopes && [...scopes],
  project_ids: project_ids?.map((projectId) => formatId('prj', projectId)) ?? null,
  created_at: created_at.toISOString(),
});
