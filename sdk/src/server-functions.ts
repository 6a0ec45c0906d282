// Functions for servers. Their implementations are loaded with the first call, so that pages do not load them.
import type { TokenUser, UserTokenOptions } from './user-token.ts';
import type { WebhookEvent, WebhookHeaders, WebhookOptions } from './webhook.ts';

/**
 * Creates a JWT (RFC 7519, HS256) that identifies a user of your application, for the option `userToken`. The token is signed with an
 * identity secret of the project and expires after one hour unless `expiresInS` is set. Call this function on your server only: the
 * secret must never reach a browser.
 * @throws {TypeError} without the id of the user, the id of the project or the secret
 */
export async function signUserToken(user: TokenUser, options: UserTokenOptions): Promise<string> {
  const { createUserToken } = await import('./user-token-signature.ts');
  return await createUserToken(user, options);
}

/**
 * Verifies the signature of a webhook request with the secret of the webhook (`whsec_…`) and returns the event. Implements symmetric
 * signatures of Standard Webhooks (https://www.standardwebhooks.com). Requires the unparsed request body, as text or bytes.
 * @throws {TypeError} when the body was parsed, or the secret is missing or malformed
 * @throws {WebhookVerificationError} when a header is missing, the timestamp differs by more than `toleranceS` (default 300 seconds), or no
 * signature matches
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string,
  options?: WebhookOptions,
): Promise<WebhookEvent> {
  const { verifySignature } = await import('./webhook-signature.ts');
  return await verifySignature(body, headers, secret, options);
}
