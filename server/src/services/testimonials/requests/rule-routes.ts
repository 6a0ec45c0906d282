import { Id, ListOf, Ok, Ref } from '@earshot/contract/shared/common';
import * as contract from '@earshot/contract/services/testimonials/requests';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Mailing } from '../../../instance/mail/compose.ts';
import { projectOf } from '../../../instance/projects/caller.ts';
import { actorOf, recordAudit } from '../../../instance/audit/audit.ts';
import { callerOf, type EntryKind, entryIdOf, projectQuery, sessionOf } from '../../../platform/api/credentials.ts';
import { HttpError, invalidField } from '../../../platform/api/errors.ts';
import { createOnce } from '../../../platform/api/idempotency.ts';
import { buildList, parsePaging, wholeList } from '../../../platform/api/list.ts';
import { type App, operation } from '../../../platform/api/operation.ts';
import { formatId, newId, parseId } from '../../../platform/ids.ts';
import { transact } from '../../../platform/postgres/database.ts';
import { type AskingDeps, countAsked } from './asking.ts';
import { previewRequest } from './mails.ts';
import { requestForMember, ruleForMember } from './projections.ts';
import * as store from './store.ts';
import { nameReleases } from './subjects.ts';

const tag = 'Testimonials';
const params = Type.Object({ id: Id('trl') });
const kind: EntryKind = { prefix: 'trl', notFound: 'testimonial_rules.not_found', findProjectId: store.findRuleProject };
const member = { by: 'session', role: 'member' } as const;

/** Rules that ask for testimonials, and their requests. */
export const ruleRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  listRulesRoute(app, deps);
  createRuleRoute(app, deps);
  updateRuleRoute(app, deps);
  deleteRuleRoute(app, deps);
  previewRuleRoute(app, deps);
  listRequestsRoute(app, deps);
};

type Deps = AskingDeps & Pick<Mailing, 'linkSecret' | 'publicUrl'>;

function listRulesRoute(app: App, { db }: Deps): void {
  app.get(
    '/rules',
    operation({
      id: 'listTestimonialRules',
      summary: 'List rules for requests',
      description: 'Returns the rules that ask people for testimonials, by name, with the results of their requests.',
      tag,
      access: { by: 'session', role: 'viewer' },
      scopes: ['testimonials:read'],
      query: Type.Object(projectQuery),
      returns: ListOf(Ref(contract.TestimonialRule)),
    }),
    async (request) => wholeList((await store.listRules(db, callerOf(request).project.id)).map(ruleForMember)),
  );
}

function createRuleRoute(app: App, { db }: Deps): void {
  app.post(
    '/rules',
    operation({
      id: 'createTestimonialRule',
      summary: 'Create a rule for requests',
      description:
        'Asks people for a testimonial when they have used a release that they asked for, reached a goal, or found a helpful answer. Each person is asked once a year at most, by all rules together, and never again after declining. People with a testimonial are not asked. With `reminder_days`, people who neither answered nor declined are reminded once. A run every 15 minutes asks up to 100 people.',
      tag,
      access: member,
      scopes: ['testimonials:write'],
      query: Type.Object(projectQuery),
      body: contract.CreateTestimonialRule,
      returns: Ref(contract.TestimonialRule),
      status: 201,
      errors: ['testimonial_rules.name_taken', 'testimonial_rules.limit_reached'],
    }),
    (request, reply) =>
      createOnce({ db, request, reply }, async (tx) => {
        const projectId = callerOf(request).project.id;
        const id = newId();
        const rule = {
          event: null,
          page: null,
          times: null,
          message: null,
          questions: [],
          reminder_days: null,
          enabled: true,
          ...request.body,
        };
        checkRule(rule);
        const problem = await store.insertRule(tx, projectId, { ...rule, id });
        if (problem)
          throw new HttpError(problem === 'taken' ? 'testimonial_rules.name_taken' : 'testimonial_rules.limit_reached');
        return ruleForMember(await getRule(tx, projectId, id));
      }),
  );
}

function updateRuleRoute(app: App, { db }: Deps): void {
  app.patch(
    '/rules/:id',
    operation({
      id: 'updateTestimonialRule',
      summary: 'Update a rule for requests',
      description:
        'Changes the given fields. A goal that is replaced needs the other field as null. Requests that were made remain, so that nobody is asked again by the changed rule within a year.',
      tag,
      access: { ...member, entry: kind },
      scopes: ['testimonials:write'],
      params,
      body: contract.UpdateTestimonialRule,
      returns: Ref(contract.TestimonialRule),
      errors: ['testimonial_rules.name_taken'],
    }),
    async (request) => {
      const { projectId, id } = targetOf(request);
      const rule = { ...(await getRule(db, projectId, id)), ...request.body };
      checkRule(rule);
      if (!(await store.updateRule(db, projectId, rule))) throw new HttpError('testimonial_rules.name_taken');
      return ruleForMember(await getRule(db, projectId, id));
    },
  );
}

function deleteRuleRoute(app: App, { db }: Deps): void {
  app.delete(
    '/rules/:id',
    operation({
      id: 'deleteTestimonialRule',
      summary: 'Delete a rule for requests',
      description: 'Deletes the rule. Its requests remain, so that nobody is asked twice in a year. Recorded in the audit log.',
      tag,
      access: { ...member, entry: kind },
      scopes: ['testimonials:write'],
      params,
      returns: Ref(Ok),
    }),
    async (request) => {
      const { projectId, id } = targetOf(request);
      await transact(db, async (tx) => {
        const deleted = await store.deleteRule(tx, projectId, id);
        if (!deleted) throw new HttpError('testimonial_rules.not_found');
        await recordAudit(tx, {
          projectId,
          actor: actorOf(request),
          action: 'testimonial_rule.deleted',
          target: { id: formatId('trl', id), name: deleted.name },
        });
      });
      return { ok: true };
    },
  );
}

function previewRuleRoute(app: App, deps: Deps): void {
  app.get(
    '/rules/:id/preview',
    operation({
      id: 'previewTestimonialRule',
      summary: 'Preview a rule for requests',
      description:
        'Returns how many people the rule would ask now if it is enabled, and its emails, whose links do nothing. Nothing is sent.',
      tag,
      access: { by: 'session', role: 'viewer', entry: kind },
      scopes: ['testimonials:read'],
      params,
      returns: Ref(contract.TestimonialRulePreview),
    }),
    async (request) => {
      const { projectId, id } = targetOf(request);
      const rule = await getRule(deps.db, projectId, id);
      const people = await countAsked(deps, rule);
      return { people, ...previewRequest(deps, projectOf(request), rule) };
    },
  );
}

function listRequestsRoute(app: App, deps: Deps): void {
  app.get(
    '/requests',
    operation({
      id: 'listTestimonialRequests',
      summary: 'List requests for testimonials',
      description:
        'Returns the people who were asked, newest first, with the reason and what they did. Requests to people who were erased are deleted, and those of a deleted rule have no `rule_id`.',
      tag,
      access: member,
      scopes: ['testimonials:read', 'personal_data:read'],
      query: Type.Object({ ...contract.ListTestimonialRequestsQuery.properties, ...projectQuery }),
      returns: ListOf(Ref(contract.TestimonialRequest)),
    }),
    async (request) => {
      const paging = parsePaging(request);
      const { status, rule_id: rule } = request.query;
      const ruleId = rule === undefined ? undefined : parseId('trl', rule);
      const { project } = callerOf(request);
      const { rows, ...count } = await store.listRequests(deps.db, project.id, { status, ruleId }, paging);
      return buildList((await nameReleases(deps, project.id, rows)).map(requestForMember), count, paging);
    },
  );
}

const targetOf = (request: FastifyRequest) => ({ projectId: sessionOf(request).project.id, id: entryIdOf(request) });

/** @throws {HttpError} 404 */
async function getRule(db: AskingDeps['db'], projectId: string, id: string): Promise<store.Rule & store.RuleResults> {
  const [rule] = await store.listRules(db, projectId, id);
  if (!rule) throw new HttpError('testimonial_rules.not_found');
  return rule;
}

/** @throws {HttpError} 400 for a goal without an event or page, one of another trigger, and a reminder without mail */
function checkRule({ trigger, event, page, times, channel, reminder_days: reminder }: store.RuleFields): void {
  if (reminder !== null && channel !== 'mail')
    throw invalidField('reminder_days', 'conflict', 'reminder_days requires the channel mail');
  const step = [event, page].filter((value) => value !== null);
  if (trigger !== 'goal_reached') {
    for (const [field, value] of Object.entries({ event, page, times }))
      if (value !== null) throw invalidField(field, 'conflict', `${field} must not be combined with the trigger ${trigger}`);
    return;
  }
  if (!step.length) throw invalidField('event', 'required', 'event or page is required for the trigger goal_reached');
  if (step.length > 1) throw invalidField('page', 'conflict', 'page must not be combined with event');
}
