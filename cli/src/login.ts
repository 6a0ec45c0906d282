import { truncate } from '@earshot/contract/shared/text';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { DeviceAuthorization, NewPersonalToken, Tokens } from '@earshot/sdk';
import { loadSdk } from './context.ts';
import { AuthError, CliError } from './errors.ts';

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';
/** Additional delay after `slow_down` (RFC 8628, section 3.5). */
const SLOW_DOWN_MS = 5000;

/** Starts device authorization (RFC 8628). @throws {CliError} when the URL is not an instance */
export async function startDevice(url: string, signal: AbortSignal): Promise<DeviceAuthorization> {
  const response = await post(url, '/v1/auth/device', { client_id: truncate(`earshot-cli (${hostname()})`, 100) }, signal);
  const body = (await response.json().catch(() => undefined)) as DeviceAuthorization | undefined;
  if (!response.ok || !body?.device_code)
    throw new CliError(`${url} is not an Earshot instance: it responded with ${response.status}`);
  return body;
}

/** Waits until the user approves the device in the browser. @throws {AuthError} when the user denies it or the code expires */
export async function waitForApproval(url: string, device: DeviceAuthorization, signal: AbortSignal): Promise<Tokens> {
  let delayMs = device.interval * 1000;
  for (;;) {
    await wait(delayMs, undefined, { signal });
    const response = await post(url, '/v1/auth/token', { grant_type: DEVICE_CODE, device_code: device.device_code }, signal);
    const body = (await response.json()) as Tokens & { error?: string };
    if (response.ok) return body;
    if (body.error === 'slow_down') delayMs += SLOW_DOWN_MS;
    else if (body.error === 'access_denied') throw new AuthError('The sign-in was denied.');
    else if (body.error === 'expired_token') throw new AuthError('The code has expired. Run `earshot login` again.');
    else if (body.error !== 'authorization_pending') throw new AuthError(`Sign-in failed: ${body.error}`);
  }
}

/**
 * Exchanges the short-lived sign-in for a personal access token, which commands can use at the same time without renewing it. The user
 * can revoke it in the dashboard.
 */
export async function createToken(url: string, accessToken: string, days: number): Promise<NewPersonalToken & { token: string }> {
  const { Earshot } = await loadSdk();
  const { session } = new Earshot({ accessToken, baseUrl: url });
  const created = await session.tokens.create({ name: truncate(`Command line on ${hostname()}`, 100), expires_in_days: days });
  await session.signOut();
  if (!created.token) throw new CliError('The instance returned no token');
  return { ...created, token: created.token };
}

async function post(url: string, path: string, body: object, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    const { cause, message } = error as Error & { cause?: { message?: string } };
    throw new CliError(`${url} is unreachable: ${cause?.message || message}`);
  }
}
