import { Ref } from '@earshot/contract/shared/common';
import { ChangelogEffect } from '@earshot/contract/services/changelog/effect';
import { EntryParams } from '@earshot/contract/services/changelog/schemas';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { projectOf } from '../../../instance/projects/caller.ts';
import { type EntryKind, entryIdOf, projectQuery } from '../../../platform/api/credentials.ts';
import { operation } from '../../../platform/api/operation.ts';
import { getEntry } from '../changelog.ts';
import { TEAM } from '../../../instance/end-users/readers.ts';
import { type EffectDeps, measureEffect } from './effect.ts';

export const effectRoutes: FastifyPluginAsyncTypebox<EffectDeps & { entryKind: EntryKind }> = async (
  app,
  { entryKind, ...deps },
) => {
  app.get(
    '/:id/effect',
    operation({
      id: 'getChangelogEffect',
      summary: 'Compare figures before and after a release',
      description:
        'Compares the success event of an entry, the conversion rates of up to 5 goals, bounce rate and new feedback in the 7 days from that of its publication on with the range that the same weekdays of the 8 weeks before predict. A figure within its range shows no visible effect. The range contains 95 % of figures without an effect, so that one figure in twenty is outside by chance. Late events change the answer.',
      tag: 'Changelog',
      access: { by: 'session', role: 'viewer', entry: entryKind },
      scopes: ['changelog:read', 'analytics:read'],
      params: EntryParams,
      query: Type.Object(projectQuery),
      returns: Ref(ChangelogEffect),
    }),
    async (request) => {
      const project = projectOf(request);
      return await measureEffect(deps, project, await getEntry(deps.db, project.id, { id: entryIdOf(request) }, TEAM));
    },
  );
};
