// Who is signed in. The access token lives in this page's memory alone; a cookie that scripts can't read brings the next one.

/** `ended`: somebody worked here when their session ran out; their page stays, and calls wait until they are back. */
export type SessionState = 'unknown' | 'signed-out' | 'signed-in' | 'ended';

/** What a sign-in keeps while the browser is at the provider. */
const PENDING = 'earshot.sign-in';
/** Refreshed this long before its end, so that a slow request does not outlive it. */
const MARGIN_MS = 30_000;
const REFRESHING = 'earshot.refresh';
/** Whether this browser has signed in: whoever never did is not asked for their session. */
const HAS_SIGNED_IN = 'earshot.signed-in';

let state: SessionState = 'unknown';
let token: string | undefined;
let goodUntil = 0;
const listeners = new Set<() => void>();
/** Tells the other tabs, and the window that someone signed in again by. */
const channel = new BroadcastChannel('earshot.session');

function become(next: SessionState): void {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
}

export const sessionState = () => state;

export function watchSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

interface Tokens {
  access_token: string;
  expires_in: number;
}

/** @returns undefined when the server refuses @throws {TypeError} when it can't be reached */
async function requestTokens(body: Record<string, unknown>): Promise<Tokens | undefined> {
  const response = await fetch('/v1/auth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status === 400) return undefined;
  if (!response.ok) throw new TypeError(`Earshot answered ${response.status}`);
  return (await response.json()) as Tokens;
}

function take(tokens: Tokens): string {
  token = tokens.access_token;
  goodUntil = performance.now() + tokens.expires_in * 1000 - MARGIN_MS;
  localStorage.setItem(HAS_SIGNED_IN, 'yes');
  become('signed-in');
  return token;
}

/** One tab at a time: a refresh token is good for one use. */
const refresh = () =>
  navigator.locks.request(REFRESHING, async () => {
    if (token && performance.now() < goodUntil) return token;
    const tokens = await requestTokens({ grant_type: 'refresh_token' });
    if (tokens) return take(tokens);
    token = undefined;
    localStorage.removeItem(HAS_SIGNED_IN);
    become(state === 'signed-in' || state === 'ended' ? 'ended' : 'signed-out');
    return undefined;
  });

/** Finds out whether somebody is signed in. */
export async function restoreSession(): Promise<boolean> {
  if (state === 'unknown' && !localStorage.getItem(HAS_SIGNED_IN)) become('signed-out');
  if (state === 'unknown') await refresh();
  return state === 'signed-in' || state === 'ended';
}

/** A token that is still good. While the session has ended, it waits for the next sign-in. */
export async function accessToken(): Promise<string> {
  if (token && performance.now() < goodUntil) return token;
  return (await refresh()) ?? (await nextSignIn());
}

const nextSignIn = () =>
  new Promise<string>((resolve) => {
    const stop = watchSession(() => {
      if (state !== 'signed-in' || !token) return;
      stop();
      resolve(token);
    });
  });

/** `fetch` that asks again, with a new token, when the server knows the old one no more. */
export const fetchSignedIn: typeof fetch = async (url, init) => {
  const response = await fetch(url, init);
  if (response.status !== 401) return response;
  const headers = new Headers(init?.headers);
  if (headers.get('authorization') === `Bearer ${token}`) token = undefined;
  headers.set('authorization', `Bearer ${await accessToken()}`);
  return await fetch(url, { ...init, headers });
};

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** Leaves for the provider; comes back to `returnTo`, a path of this app. */
export async function beginSignIn(provider: string, returnTo: string): Promise<void> {
  const [verifier, clientState] = [random(), random()];
  sessionStorage.setItem(PENDING, JSON.stringify({ verifier, state: clientState }));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const query = new URLSearchParams({
    provider,
    code_challenge: base64url(new Uint8Array(digest)),
    state: clientState,
    // While it is developed, the app is served elsewhere than the API.
    return_to: import.meta.env.DEV ? location.origin + returnTo : returnTo,
  });
  location.assign(`/v1/auth/login?${query}`);
}

/** What went wrong with a sign-in: the provider's words, or one of these. */
export type SignInProblem = { said: string } | 'refused' | 'not-begun-here' | 'expired';

/** Takes what the provider's redirect brought, before anything else reads the address. */
export async function finishSignIn(): Promise<SignInProblem | undefined> {
  const url = new URL(location.href);
  const [code, clientState, error] = ['code', 'state', 'error'].map((name) => url.searchParams.get(name));
  if (!clientState || (!code && !error)) return undefined;
  const said = url.searchParams.get('error_description');
  for (const name of ['code', 'state', 'error', 'error_description']) url.searchParams.delete(name);
  history.replaceState(null, '', url);
  const pending = JSON.parse(sessionStorage.getItem(PENDING) ?? 'null') as { verifier: string; state: string } | null;
  sessionStorage.removeItem(PENDING);
  // A link may say anything: only the answer to a sign-in of this window is shown in its own words.
  if (error) return said && pending?.state === clientState ? { said } : 'refused';
  if (pending?.state !== clientState) return 'not-begun-here';
  const tokens = await requestTokens({
    grant_type: 'authorization_code',
    code,
    code_verifier: pending.verifier,
    refresh_cookie: true,
  });
  if (!tokens) return 'expired';
  take(tokens);
  channel.postMessage('signed-in');
  return undefined;
}

/** Ends this sign-in, or every one of this person. The page loads anew, so that nothing of theirs stays in memory. */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  const bearer = await accessToken();
  const response = await fetch(`/v1/auth/session?everywhere=${everywhere}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${bearer}` },
  });
  if (!response.ok && response.status !== 401) throw new TypeError(`Earshot answered ${response.status}`);
  localStorage.removeItem(HAS_SIGNED_IN);
  channel.postMessage('signed-out');
  location.assign('/');
}

channel.addEventListener('message', ({ data }) => {
  if (data === 'signed-in' && state !== 'signed-in') void refresh();
  if (data === 'signed-out') {
    token = undefined;
    if (state === 'signed-in') void refresh();
  }
});
