import * as contract from '@earshot/contract/instance/proposals/proposals';
import { grantsScope } from '@earshot/contract/instance/scopes';
import { MAX_PROPOSALS_PER_DAY, type ProposalKind } from '@earshot/contract/instance/values';
import { Id, ListOf, Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { scopeRequired } from '../../platform/api/authorization.ts';
import { type EntryKind, entryIdOf, projectQuery, sessionOf } from '../../platform/api/credentials.ts';
import { HttpError } from '../../platform/api/errors.ts';
import { buildList, parsePaging } from '../../platform/api/list.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { actorOf } from '../audit/audit.ts';
import { projectOf } from '../projects/caller.ts';
import type { Proposer } from './kinds.ts';
import { acceptProposal, dismissProposal, makeProposal, type ProposalDeps, proposalForMember } from './proposals.ts';
import { findProposal, findProposalProject, listProposals } from './store.ts';

const tag = 'Proposals';
const params = Type.Object({ id: Id('prp') });
const entry: EntryKind = { prefix: 'prp', notFound: 'proposals.not_found', findProjectId: findProposalProject };
const access = { by: 'session', role: 'member' } as const;
/** The kind of a proposal requires the scope of its service in addition. */
const scopes = ['projects:read'] as const;
const SCOPES =
  'A token also requires the scope of the kind: `feedback:write` for `duplicate` and `tags`, `changelog:write` for `release_notes`, `knowledge_base:write` for `article`.';

interface Options extends ProposalDeps {
  proposers: Proposer[];
}

/** Changes that a language model proposes, and a member decides about. */
export const proposalRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  createProposalRoute(app, options);
  listProposalsRoute(app, options);
  decisionRoutes(app, options);
};

/** @throws {HttpError} 403 */
function requireScope({ proposers }: Options, request: FastifyRequest, kind: ProposalKind): Proposer {
  const proposer = proposers.find((one) => one.kind === kind);
  if (!proposer) throw new HttpError('proposals.not_found');
  if (!grantsScope(sessionOf(request).scopes, proposer.scope)) throw scopeRequired(proposer.scope);
  return proposer;
}

function createProposalRoute(app: App, options: Options): void {
  app.post(
    '',
    operation({
      id: 'createProposal',
      summary: 'Have the language model make a proposal',
      description: `Sends the records that the proposal is about to the model of \`EARSHOT_LLM_URL\`, without names and addresses of people, and stores its proposal for 90 days. Changes nothing else, and replaces an open proposal of the same kind about the same record. The model chooses only among entries and tags of the project. The state is \`empty\` if it found nothing, and until the model answers. At most ${MAX_PROPOSALS_PER_DAY} proposals a day are made for a project. ${SCOPES}`,
      tag,
      access,
      scopes: [...scopes],
      query: Type.Object(projectQuery),
      body: contract.CreateProposal,
      returns: Ref(contract.Proposal),
      errors: [
        'feedback.not_found',
        'feedback.merged',
        'search_clusters.not_found',
        'indexes.not_found',
        'proposals.no_model',
        'proposals.limit_reached',
        'proposals.outdated',
        'proposals.model_failed',
      ],
      limit: 'sensitive',
    }),
    async (request) => {
      const proposer = requireScope(options, request, request.body.kind);
      return proposalForMember(await makeProposal(options, proposer, { project: projectOf(request), input: request.body }));
    },
  );
}

function listProposalsRoute(app: App, { db, proposers }: Options): void {
  app.get(
    '',
    operation({
      id: 'listProposals',
      summary: 'List proposals',
      description: `Returns proposals of the last 90 days, latest first, of the kinds that the token may decide about. ${SCOPES}`,
      tag,
      access,
      scopes: [...scopes],
      query: Type.Object({ ...contract.ListProposalsQuery.properties, ...projectQuery }),
      returns: ListOf(Ref(contract.Proposal)),
    }),
    async (request) => {
      const { kind, state, subject_id } = request.query;
      const granted = sessionOf(request).scopes;
      const kinds = proposers.filter(({ scope }) => grantsScope(granted, scope)).map((one) => one.kind);
      const paging = parsePaging(request);
      const { rows, ...page } = await listProposals(db, projectOf(request).id, {
        kinds,
        filter: { kind, state, subject_id },
        rows: paging,
      });
      return buildList(rows.map(proposalForMember), page, paging);
    },
  );
}

function decisionRoutes(app: App, options: Options): void {
  const { db, proposers } = options;
  const shared = {
    tag,
    access: { ...access, entry },
    scopes: [...scopes],
    params,
    returns: Ref(contract.Proposal),
  };
  /** Returns the decision of a request whose token may decide about this kind. */
  const prepare = async (request: FastifyRequest) => {
    const [project, id] = [projectOf(request), entryIdOf(request)];
    const proposal = await findProposal(db, project.id, id);
    if (!proposal) throw new HttpError('proposals.not_found');
    requireScope(options, request, proposal.kind);
    return { project, id, actor: actorOf(request) };
  };
  app.post(
    '/:id/accept',
    operation({
      ...shared,
      id: 'acceptProposal',
      summary: 'Accept a proposal',
      description: `Makes the proposed change, with the history, emails and webhooks of the same change by a member: merges the entry, adds the tags, or creates a draft, which nobody else sees. Accepting again returns the first result. Recorded in the audit log. ${SCOPES}`,
      errors: ['proposals.decided', 'proposals.outdated', 'feedback.merge_reveals_comments'],
    }),
    async (request) => proposalForMember(await acceptProposal(db, proposers, await prepare(request))),
  );
  app.post(
    '/:id/dismiss',
    operation({
      ...shared,
      id: 'dismissProposal',
      summary: 'Dismiss a proposal',
      description: `Dismisses the proposal without any change. Can be repeated. ${SCOPES}`,
      errors: ['proposals.decided'],
    }),
    async (request) => proposalForMember(await dismissProposal(db, await prepare(request))),
  );
}
