// Signing in from a page: OAuth 2.0 code + PKCE against this instance. Tokens stay in this browser until sign-out.
const TOKENS = 'earshot.tokens';
const PENDING = 'earshot.sign-in';

const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

const readTokens = () => JSON.parse(localStorage.getItem(TOKENS) ?? 'null');
const keepTokens = ({ access_token, refresh_token, expires_in }) =>
  localStorage.setItem(TOKENS, JSON.stringify({ access_token, refresh_token, expires_at: Date.now() + expires_in * 1000 }));

async function post(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { ok: response.ok, body: await response.json() };
}

/** Leaves for the provider; comes back to this page. */
export async function signIn(provider) {
  const verifier = random();
  const state = random();
  sessionStorage.setItem(PENDING, JSON.stringify({ verifier, state }));
  const challenge = base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
  const query = new URLSearchParams({
    provider,
    code_challenge: challenge,
    state,
    return_to: location.pathname + location.search,
  });
  location.assign(`/v1/auth/login?${query}`);
}

/** Takes what the provider's redirect brought. Answers what went wrong, if anything did. */
export async function finishSignIn() {
  const url = new URL(location.href);
  const [code, state, error] = ['code', 'state', 'error'].map((name) => url.searchParams.get(name));
  if (!code && !error) return undefined;
  const description = url.searchParams.get('error_description');
  for (const name of ['code', 'state', 'error', 'error_description']) url.searchParams.delete(name);
  history.replaceState(null, '', url);
  const pending = JSON.parse(sessionStorage.getItem(PENDING) ?? 'null');
  sessionStorage.removeItem(PENDING);
  if (error) return `${description ?? 'The sign-in did not succeed'}.`;
  if (!pending || pending.state !== state) return 'This sign-in was not begun here. Please begin again.';
  const { ok, body } = await post('/v1/auth/token', { grant_type: 'authorization_code', code, code_verifier: pending.verifier });
  if (!ok) return 'The sign-in has expired. Please begin again.';
  keepTokens(body);
  return undefined;
}

/** A token that is still good, refreshed when need be. One tab at a time: a refresh token is good for one use. */
async function accessToken() {
  return await navigator.locks.request(TOKENS, async () => {
    const tokens = readTokens();
    if (!tokens || tokens.expires_at - 30_000 > Date.now()) return tokens?.access_token;
    const { ok, body } = await post('/v1/auth/token', { grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
    if (ok) keepTokens(body);
    else localStorage.removeItem(TOKENS);
    return readTokens()?.access_token;
  });
}

/** Calls the API as whoever is signed in. Answers null when nobody is. @throws Error with the API's sentence */
export async function api(method, path, body) {
  const token = await accessToken();
  if (!token) return null;
  const response = await fetch(path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  if (response.status === 401) {
    localStorage.removeItem(TOKENS);
    return null;
  }
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

export async function signOut() {
  const tokens = readTokens();
  localStorage.removeItem(TOKENS);
  if (tokens) await post('/v1/auth/revoke', { token: tokens.refresh_token });
}

/** Fills `element` with a button for each provider. */
export async function showProviders(element) {
  const { data } = await (await fetch('/v1/auth/providers')).json();
  element.replaceChildren(
    ...data.map(({ id, name }) => {
      const button = document.createElement('button');
      button.textContent = id === 'local' ? 'Sign in' : `Sign in with ${name}`;
      button.addEventListener('click', () => void signIn(id));
      return button;
    }),
  );
}
