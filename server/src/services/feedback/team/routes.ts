import { Id, ListOf, Ok, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/feedback/schemas';
import * as team from '@earshot/contract/services/feedback/team';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { entryIdOf, projectQuery, sessionOf } from '../../../platform/api/credentials.ts';
import { seesPersonalData } from '../../../platform/api/personal-data.ts';
import { createOnce } from '../../../platform/api/idempotency.ts';
import { wholeList } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { requireId } from '../../../platform/api/validation.ts';
import { checkPastTimes } from '../../../instance/imports/importer.ts';
import { projectOf } from '../../../instance/projects/caller.ts';
import { findAuthor } from '../authors.ts';
import type { Submit } from '../feedback.ts';
import { changeFields } from '../../../instance/fields/fields.ts';
import { listFields, readEntryFields } from '../fields/fields.ts';
import { entryProjection, voterForMember, voterForViewer } from '../projections.ts';
import { entryKind, type FeedbackOptions, params, tag } from '../route-options.ts';
import { addEntry, revokeVote, voteOnBehalf } from './on-behalf.ts';
import { findPeople } from './store.ts';

interface Options extends FeedbackOptions {
  submit: Submit;
}

const MAX_PEOPLE = 8;
const member = { by: 'session', role: 'member' } as const;
const editor = { by: 'session', role: 'member', entry: entryKind } as const;
const voteParams = Type.Object({ id: Id('fb'), vote_id: Id('vob') });

/** Operations of members on behalf of people. */
export const teamRoutes: FastifyPluginAsyncTypebox<Options> = async (app, deps) => {
  addFeedbackRoute(app, deps);
  findFeedbackPeopleRoute(app, deps);
  voteOnBehalfRoute(app, deps);
  revokeVoteOnBehalfRoute(app, deps);
};

function addFeedbackRoute(app: App, { db, events, submit }: Options): void {
  app.post(
    '/by-team',
    operation({
      id: 'addFeedback',
      summary: 'Add a feedback entry as a member',
      description:
        'Creates an entry that a member received by email, in a call or in person, of the person in `submitter_*` or, without a person, of the member. The entry needs no approval. A person with an address gets an email to confirm updates about the entry. Sends the webhook `feedback.created`, and `feedback.updated` when status, assignee or due date are set.',
      tag,
      access: member,
      scopes: ['feedback:write'],
      query: Type.Object(projectQuery),
      body: team.AddFeedback,
      returns: Ref(contract.Feedback),
      status: 201,
      errors: ['feedback.board_not_found'],
    }),
    async (request, reply) => {
      const caller = sessionOf(request);
      const author = await findAuthor(db, request, caller);
      checkPastTimes(request.body);
      const { fields: custom, ...body } = request.body;
      const fields = { ...body, fields: changeFields({}, readEntryFields(listFields(caller), custom)) };
      return await createOnce({ db, request, reply }, async (tx) =>
        entryProjection(caller)(
          await addEntry({ db: tx, events, submit }, { project: projectOf(request), member: author, actor: caller.user, fields }),
        ),
      );
    },
  );
}

function findFeedbackPeopleRoute(app: App, { db }: Options): void {
  app.get(
    '/people',
    operation({
      id: 'findFeedbackPeople',
      summary: 'Find people who gave feedback',
      description:
        'Returns up to 8 people who submitted or voted and whose name or address contains `q`, those with the latest activity first. Suggests the person for a new entry or a vote on behalf of a person.',
      tag,
      access: member,
      scopes: ['feedback:read', 'personal_data:read'],
      query: Type.Object({ ...team.PeopleQuery.properties, ...projectQuery }),
      returns: ListOf(Ref(team.FeedbackPerson)),
    }),
    async (request) => {
      const found = await findPeople(db, sessionOf(request).project.id, request.query.q, MAX_PEOPLE);
      return { ...wholeList(found), limit: MAX_PEOPLE };
    },
  );
}

function voteOnBehalfRoute(app: App, { db }: Options): void {
  app.post(
    '/:id/voters',
    operation({
      id: 'voteOnBehalf',
      summary: 'Vote on behalf of a person',
      description:
        'Upvotes the entry for a person with an email address or a user id, and records the member and the person in the history. The vote counts once with a vote of the same user in your product. A person who has voted keeps the vote, which is returned. No email is sent.',
      tag,
      access: editor,
      scopes: ['feedback:write'],
      params,
      body: team.VoteOnBehalf,
      returns: Ref(contract.Voter),
      status: 201,
      errors: ['feedback.merged'],
    }),
    async (request, reply) => {
      const caller = sessionOf(request);
      checkPastTimes(request.body);
      return await createOnce({ db, request, reply }, async (tx) =>
        (seesPersonalData(caller) ? voterForMember : voterForViewer)(
          await voteOnBehalf(
            { db: tx },
            {
              projectId: caller.project.id,
              entryId: entryIdOf(request),
              person: request.body,
              actor: caller.user,
            },
          ),
        ),
      );
    },
  );
}

function revokeVoteOnBehalfRoute(app: App, { db }: Options): void {
  app.delete(
    '/:id/voters/:vote_id',
    operation({
      id: 'revokeVoteOnBehalf',
      summary: 'Revoke a vote on behalf of a person',
      description:
        'Removes a vote that a member cast on behalf of a person, by `on_behalf_id` of the voter, and records it in the history. Votes that people cast themselves are not found.',
      tag,
      access: editor,
      scopes: ['feedback:write'],
      params: voteParams,
      returns: Ref(Ok),
      errors: ['feedback.vote_not_found', 'feedback.merged'],
    }),
    async (request) => {
      const { user, project } = sessionOf(request);
      const id = requireId('vob', request.params.vote_id, 'feedback.vote_not_found');
      await revokeVote({ db }, { projectId: project.id, entryId: entryIdOf(request), id, actor: user });
      return { ok: true };
    },
  );
}
