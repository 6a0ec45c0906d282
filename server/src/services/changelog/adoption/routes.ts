import * as contract from '@earshot/contract/services/changelog/adoption';
import { EntryParams } from '@earshot/contract/services/changelog/schemas';
import { ListOf, Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { type EntryKind, entryIdOf, projectQuery, sessionOf } from '../../../platform/api/credentials.ts';
import { invalidField } from '../../../platform/api/errors.ts';
import { buildList, parsePaging } from '../../../platform/api/list.ts';
import { operation } from '../../../platform/api/operation.ts';
import { seesPersonalData } from '../../../platform/api/personal-data.ts';
import { parseId } from '../../../platform/ids.ts';
import { type AdoptionDeps, getAdoption, IS_IN, measureAdoption } from './adoption.ts';
import { listMeasured } from './adoption-store.ts';
import { adoptionForTeam, personForMember, summaryForTeam } from './projections.ts';

const tag = 'Changelog';
const errors = ['server.event_store_unavailable'] as const;
const FEW = 'While fewer than five people are identified, there are no rates, and the counts are for members only.';

/** Adoption of an entry. */
export const adoptionRoutes: FastifyPluginAsyncTypebox<AdoptionDeps & { entryKind: EntryKind }> = async (
  app,
  { entryKind, ...deps },
) => {
  app.get(
    '/:id/adoption',
    operation({
      id: 'getChangelogAdoption',
      summary: 'Get the adoption of a changelog entry',
      description: `Returns how many of the people who asked for the release used it: those who upvoted, submitted or follow the linked feedback, and had the event or page in \`success\` within \`window_days\` after the publication. Only people with a user id or a confirmed address are joined with events; everyone else is unknown. ${FEW}`,
      tag,
      access: { by: 'session', role: 'viewer', entry: entryKind },
      scopes: ['changelog:read'],
      params: EntryParams,
      query: Type.Object(projectQuery),
      returns: Ref(contract.ChangelogAdoption),
      errors: ['changelog.adoption_not_found', ...errors],
    }),
    async (request) =>
      adoptionForTeam(await getAdoption(deps, sessionOf(request).project.id, entryIdOf(request)), {
        seesFew: seesPersonalData(sessionOf(request)),
      }),
  );

  app.get(
    '/:id/adoption/people',
    operation({
      id: 'listChangelogAdoptionPeople',
      summary: 'List the people who asked for a changelog entry',
      description: 'Returns the identified people of the adoption, with the times of their first mail, event and use.',
      tag,
      access: { by: 'session', role: 'member', entry: entryKind },
      scopes: ['changelog:read', 'personal_data:read'],
      params: EntryParams,
      query: Type.Object({ ...contract.ListAdoptionPeopleQuery.properties, ...projectQuery }),
      returns: ListOf(Ref(contract.AdoptionPerson)),
      errors: ['changelog.adoption_not_found', ...errors],
    }),
    async (request) => {
      const projectId = sessionOf(request).project.id;
      const { people } = await getAdoption(deps, projectId, entryIdOf(request));
      const { state } = request.query;
      const paging = parsePaging(request);
      const found = state ? people.filter(IS_IN[state]) : people;
      const { limit, offset, after: [last = ''] = [] } = paging;
      // Sorted by id, as the store returns them.
      const rest = found.filter(({ id }) => id > last).slice(offset);
      const rows = rest.slice(0, limit);
      const next = rest.length > limit ? rows.slice(-1).map(({ id }) => id) : null;
      return buildList(
        rows.map((person) => personForMember(projectId, person)),
        { total: found.length, next },
        paging,
      );
    },
  );
};

/** Adoption of all entries. */
export const outcomeRoutes: FastifyPluginAsyncTypebox<AdoptionDeps> = async (app, deps) => {
  app.get(
    '/adoption',
    operation({
      id: 'listAdoption',
      summary: 'List the adoption of changelog entries',
      description: `Returns the published entries with \`success\`, newest first, with the adoption by the people who asked for them. ${FEW}`,
      tag,
      access: { by: 'session', role: 'viewer' },
      scopes: ['changelog:read'],
      query: Type.Object({ ...contract.ListAdoptionQuery.properties, ...projectQuery }),
      returns: ListOf(Ref(contract.AdoptionSummary)),
      errors: [...errors],
    }),
    async (request) => {
      const projectId = sessionOf(request).project.id;
      const { feedback_id: given } = request.query;
      const feedbackId = given === undefined ? undefined : parseId('fb', given);
      if (given !== undefined && !feedbackId)
        throw invalidField('feedback_id', 'not_found', 'feedback_id must be the id of a feedback entry of this project');
      const paging = parsePaging(request);
      const feedbackIds = feedbackId && (await deps.listMergeGroup(deps.db, projectId, feedbackId));
      const { rows, ...page } = await listMeasured(deps.db, projectId, { feedbackIds: feedbackIds || undefined }, paging);
      const data = [];
      for (const entry of rows)
        data.push(summaryForTeam(await measureAdoption(deps, entry), { seesFew: seesPersonalData(sessionOf(request)) }));
      return buildList(data, page, paging);
    },
  );
};
