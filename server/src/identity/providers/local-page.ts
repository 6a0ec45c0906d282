import { createHash } from 'node:crypto';
import { escapeHtml } from '../../html/escape.ts';

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1c1b22, #f3f1ec); --paper: light-dark(#fbfaf7, #17161b); --edge: light-dark(#c9c5bb, #4a4852);
  --accent: light-dark(#3a2fb8, #b3abff); --on-accent: light-dark(#fff, #17161b); --bad: light-dark(#b00020, #ff9aa8); }
body { margin: 0; font: 1.0625rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
main { max-width: 24rem; margin: 18vh auto 0; padding: 0 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 0 0 .25rem; }
form { display: grid; gap: .5rem; margin-top: 1.5rem; }
label { font-weight: 600; }
input, button { font: inherit; padding: .65rem .8rem; border-radius: .5rem; }
input { color: inherit; background: transparent; border: 1px solid var(--edge); }
button { margin-top: .5rem; border: 0; background: var(--accent); color: var(--on-accent); font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.problem { color: var(--bad); margin: 0; }
`;

// No form-action: browsers apply it to redirects after the form too, which lead to a port that is unknown here.
export const LOCAL_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`,
};

/** The sign-in page of the local provider, which asks for an email address. */
export function localSignInPage({ problem, email = '' }: { problem?: string; email?: string }): string {
  const isInvalid = problem ? ' aria-invalid="true" aria-describedby="problem"' : '';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in · Earshot on this machine</title>
<style>${STYLE}</style>
<main>
<h1>Sign in on this machine</h1>
<p>Earshot runs locally and accepts any email address. Public servers use your identity provider instead.</p>
<form method="post">
<label for="email">Email address</label>
<input id="email" name="email" type="email" autocomplete="email" required autofocus maxlength="254" value="${escapeHtml(email)}"${isInvalid}>
${problem ? `<p class="problem" id="problem" role="alert">${escapeHtml(problem)}</p>` : ''}
<button>Sign in</button>
</form>
</main>
</html>`;
}
