import type { PageSection } from '@earshot/contract/instance/values';
import type { FastifyPluginAsync } from 'fastify';
import { createReadiness, healthRoutes } from '../platform/observe/health.ts';
import { versionRoutes } from '../platform/observe/version.ts';
import { parseAllowedAddresses } from '../platform/outbound/addresses.ts';
import { demoRoutes } from './demo/routes.ts';
import { diagnosticsRoutes } from './diagnostics.ts';
import type { Archives } from './archives/deps.ts';
import { defineExports } from './archives/exports.ts';
import { exportRoutes } from './archives/routes.ts';
import { endUserRoutes } from './end-users/routes.ts';
import { widgetSignInRoutes } from './end-users/widget-routes.ts';
import { directoryRoutes } from './directory/routes.ts';
import { appRoutes } from './identity/apps/routes.ts';
import { identityRoutes } from './identity/routes.ts';
import { serviceAccountRoutes } from './identity/service-account-routes.ts';
import type { Instance } from './instance.ts';
import type { ImportDeps } from './imports/imports.ts';
import { importRoutes } from './imports/routes.ts';
import { inboundMailRoutes } from './mail/inbound/routes.ts';
import { linkActions } from './mail/link-actions.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { dashboardRoutes } from './pages/dashboard.ts';
import { publicPages, type Section } from './pages/public.ts';
import { fontRoutes } from './pages/fonts.ts';
import { scriptRoutes } from './pages/scripts.ts';
import { peopleRoutes } from './people/routes.ts';
import { collectContent, collectNames, collectPersonalData, collectTimeline } from './personal-data.ts';
import { profileRoutes } from './profiles/routes.ts';
import { domainRoutes } from './projects/domain-routes.ts';
import { projectRoutes } from './projects/routes.ts';
import type { Backups } from './recovery/backup/schedule.ts';
import { proposalRoutes } from './proposals/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { subscribeCreator } from './reports/store.ts';
import { reportLinks } from './reports/subscriptions.ts';
import { requestLogRoutes } from './request-log/routes.ts';
import { listReportSections, type Services } from './service.ts';
import { uploadRoutes } from './uploads/routes.ts';
import { createChangeStreams } from './webhooks/change-streams.ts';
import { changesRoutes } from './webhooks/changes-routes.ts';
import { createEventStreams } from './webhooks/event-stream.ts';
import { webhookRoutes } from './webhooks/routes.ts';

interface Options {
  instance: Instance;
  services: Services;
  backups: Backups;
  archives: Archives;
  imports: ImportDeps;
}

/** Routes of everything but the services. */
export const instanceRoutes: FastifyPluginAsync<Options> = async (app, { instance, services, archives, backups, imports }) => {
  const { config, db, clickhouse, directory, identity, domains, webhooks } = instance;
  const { eventStore } = services;
  const readiness = createReadiness({ db, clickhouse, losses: eventStore.findLosses });
  await app.register(healthRoutes, { readiness });
  await app.register(versionRoutes, { config });
  await app.register(diagnosticsRoutes, { ...instance, readiness, backups });
  await app.register(identityRoutes, { prefix: '/v1/auth', identity });
  await app.register(appRoutes, { identity });
  await app.register(profileRoutes, { prefix: '/v1/auth', ...instance });
  const quota = {
    maxOwned: config.EARSHOT_MAX_PROJECTS_PER_USER,
    contact: config.EARSHOT_CONTACT,
    isGuest: identity.isGuest,
  };
  const { findOrInvite, forgetInvited } = identity;
  const { eraseProject } = eventStore;
  const content = collectContent(instance, services);
  await app.register(projectRoutes, {
    prefix: '/v1/projects',
    ...instance,
    quota,
    findOrInvite,
    forgetInvited,
    isMailing: instance.config.SMTP_URL !== undefined,
    eraseProject,
    content,
    onCreated: (tx, projectId, { id }) => subscribeCreator(tx, projectId, id),
  });
  const sections = listReportSections(services);
  await app.register(reportRoutes, { prefix: '/v1/projects', ...instance, sections, findProject: directory.byId });
  await app.register(linkActions, { prefix: '/v1/reports', secret: instance.linkSecret, actions: reportLinks(db) });
  await app.register(demoRoutes, { prefix: '/v1/projects', ...instance, quota, fillServices: services.fillSample });
  await app.register(serviceAccountRoutes, { prefix: '/v1/projects', db, findProject: directory.byId });
  await app.register(requestLogRoutes, { prefix: '/v1/projects', ...instance });
  const people = collectPersonalData(instance, services);
  await app.register(peopleRoutes, { prefix: '/v1/projects', ...instance, ...people });
  const parts = services.all.flatMap(({ endUsers }) => endUsers ?? []);
  await app.register(endUserRoutes, { ...instance, parts, people });
  await app.register(widgetSignInRoutes, { prefix: '/v1/end-users', ...instance, parts });
  await app.register(directoryRoutes, {
    prefix: '/v1',
    ...instance,
    timeline: collectTimeline(services),
    names: collectNames(services),
  });
  const send = defineExports(instance.jobs, { ...archives, log: instance.log });
  await app.register(exportRoutes, { ...instance, files: archives.files, send });
  await app.register(domainRoutes, { prefix: '/v1/domains', domains });
  await app.register(webhookRoutes, {
    prefix: '/v1/webhooks',
    db,
    sender: webhooks,
    streams: createEventStreams(db),
    allowed: parseAllowedAddresses(config),
  });
  await app.register(notificationRoutes, { prefix: '/v1/notifications', ...instance });
  await app.register(inboundMailRoutes, { inboundMail: instance.inboundMail, secret: config.EARSHOT_MAIL_IN_SECRET });
  await app.register(changesRoutes, { prefix: '/v1/webhooks', changes: createChangeStreams(db) });
  await app.register(importRoutes, { prefix: '/v1/imports', deps: imports });
  await app.register(proposalRoutes, {
    prefix: '/v1/proposals',
    db,
    model: instance.languageModel,
    proposers: services.all.flatMap(({ proposers = [] }) => proposers),
  });
  await app.register(uploadRoutes, { prefix: '/v1/uploads', ...instance });
  await app.register(mcpRoutes, instance);
  await app.register(dashboardRoutes, { identity });
  const pageSections = Object.assign({}, ...services.all.map((service) => service.sections)) as Record<PageSection, Section>;
  await app.register(publicPages, { ...instance, sections: pageSections });
  await app.register(scriptRoutes);
  await app.register(fontRoutes);
};
