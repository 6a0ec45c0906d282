import { emailInput } from '../../platform/html/email-input.ts';
import { fillHtml, type Html, html } from '../../platform/html/html.ts';
import { renderBreadcrumbs, renderHead, type Site, type SitePage, renderTrap } from '../../platform/html/site.ts';
import { commonTexts } from '../../platform/html/texts/texts.ts';
import type { EndUserSession } from '../projects/caller.ts';
import type { Project } from '../projects/store.ts';
import { CODE_MINUTES } from './codes.ts';
import { endUserTexts } from './texts/texts.ts';
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
  const t = endUserTexts(site.language);
  const { email: emailLabel, signIn } = commonTexts(site.language);
  const url = buildProductUrl(project, site, returnTo);
  const link = url && html`<a class="button" href="${url}" rel="nofollow">${t.signInWith(site.name)}</a>`;
  const form = html`<form method="post" action="${site.base}/sign-in">
<label for="email">${emailLabel}</label><input id="email" name="email" ${emailInput} required value="${email}"${describedBy(problem)}>
<input type="hidden" name="return_to" value="${returnTo}">${renderTrap(site)}<button${url ? html` class="quiet"` : ''}>${t.mailCode}</button></form>`;
  const ways =
    link || mailsCodes ? html`${link}${link && mailsCodes && html`<p class="or">${t.or}</p>`}${mailsCodes && form}` : '';
  return toPage(
    signIn,
    html`<h1>${t.signInTo(site.name)}</h1>
<p>${ways ? t.purpose : html`${t.unavailable} <a href="${returnTo}">${t.back}</a>`}</p>
${renderProblem(problem)}${ways}
${mailsCodes && html`<p class="meta">${t.cookie}</p>`}`,
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
export function codePage({ site, attempt, email, returnTo, problem }: CodeForm): SitePage {
  const t = endUserTexts(site.language);
  return toPage(
    t.enterCode,
    html`<h1>${t.checkInbox}</h1>
<p>${fillHtml(t.codeSent(CODE_MINUTES), { email: html`<strong>${email}</strong>` })}</p>
${renderProblem(problem)}
<form method="post" action="${site.base}/sign-in/code">
<label for="code">${t.code}</label><input id="code" class="digits" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required autofocus${describedBy(problem)}>
<input type="hidden" name="attempt" value="${attempt}"><input type="hidden" name="email" value="${email}"><input type="hidden" name="return_to" value="${returnTo}"><button>${commonTexts(site.language).signIn}</button></form>
<form method="post" action="${site.base}/sign-in"><input type="hidden" name="email" value="${email}"><input type="hidden" name="return_to" value="${returnTo}"><button class="quiet">${t.newCode}</button></form>
<p class="meta"><a href="${site.base}/sign-in?return_to=${encodeURIComponent(returnTo)}">${t.otherAddress}</a></p>`,
  );
}

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
  const t = endUserTexts(site.language);
  const { name, email, userId } = session;
  const identity = email ?? t.signedInWith(site.name);
  const signOut = html`<form method="post" action="${site.base}/sign-out"><button class="quiet">${t.signOut}</button></form>`;
  // The name of users of the product is in their signed token.
  const profile =
    userId === null
      ? html`<form method="post" action="${site.base}/account"><label for="name">${t.nameHint}</label><input id="name" dir="auto" name="name" maxlength="100" autocomplete="name" value="${name ?? ''}"><button class="quiet">${t.saveName}</button></form>`
      : html`<p>${name ? fillHtml(t.foreignName(site.name), { name: html`<strong dir="auto">${name}</strong>` }) : t.foreignNameless(site.name)}</p>`;
  return {
    title: t.account,
    description: '',
    path: '/account',
    content: html`${renderHead(t.account, identity, signOut)}${message && html`<p class="done" role="status">${message}</p>`}
<div class="home">${lists.map(({ title, items, empty }) => html`<section class="card"><h2>${title}</h2>${items.length ? html`<ul>${items.map((item) => html`<li class="entry">${item}</li>`)}</ul>` : html`<p class="meta">${empty}</p>`}</section>`)}
<section class="card"><h2>${t.profile}</h2>${profile}</section>
<section class="card${lists.length % 2 ? ' wide' : ''}"><h2>${t.data}</h2><p>${t.dataText(site.name)}</p><p><a class="button quiet" href="${site.base}/account/erase">${t.eraseLink}</a></p></section></div>`,
  };
}

/** The page that asks for confirmation of an erasure. */
export function erasePage({ site, session, problem }: { site: Site; session: EndUserSession; problem?: string }): SitePage {
  const t = endUserTexts(site.language);
  const items = [...t.erased, session.userId === null ? t.erasedVisits : t.erasedAccount];
  return {
    title: t.erase,
    description: '',
    path: '/account/erase',
    content: html`${renderBreadcrumbs(site, [{ href: `${site.base}/account`, label: t.account }])}<div class="measure">${renderHead(t.erase, t.eraseText(site.name, session.email))}
<div class="prose"><ul>${items.map((item) => html`<li>${item}</li>`)}</ul></div>
${renderProblem(problem)}<form method="post" action="${site.base}/account/erase"><label class="check"><input type="checkbox" name="confirm" required><span>${t.eraseConfirm}</span></label><button>${t.eraseNow}</button></form></div>`,
  };
}

/** The page after an erasure or a sign-out. */
export const endPage = (site: Site, title: string, text: string): SitePage => ({
  title,
  description: '',
  path: '/account',
  content: html`${renderHead(title, text)}<p><a href="${site.base || '/'}">${commonTexts(site.language).goTo(site.name)}</a></p>`,
});
