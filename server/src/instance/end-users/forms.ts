import { emailInput } from '../../platform/html/email-input.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { renderBreadcrumbs, renderHead, type Site, type SitePage, TRAP } from '../../platform/html/site.ts';
import type { EndUserSession } from '../projects/caller.ts';
import type { Project } from '../projects/store.ts';
import { CODE_MINUTES } from './codes.ts';
import type { AccountList } from './parts.ts';

const renderProblem = (problem: string | undefined) =>
  problem && html`<p class="problem" id="problem" role="alert">${problem}</p>`;
const describedBy = (problem: string | undefined) => problem && html` aria-invalid="true" aria-describedby="problem"`;

interface SignInForm {
  site: Site;
  project: Project;
  /** Path at which the visitor continues. */
  returnTo: string;
  mailsCodes: boolean;
  email?: string | undefined;
  problem?: string | undefined;
}

/** The page on which visitors choose how to sign in. */
export function signInPage({ site, project, returnTo, mailsCodes, email = '', problem }: SignInForm): SitePage {
  const url = buildProductUrl(project, site, returnTo);
  const link = url && html`<a class="button" href="${url}" rel="nofollow">Sign in with ${site.name}</a>`;
  const form = html`<form method="post" action="${site.base}/sign-in">
<label for="email">Email address</label><input id="email" name="email" ${emailInput} required value="${email}"${describedBy(problem)}>
<input type="hidden" name="return_to" value="${returnTo}">${TRAP}<button${url ? html` class="quiet"` : ''}>Email me a code</button></form>`;
  const ways = link || mailsCodes ? html`${link}${link && mailsCodes && html`<p class="or">or</p>`}${mailsCodes && form}` : '';
  return toPage(
    'Sign in',
    html`<h1>Sign in to ${site.name}</h1>
<p>${ways ? 'Vote, comment and see your entries on every device.' : html`Signing in is not available on this site. <a href="${returnTo}">Go back</a>`}</p>
${renderProblem(problem)}${ways}
${mailsCodes && html`<p class="meta">No password is needed. A cookie keeps you signed in on this site.</p>`}`,
  );
}

/** Returns the URL of the product that signs in its users, and the page to which it returns them. */
function buildProductUrl({ settings }: Project, { url: siteUrl, base }: Site, returnTo: string): string | undefined {
  if (!settings.pages.sign_in_url) return undefined;
  const url = new URL(settings.pages.sign_in_url);
  url.searchParams.set('return_to', siteUrl + returnTo.slice(base.length));
  return url.href;
}

interface CodeForm {
  site: Site;
  attempt: string;
  email: string;
  returnTo: string;
  problem?: string | undefined;
}

/** The page on which visitors enter the mailed code. */
export const codePage = ({ site, attempt, email, returnTo, problem }: CodeForm): SitePage =>
  toPage(
    'Enter the code',
    html`<h1>Check your inbox</h1>
<p>We sent a code of six digits to <strong>${email}</strong>. It is valid for ${CODE_MINUTES} minutes.</p>
${renderProblem(problem)}
<form method="post" action="${site.base}/sign-in/code">
<label for="code">Code</label><input id="code" class="digits" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required autofocus${describedBy(problem)}>
<input type="hidden" name="attempt" value="${attempt}"><input type="hidden" name="email" value="${email}"><input type="hidden" name="return_to" value="${returnTo}"><button>Sign in</button></form>
<form method="post" action="${site.base}/sign-in"><input type="hidden" name="email" value="${email}"><input type="hidden" name="return_to" value="${returnTo}"><button class="quiet">Send a new code</button></form>
<p class="meta"><a href="${site.base}/sign-in?return_to=${encodeURIComponent(returnTo)}">Use another address</a></p>`,
  );

const toPage = (title: string, content: Html): SitePage => ({
  title,
  description: '',
  path: '/sign-in',
  content: html`<div class="card sign-in">${content}</div>`,
});

/** The page with what a person did, and with the settings of the person. */
export function accountPage(
  { site, session, message }: { site: Site; session: EndUserSession; message?: string | undefined },
  lists: AccountList[],
): SitePage {
  const { name, email, userId } = session;
  const identity = email ?? `Signed in with ${site.name}`;
  const signOut = html`<form method="post" action="${site.base}/sign-out"><button class="quiet">Sign out</button></form>`;
  // The name of users of the product is in their signed token.
  const profile =
    userId === null
      ? html`<form method="post" action="${site.base}/account"><label for="name">Name, shown with your entries and comments</label><input id="name" dir="auto" name="name" maxlength="100" autocomplete="name" value="${name ?? ''}"><button class="quiet">Save name</button></form>`
      : html`<p>Your name${name ? html`, <strong dir="auto">${name}</strong>,` : ''} comes from your account at ${site.name}.</p>`;
  return {
    title: 'Your account',
    description: '',
    path: '/account',
    content: html`${renderHead('Your account', identity, signOut)}${message && html`<p class="done" role="status">${message}</p>`}
<div class="home">${lists.map(({ title, items, empty }) => html`<section class="card"><h2>${title}</h2>${items.length ? html`<ul>${items.map((item) => html`<li class="entry">${item}</li>`)}</ul>` : html`<p class="meta">${empty}</p>`}</section>`)}
<section class="card"><h2>Profile</h2>${profile}</section>
<section class="card${lists.length % 2 ? ' wide' : ''}"><h2>Your data</h2><p>Erase your entries, comments, votes, subscriptions and everything else that ${site.name} stores about you here.</p><p><a class="button quiet" href="${site.base}/account/erase">Erase my data…</a></p></section></div>`,
  };
}

/** The page that asks for confirmation of an erasure. */
export const erasePage = ({ site, session, problem }: { site: Site; session: EndUserSession; problem?: string }): SitePage => ({
  title: 'Erase your data',
  description: '',
  path: '/account/erase',
  content: html`${renderBreadcrumbs([{ href: `${site.base}/account`, label: 'Your account' }])}<div class="measure">${renderHead('Erase your data', `This deletes what ${site.name} stores about ${session.email ?? 'you'}, and can’t be undone.`)}
<div class="prose"><ul><li>Your comments, subscriptions, sign-ups, emails and other records are deleted.</li>
<li>Your entries are deleted. Entries that other people voted for, commented on or follow remain without your name.</li>
<li>Your votes remain counted without your name.</li>
<li>Visits and events of ${session.userId === null ? 'your address' : 'your account'} are deleted.</li></ul></div>
${renderProblem(problem)}<form method="post" action="${site.base}/account/erase"><label class="check"><input type="checkbox" name="confirm" required><span>Erase everything about me</span></label><button>Erase my data</button></form></div>`,
});

/** The page after an erasure or a sign-out. */
export const endPage = (site: Site, title: string, text: string): SitePage => ({
  title,
  description: '',
  path: '/account',
  content: html`${renderHead(title, text)}<p><a href="${site.base || '/'}">Go to ${site.name}</a></p>`,
});
