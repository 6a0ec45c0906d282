import * as contract from '@earshot/contract/instance/reports';
import { grantsScope, READ_SCOPES } from '@earshot/contract/instance/scopes';
import { ROLES } from '@earshot/contract/instance/values';
import { Id, ListOf, Ok, Page, Ref } from '@earshot/contract/shared/common';
import type { Language } from '@earshot/contract/shared/languages';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { actorOf } from '../audit/audit.ts';
import type { Mailing } from '../mail/compose.ts';
import { getProject } from '../projects/projects.ts';
import type { Project } from '../projects/store.ts';
import { memberTexts } from '../texts/texts.ts';
import { roleRequired } from '../../platform/api/authorization.ts';
import { type EntryKind, entryIdOf, projectEntry, sessionOf } from '../../platform/api/credentials.ts';
import { HttpError, invalidField } from '../../platform/api/errors.ts';
import { createOnce } from '../../platform/api/idempotency.ts';
import { buildList, parsePaging } from '../../platform/api/list.ts';
import { type App, operation } from '../../platform/api/operation.ts';
import { requireId } from '../../platform/api/validation.ts';
import { newId } from '../../platform/ids.ts';
import { type Db, transact } from '../../platform/postgres/database.ts';
import { findLastPeriod } from './period.ts';
import { subscriptionForMember } from './projections.ts';
import { buildReport, composeReport, type ReportDeps } from './report.ts';
import { findSubscription, listSubscriptions, type Subscription, updateFrequency, upsertMember } from './store.ts';
import { addAddress, removeSubscription } from './subscriptions.ts';

interface Options extends Mailing, ReportDeps {
  findProject: (id: string) => Promise<{ id: string } | undefined>;
}

type Deps = Options & { viewer: { by: 'session'; role: 'viewer'; entry: EntryKind } };

const tag = 'Projects';
const params = Type.Object({ id: Id('prj') });
const subscriptionParams = Type.Object({ id: Id('prj'), subscription_id: Id('rps') });

/** The weekly and monthly reports of a project, and their recipients. */
export const reportRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const deps: Deps = { ...options, viewer: { by: 'session', role: 'viewer', entry: projectEntry(options.findProject) } };
  previewReportRoute(app, deps);
  sendReportPreviewRoute(app, deps);
  listSubscriptionsRoute(app, deps);
  createSubscriptionRoute(app, deps);
  updateSubscriptionRoute(app, deps);
  deleteSubscriptionRoute(app, deps);
};

const isAdmin = (request: FastifyRequest) => ROLES.indexOf(sessionOf(request).role) >= ROLES.indexOf('admin');

const present = (request: FastifyRequest, subscription: Subscription) =>
  subscriptionForMember(subscription, { hasPersonalData: grantsScope(sessionOf(request).scopes, 'personal_data:read') });

async function buildLast(deps: Deps, projectId: string, frequency: Subscription['frequency']) {
  const project = await getProject(deps.db, projectId);
  return await buildReport(deps, project, findLastPeriod(frequency, project.settings.analytics.timezone, Date.now()));
}

/** Returns the language of the reports to the caller. */
const findUserLanguage = (request: FastifyRequest, { settings }: Project): Language =>
  sessionOf(request).user.language ?? settings.pages.language;

function previewReportRoute(app: App, deps: Deps): void {
  app.get(
    '/:id/report-preview',
    operation({
      id: 'previewReport',
      summary: 'Preview a report',
      description:
        'Returns the email of the report about the last complete week or month, as its recipients get it, apart from the link to unsubscribe. Nothing is sent. A report without activity in its period and the period before is never sent.',
      tag,
      access: deps.viewer,
      scopes: [...READ_SCOPES],
      params,
      query: contract.ReportPreviewQuery,
      returns: Ref(contract.ReportPreview),
    }),
    async (request) => {
      const { frequency = 'weekly' } = request.query;
      const report = await buildLast(deps, entryIdOf(request), frequency);
      const { project, period } = report;
      const language = findUserLanguage(request, project);
      const t = memberTexts(language).report;
      const {
        subject,
        html_body: html,
        text_body: text,
      } = composeReport(deps, report, {
        language,
        cause: '',
        recipient: '',
        footer: t.of(t.names[frequency], project.name),
      });
      const { firstDay: from, lastDay: to, timezone } = period;
      return { subject, html, text, period: { frequency, from, to, timezone } };
    },
  );
}

function sendReportPreviewRoute(app: App, deps: Deps): void {
  app.post(
    '/:id/report-preview/send',
    operation({
      id: 'sendReportPreview',
      summary: 'Send yourself a report',
      description:
        'Sends the report about the last complete week or month to your own address, even if you have not subscribed. Other recipients get nothing.',
      tag,
      access: deps.viewer,
      scopes: [...READ_SCOPES],
      params,
      body: contract.SendReportPreview,
      returns: Ref(Ok),
      limit: 'sensitive',
    }),
    async (request) => {
      const { frequency } = request.body;
      const { email: recipient } = sessionOf(request).user;
      if (!recipient)
        throw new HttpError('validation', { message: 'Your account has no email address, to which the report could be sent' });
      const report = await buildLast(deps, entryIdOf(request), frequency);
      const { project } = report;
      const language = findUserLanguage(request, project);
      const t = memberTexts(language).report;
      const mail = composeReport(deps, report, {
        language,
        cause: `report.preview:${newId()}`,
        recipient,
        footer: t.requested(t.names[frequency], project.name),
      });
      await transact(deps.db, (tx) => deps.sendMails(tx, project.id, [mail]));
      return { ok: true };
    },
  );
}

function listSubscriptionsRoute(app: App, { db, viewer }: Deps): void {
  app.get(
    '/:id/report-subscriptions',
    operation({
      id: 'listReportSubscriptions',
      summary: 'List report subscriptions',
      description:
        'Returns the recipients of the weekly and monthly reports, in the order in which they were added. Only admins see those of others.',
      tag,
      access: viewer,
      scopes: ['projects:read'],
      params,
      query: Type.Object(Page),
      returns: ListOf(Ref(contract.ReportSubscription)),
    }),
    async (request) => {
      const paging = parsePaging(request);
      const userId = isAdmin(request) ? undefined : sessionOf(request).user.id;
      const { rows, ...count } = await listSubscriptions(db, entryIdOf(request), { userId }, paging);
      return buildList(
        rows.map((row) => present(request, row)),
        count,
        paging,
      );
    },
  );
}

function createSubscriptionRoute(app: App, deps: Deps): void {
  app.post(
    '/:id/report-subscriptions',
    operation({
      id: 'createReportSubscription',
      summary: 'Subscribe to reports',
      description:
        'Subscribes you, or with `email` an address outside of the project, which only admins can add and which gets an email to confirm. A project can have 50 such addresses. Repeating the request changes the frequency, and sends an unconfirmed address another email, at most one an hour. Additions of addresses are recorded in the audit log.',
      tag,
      access: deps.viewer,
      scopes: ['projects:write'],
      params,
      body: contract.CreateReportSubscription,
      returns: Ref(contract.ReportSubscription),
      status: 201,
      errors: ['auth.role_required', 'report_subscriptions.limit_exceeded'],
      limit: 'sensitive',
    }),
    (request, reply) =>
      createOnce({ db: deps.db, request, reply }, async (tx) => {
        const { email, frequency = 'weekly' } = request.body;
        const { role, user } = sessionOf(request);
        const project = await getProject(tx, entryIdOf(request));
        if (email !== undefined && !isAdmin(request)) throw roleRequired('admin', role);
        if (email === undefined && (user.is_service_account || user.email === null))
          throw invalidField('email', 'required', 'email is required because your account has no email address');
        const id =
          email === undefined
            ? await upsertMember(tx, project.id, { userId: user.id, frequency })
            : await transact(tx, (inner) => addAddress(deps, inner, { project, email, frequency, actor: actorOf(request) }));
        return present(request, (await findSubscription(tx, project.id, id)) as Subscription);
      }),
  );
}

function updateSubscriptionRoute(app: App, { db, viewer }: Deps): void {
  app.patch(
    '/:id/report-subscriptions/:subscription_id',
    operation({
      id: 'updateReportSubscription',
      summary: 'Update a report subscription',
      description: 'Changes the frequency, which applies to the next report. Only admins can change the subscriptions of others.',
      tag,
      access: viewer,
      scopes: ['projects:write'],
      params: subscriptionParams,
      body: contract.UpdateReportSubscription,
      returns: Ref(contract.ReportSubscription),
      errors: ['report_subscriptions.not_found'],
    }),
    async (request) => {
      const { project_id: projectId, id } = await getVisible(db, request, request.params.subscription_id);
      await updateFrequency(db, projectId, id, request.body.frequency);
      return present(request, await getVisible(db, request, request.params.subscription_id));
    },
  );
}

function deleteSubscriptionRoute(app: App, { db, viewer }: Deps): void {
  app.delete(
    '/:id/report-subscriptions/:subscription_id',
    operation({
      id: 'deleteReportSubscription',
      summary: 'Delete a report subscription',
      description:
        'The recipient gets no more reports. Only admins can delete subscriptions of others. Deletions of addresses outside of the project are recorded in the audit log.',
      tag,
      access: viewer,
      scopes: ['projects:write'],
      params: subscriptionParams,
      returns: Ref(Ok),
      errors: ['report_subscriptions.not_found'],
    }),
    async (request) => {
      await removeSubscription(db, await getVisible(db, request, request.params.subscription_id), actorOf(request));
      return { ok: true };
    },
  );
}

/** Returns a subscription that the caller may see and change. @throws {HttpError} 404 */
async function getVisible(db: Db, request: FastifyRequest, text: string): Promise<Subscription> {
  const id = requireId('rps', text, 'report_subscriptions.not_found');
  const subscription = await findSubscription(db, entryIdOf(request), id);
  if (!subscription || (!isAdmin(request) && subscription.user_id !== sessionOf(request).user.id))
    throw new HttpError('report_subscriptions.not_found');
  return subscription;
}
