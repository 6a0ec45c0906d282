import { EarshotError } from '@earshot/sdk';
import { forgetDrafts } from './drafts.ts';

// Session of the user. The access token is kept in memory only; an HTTP-only cookie provides the next one.

/** `ended`: the session expired while the page was open. Requests wait until the user signs in again. */
export type SessionState = 'unknown' | 'signed-out' | 'signed-in' | 'ended';

/** State of a sign-in while the browser is at the provider. */
const PENDING = 'earshot.sign-in';
/** The token is refreshed this long before its expiry, so that slow requests still succeed. */
const MARGIN_MS = 30_000;
const REFRESHING = 'earshot.refresh';
/** Whether this browser has signed in before. Others request no session. */
const HAS_SIGNED_IN = 'earshot.signed-in';

let state: SessionState = 'unknown';
let token: string | undefined;
let expiresAt = 0;
/** Requests that are under way when the user signs out are refused, and no session has ended unexpectedly. */
let isSigningOut = false;
const listeners = new Set<() => void>();
/** Notifies other tabs, and the page that opened this window for a sign-in. */
const channel = new BroadcastChannel('earshot.session');

function setState(next: SessionState): void {
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

/** Returns the language of the account: the server sets this cookie with the tokens. */
const readChosenLanguage = () => /(?:^|; )earshot_language=(\w+)/.exec(document.cookie)?.[1];

/** The sign-in brought another language than that of this page. */
let isOtherLanguage = false;

/** Loads the page again if the account has another language, before anything is shown. */
async function adoptLanguage(): Promise<void> {
  if (!isOtherLanguage) return;
  location.reload();
  await new Promise(() => {});
}

/** @throws {EarshotError} for a request without an answer, as that of a client of the API */
async function request(url: string, init: RequestInit, rejected: number): Promise<Response> {
  const response = await fetch(url, init).catch(() => undefined);
  if (response?.ok || response?.status === rejected) return response;
  const { status = 0 } = response ?? {};
  throw new EarshotError(`Earshot answered ${status}`, { status });
}

/**
 * Returns undefined when the server rejects the refresh.
 * @throws {EarshotError} when the server is unavailable
 */
async function requestTokens(body: Record<string, unknown>): Promise<Tokens | undefined> {
  const known = readChosenLanguage();
  const headers = { 'content-type': 'application/json' };
  const response = await request('/v1/auth/token', { method: 'POST', headers, body: JSON.stringify(body) }, 400);
  if (!response.ok) return undefined;
  const chosen = readChosenLanguage();
  isOtherLanguage = chosen !== known && chosen !== document.documentElement.lang;
  return (await response.json()) as Tokens;
}

function take(tokens: Tokens): string {
  token = tokens.access_token;
  expiresAt = performance.now() + tokens.expires_in * 1000 - MARGIN_MS;
  localStorage.setItem(HAS_SIGNED_IN, 'yes');
  setState('signed-in');
  return token;
}

/** Runs in one tab at a time, because a refresh token is valid once. */
const refresh = () =>
  navigator.locks.request(REFRESHING, async () => {
    if (token && performance.now() < expiresAt) return token;
    const tokens = await requestTokens({ grant_type: 'refresh_token' });
    if (tokens) return take(tokens);
    token = undefined;
    localStorage.removeItem(HAS_SIGNED_IN);
    setState(!isSigningOut && (state === 'signed-in' || state === 'ended') ? 'ended' : 'signed-out');
    return undefined;
  });

/** Determines whether a user is signed in. */
export async function restoreSession(): Promise<boolean> {
  if (state === 'unknown' && !localStorage.getItem(HAS_SIGNED_IN)) setState('signed-out');
  if (state === 'unknown') {
    await refresh();
    await adoptLanguage();
  }
  return state === 'signed-in' || state === 'ended';
}

/** Returns a valid access token. Waits for a sign-in when the session has ended. */
export async function accessToken(): Promise<string> {
  if (token && performance.now() < expiresAt) return token;
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

/** Retries with a new token when the server rejects the current token. */
async function fetchWithToken(url: Parameters<typeof fetch>[0], init: RequestInit, headers: Headers): Promise<Response> {
  const response = await fetch(url, { ...init, headers });
  if (response.status !== 401) return response;
  if (headers.get('authorization') === `Bearer ${token}`) token = undefined;
  headers.set('authorization', `Bearer ${await accessToken()}`);
  return await fetch(url, { ...init, headers });
}

/** Idempotency keys of requests whose effect is unknown, by URL and body. */
const unanswered = new Map<string, string>();
const KEY = 'idempotency-key';

/**
 * `fetch` of the signed-in user, for a client of the SDK. A request that got no answer keeps its idempotency key when the user sends the same
 * input again: the server may have stored it.
 */
export const fetchSignedIn: typeof fetch = async (url, init = {}) => {
  const headers = new Headers(init.headers);
  const { body = '' } = init;
  const content = `${(url as URL).href} ${typeof body === 'string' ? body : ''}`;
  const key = unanswered.get(content) ?? headers.get(KEY);
  // Files can't be compared.
  if (key === null || typeof body !== 'string') return await fetchWithToken(url, init, headers);
  headers.set(KEY, key);
  unanswered.set(content, key);
  const response = await fetchWithToken(url, init, headers);
  if (response.status < 500) unanswered.delete(content);
  return response;
};

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** Begins a sign-in that returns to `returnTo`, a path of the dashboard. Returns the URL at which the browser continues. */
async function buildSignInUrl(provider: string, returnTo: string, email?: string): Promise<string> {
  const [verifier, clientState] = [random(), random()];
  sessionStorage.setItem(PENDING, JSON.stringify({ verifier, state: clientState }));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const query = new URLSearchParams({
    provider,
    code_challenge: base64url(new Uint8Array(digest)),
    state: clientState,
    // In development, the dashboard has another origin than the API.
    return_to: import.meta.env.DEV ? location.origin + returnTo : returnTo,
    ...(email !== undefined && { login_hint: email }),
  });
  return `/v1/auth/login?${query}`;
}

/** Navigates to the provider, with the address that the person has entered. */
export async function beginSignIn(provider: string, returnTo: string, email?: string): Promise<void> {
  location.assign(await buildSignInUrl(provider, returnTo, email));
}

/**
 * Begins a sign-in with an account of this instance, without leaving the page. Returns the `request` of its operations.
 * @throws {Error} with a message of the server
 */
export async function beginAccountSignIn(returnTo: string): Promise<string> {
  // The redirect leads to the page for programs, whose URL has the request.
  const response = await fetch(await buildSignInUrl('account', returnTo));
  if (!response.ok) throw new Error(((await response.json()) as { error: string }).error);
  return new URL(response.url).searchParams.get('request') ?? '';
}

/** Error of a sign-in: a message of the provider, or one of these codes. */
export type SignInProblem = { message: string } | 'refused' | 'started-elsewhere' | 'expired' | 'unavailable';

/** Processes the redirect of the provider, before other code reads the URL. */
export async function finishSignIn(): Promise<SignInProblem | undefined> {
  const url = new URL(location.href);
  const [code, clientState, error] = ['code', 'state', 'error'].map((name) => url.searchParams.get(name));
  if (!clientState || (!code && !error)) return undefined;
  const message = url.searchParams.get('error_description');
  for (const name of ['code', 'state', 'error', 'error_description']) url.searchParams.delete(name);
  history.replaceState(null, '', url);
  const pending = JSON.parse(sessionStorage.getItem(PENDING) ?? 'null') as { verifier: string; state: string } | null;
  sessionStorage.removeItem(PENDING);
  // URLs may contain any text, so messages are shown only for a sign-in that this window started.
  if (error) return message && pending?.state === clientState ? { message } : 'refused';
  if (pending?.state !== clientState) return 'started-elsewhere';
  try {
    const tokens = await requestTokens({
      grant_type: 'authorization_code',
      code,
      code_verifier: pending.verifier,
      refresh_cookie: true,
    });
    if (!tokens) return 'expired';
    take(tokens);
  } catch {
    return 'unavailable';
  }
  channel.postMessage('signed-in');
  await adoptLanguage();
  return undefined;
}

/**
 * Ends the session. Reloads the page, so that no data stays in memory.
 * @throws {EarshotError} when the server is unavailable
 */
export async function endSession(): Promise<void> {
  const bearer = await accessToken();
  isSigningOut = true;
  try {
    await request('/v1/auth/session', { method: 'DELETE', headers: { authorization: `Bearer ${bearer}` } }, 401);
  } catch (error) {
    isSigningOut = false;
    throw error;
  }
  localStorage.removeItem(HAS_SIGNED_IN);
  forgetDrafts();
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
