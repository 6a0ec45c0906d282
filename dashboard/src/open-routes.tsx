import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import { readReportQuery } from './analytics/report-query.ts';
import { lazily } from './lazy.tsx';
import { readSignIn } from './route-search.ts';
import { Crash } from './shell/crash.tsx';
import { parseText, withoutEmpty } from './ui/search.ts';
import { NotFound } from './ui/state.tsx';

export const root = createRootRoute({ component: Outlet, errorComponent: Crash, notFoundComponent: () => <NotFound /> });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readSignIn,
  component: lazily(() => import('./session/sign-in-page.tsx'), 'SignInPage'),
});

const accountSignIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/account',
  validateSearch: ({ request }: Record<string, unknown>): { request?: string } => withoutEmpty({ request: parseText(request) }),
  component: lazily(() => import('./session/account-sign-in-page.tsx'), 'AccountSignInPage'),
});

const linkPage = lazily(() => import('./session/link-page.tsx'), 'LinkPage');
const setup = createRoute({ getParentRoute: () => root, path: '/setup', component: linkPage });
const recover = createRoute({ getParentRoute: () => root, path: '/recover', component: linkPage });

const shared = createRoute({
  getParentRoute: () => root,
  path: '/share/$link',
  validateSearch: readReportQuery,
  component: lazily(() => import('./analytics/shared-page.tsx'), 'SharedPage'),
});

const embedded = createRoute({
  getParentRoute: () => root,
  path: '/embed/$link',
  validateSearch: (search) => withoutEmpty({ ...readReportQuery(search), theme: parseText(search.theme) }),
  component: lazily(() => import('./analytics/shared-page.tsx'), 'EmbeddedPage'),
});

/** Routes for people who are not signed in. */
export const openRoutes = [signIn, accountSignIn, setup, recover, shared, embedded] as const;
