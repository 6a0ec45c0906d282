import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { type ReportQuery, readReportQuery } from './analytics/report-query.ts';
import { queryClient } from './api.ts';
import { readFilters as readChangelogFilters, readSubscriberFilters } from './changelog/filters.ts';
import { readListState } from './feedback/filters.ts';
import { readFilters as readNotificationFilters } from './notifications/filters.ts';
import type { Filters as PeopleFilters } from './people/directory/filters.ts';
import { lazily } from './lazy.tsx';
import { openRoutes, root } from './open-routes.tsx';
import { lastProject, projectsQuery } from './projects/projects.ts';
import { restoreSession } from './session/session.ts';
import { Crash } from './shell/crash.tsx';
import { PlainLayout } from './shell/plain-layout.tsx';
import { ProjectLayout } from './shell/project-layout.tsx';
import { readFilters as readTestimonialFilters } from './testimonials/filters.ts';
import { type ListSearch, typed } from './route-search.ts';
import { parseText, withoutEmpty } from './ui/search.ts';
import { NotFound } from './ui/state.tsx';
import { readFilters as readWaitlistFilters } from './waitlist/filters.ts';

/** Routes that require a signed-in user. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  beforeLoad: async ({ location }) => {
    if (!(await restoreSession())) throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { to: location.href } });
  },
});

const home = createRoute({
  getParentRoute: () => app,
  path: '/',
  beforeLoad: async () => {
    const project = lastProject(await queryClient.ensureQueryData(projectsQuery));
    throw project
      ? redirect({ to: '/projects/$slug', params: { slug: project.slug }, replace: true })
      : redirect({ to: '/projects/new', replace: true });
  },
});

const plain = createRoute({ getParentRoute: () => app, id: 'plain', component: PlainLayout });

const device = createRoute({
  getParentRoute: () => plain,
  path: '/device',
  validateSearch: ({ user_code }: Record<string, unknown>): { user_code?: string } =>
    withoutEmpty({ user_code: parseText(user_code) }),
  component: lazily(() => import('./session/device-page.tsx'), 'DevicePage'),
});

const authorize = createRoute({
  getParentRoute: () => plain,
  path: '/authorize',
  validateSearch: ({ request }: Record<string, unknown>): { request?: string } => withoutEmpty({ request: parseText(request) }),
  component: lazily(() => import('./session/authorize-page.tsx'), 'AuthorizePage'),
});

const account = createRoute({
  getParentRoute: () => plain,
  path: '/account',
  component: lazily(() => import('./account/account-page.tsx'), 'AccountPage'),
});

const newProject = createRoute({
  getParentRoute: () => plain,
  path: '/projects/new',
  component: lazily(() => import('./projects/new-project.tsx'), 'NewProject'),
});

const project = createRoute({
  getParentRoute: () => app,
  path: '/projects/$slug',
  component: ProjectLayout,
  notFoundComponent: () => <NotFound />,
});

const start = createRoute({
  getParentRoute: () => project,
  path: '/',
  component: lazily(() => import('./projects/first-steps/first-steps.tsx'), 'FirstSteps'),
});

const notifications = createRoute({
  getParentRoute: () => project,
  path: '/notifications',
  validateSearch: readNotificationFilters,
  component: lazily(() => import('./notifications/notifications-page.tsx'), 'NotificationsPage'),
});

const inbox = createRoute({
  getParentRoute: () => project,
  path: '/feedback',
  validateSearch: readListState,
  component: lazily(() => import('./feedback/inbox.tsx'), 'Inbox'),
});

const board = createRoute({
  getParentRoute: () => project,
  path: '/feedback/board',
  component: lazily(() => import('./feedback/board.tsx'), 'Board'),
});

const entry = createRoute({
  getParentRoute: () => project,
  path: '/feedback/$id',
  component: lazily(() => import('./feedback/entry/entry.tsx'), 'Entry'),
});

const waitlist = createRoute({
  getParentRoute: () => project,
  path: '/waitlist',
  validateSearch: readWaitlistFilters,
  component: lazily(() => import('./waitlist/waitlist-page.tsx'), 'WaitlistPage'),
});

const broadcastsPage = lazily(() => import('./waitlist/broadcasts/broadcasts-page.tsx'), 'BroadcastsPage');
const waitlistBroadcasts = createRoute({
  getParentRoute: () => project,
  path: '/waitlist/broadcasts',
  component: broadcastsPage,
});

const people = createRoute({
  getParentRoute: () => project,
  path: '/people',
  validateSearch: typed<PeopleFilters>,
  component: lazily(() => import('./people/directory/people-page.tsx'), 'PeoplePage'),
});

const person = createRoute({
  getParentRoute: () => project,
  path: '/people/$id',
  component: lazily(() => import('./people/directory/person-page.tsx'), 'PersonPage'),
});

const companiesModule = () => import('./people/companies/companies.tsx');
const companies = createRoute({
  getParentRoute: () => project,
  path: '/people/companies',
  component: lazily(companiesModule, 'CompaniesPage'),
});

const company = createRoute({
  getParentRoute: () => project,
  path: '/people/companies/$id',
  component: lazily(companiesModule, 'CompanyPage'),
});

const outcomes = createRoute({
  getParentRoute: () => project,
  path: '/outcomes',
  component: lazily(() => import('./outcomes/outcomes-page.tsx'), 'OutcomesPage'),
});

const testimonials = createRoute({
  getParentRoute: () => project,
  path: '/testimonials',
  validateSearch: readTestimonialFilters,
  component: lazily(() => import('./testimonials/queue.tsx'), 'Queue'),
});

const wall = createRoute({
  getParentRoute: () => project,
  path: '/testimonials/wall',
  component: lazily(() => import('./testimonials/wall.tsx'), 'Wall'),
});

const testimonialRequests = createRoute({
  getParentRoute: () => project,
  path: '/testimonials/requests',
  component: lazily(() => import('./testimonials/requests.tsx'), 'Requests'),
});

const changelog = createRoute({
  getParentRoute: () => project,
  path: '/changelog',
  validateSearch: readChangelogFilters,
  component: lazily(() => import('./changelog/entries.tsx'), 'Entries'),
});

const subscribers = createRoute({
  getParentRoute: () => project,
  path: '/changelog/subscribers',
  validateSearch: readSubscriberFilters,
  component: lazily(() => import('./changelog/subscribers.tsx'), 'Subscribers'),
});

const newEntry = createRoute({
  getParentRoute: () => project,
  path: '/changelog/new',
  // The entry, once it was created.
  validateSearch: ({ entry: id }: Record<string, unknown>): { entry?: string } => withoutEmpty({ entry: parseText(id) }),
  component: lazily(() => import('./changelog/editor.tsx'), 'NewEntryEditor'),
});

const editor = createRoute({
  getParentRoute: () => project,
  path: '/changelog/$id',
  component: lazily(() => import('./changelog/editor.tsx'), 'Editor'),
});

const funnel = createRoute({
  getParentRoute: () => project,
  path: '/analytics/funnel',
  validateSearch: readReportQuery,
  component: lazily(() => import('./analytics/funnels/funnel-page.tsx'), 'FunnelPage'),
});

const retention = createRoute({
  getParentRoute: () => project,
  path: '/analytics/retention',
  validateSearch: readReportQuery,
  component: lazily(() => import('./analytics/retention.tsx'), 'Retention'),
});

const paths = createRoute({
  getParentRoute: () => project,
  path: '/analytics/paths',
  validateSearch: readReportQuery,
  component: lazily(() => import('./analytics/paths/paths-page.tsx'), 'PathsPage'),
});

const realtime = createRoute({
  getParentRoute: () => project,
  path: '/analytics/realtime',
  validateSearch: readReportQuery,
  component: lazily(() => import('./analytics/realtime/realtime-page.tsx'), 'RealtimePage'),
});

const users = createRoute({
  getParentRoute: () => project,
  path: '/analytics/users',
  validateSearch: typed<ReportQuery & ListSearch>,
  component: lazily(() => import('./analytics/users/users-page.tsx'), 'UsersPage'),
});

const segments = createRoute({
  getParentRoute: () => project,
  path: '/analytics/segments',
  validateSearch: readReportQuery,
  component: lazily(() => import('./analytics/segments/comparison-page.tsx'), 'SegmentComparison'),
});

const alerts = createRoute({
  getParentRoute: () => project,
  path: '/analytics/alerts',
  validateSearch: readReportQuery,
  component: lazily(() => import('./analytics/alerts/alerts-page.tsx'), 'AlertsPage'),
});

const settings = createRoute({
  getParentRoute: () => project,
  path: '/settings',
  beforeLoad: ({ params: { slug } }) => {
    throw redirect({ to: '/projects/$slug/settings/$section', params: { slug, section: 'general' }, replace: true });
  },
});

const settingsSection = createRoute({
  getParentRoute: () => project,
  path: '/settings/$section',
  component: lazily(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
});

const analytics = createRoute({
  getParentRoute: () => project,
  path: '/analytics',
  validateSearch: readReportQuery,
  component: lazily(() => import('./analytics/analytics-page.tsx'), 'AnalyticsPage'),
});

const indexes = createRoute({
  getParentRoute: () => project,
  path: '/help',
  component: lazily(() => import('./knowledge-base/indexes.tsx'), 'Indexes'),
});

const documents = createRoute({
  getParentRoute: () => project,
  path: '/help/$index',
  component: lazily(() => import('./knowledge-base/documents.tsx'), 'Documents'),
});

const articleOrder = createRoute({
  getParentRoute: () => project,
  path: '/help/$index/order',
  component: lazily(() => import('./knowledge-base/article-order.tsx'), 'ArticleOrder'),
});

const document = createRoute({
  getParentRoute: () => project,
  path: '/help/$index/documents/$document',
  validateSearch: ({
    title,
    copy,
    cluster,
    created,
  }: Record<string, unknown>): { title?: string; copy?: string; cluster?: string; created?: string } =>
    withoutEmpty({
      title: parseText(title),
      copy: parseText(copy),
      cluster: parseText(cluster),
      created: parseText(created),
    }),
  component: lazily(() => import('./knowledge-base/document-page.tsx'), 'DocumentPage'),
});

const searchConsole = createRoute({
  getParentRoute: () => project,
  path: '/help/$index/search',
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } => withoutEmpty({ q: parseText(q) }),
  component: lazily(() => import('./knowledge-base/search-console.tsx'), 'SearchConsole'),
});

const insightsPage = lazily(() => import('./knowledge-base/insights.tsx'), 'Insights');
const insights = createRoute({ getParentRoute: () => project, path: '/help/$index/insights', component: insightsPage });

const indexSettingsPage = lazily(() => import('./knowledge-base/index-settings.tsx'), 'IndexSettings');
const indexSettings = createRoute({ getParentRoute: () => project, path: '/help/$index/settings', component: indexSettingsPage });

const tree = root.addChildren([
  ...openRoutes,
  app.addChildren([
    home,
    plain.addChildren([device, authorize, account, newProject]),
    project.addChildren([
      start,
      notifications,
      inbox,
      board,
      entry,
      waitlist,
      waitlistBroadcasts,
      people,
      person,
      companies,
      company,
      outcomes,
      testimonials,
      wall,
      testimonialRequests,
      changelog,
      subscribers,
      newEntry,
      editor,
      indexes,
      documents,
      articleOrder,
      document,
      searchConsole,
      insights,
      indexSettings,
      analytics,
      funnel,
      retention,
      paths,
      realtime,
      users,
      segments,
      alerts,
      settings,
      settingsSection,
    ]),
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  // Hovering a link preloads the code of its page.
  defaultPreload: 'intent',
  defaultErrorComponent: Crash,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
