import { createHash } from 'node:crypto';
import { emailInput } from '../../../platform/html/email-input.ts';
import { html, raw } from '../../../platform/html/html.ts';

// The colors and sizes of the dashboard (dashboard/src/styles), whose sign-in page leads here.
const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1b1c22, #ecedf1); --soft: light-dark(#5b5e6a, #a4a8b5); --side: light-dark(#f7f7f9, #111215);
  --raised: light-dark(#fff, #1f2026); --edge: light-dark(#e3e4ea, #2e3038); --field-edge: light-dark(#888c99, #737784);
  --accent: light-dark(#3a2fb8, #b3abff); --on-accent: light-dark(#fff, #16171b); --bad: light-dark(#b00020, #ff9aa8); }
* { box-sizing: border-box; }
body { margin: 0; padding: 0 1rem; font: .9375rem/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; color: var(--ink); background: var(--side); }
main { display: grid; gap: 1rem; max-width: 26rem; margin: 12vh auto 3rem; padding: 2rem; border: 1px solid var(--edge); border-radius: 14px;
  background: var(--raised); box-shadow: 0 1px 2px rgb(0 0 0 / 8%), 0 8px 28px rgb(0 0 0 / 16%); }
h1 { font-size: 1.375rem; line-height: 1.25; letter-spacing: -.01em; margin: 0; }
p { margin: 0; }
.brand { font-size: 1.125rem; font-weight: 700; }
.brand span { color: var(--accent); }
.soft { color: var(--soft); }
form { display: grid; gap: .4rem; }
label { font-weight: 550; font-size: .875rem; }
input, button { font: inherit; min-height: 2.75rem; padding: .45rem .8rem; border-radius: 7px; }
input { width: 100%; color: inherit; background: transparent; border: 1px solid var(--field-edge); }
button { margin-top: .6rem; border: 0; background: var(--accent); color: var(--on-accent); font-weight: 550; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.problem { color: var(--bad); }
`;

// No form-action: browsers apply it to redirects after the form too, which lead to a port that is unknown here.
export const LOCAL_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`,
};

/** The sign-in page of the local provider, which asks for an email address. */
export function localSignInPage({ problem, email = '' }: { problem?: string; email?: string }): string {
  const attributes = problem ? html` aria-invalid="true" aria-describedby="problem"` : undefined;
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in · Earshot on this machine</title>
<style>${raw(STYLE)}</style>
<main>
<p class="brand">Earshot<span>.</span></p>
<h1>Sign in on this machine</h1>
<p class="soft">Earshot runs locally and accepts any email address. Public servers ask for a passkey, a mailed code or your identity provider.</p>
<form method="post">
<label for="email">Email address</label>
<input id="email" name="email" ${emailInput} required autofocus value="${email}"${attributes}>
${problem ? html`<p class="problem" id="problem" role="alert">${problem}</p>` : ''}
<button>Sign in</button>
</form>
</main>
</html>`.markup;
}
