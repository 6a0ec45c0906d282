import { signUserToken } from '@earshot/sdk';
import { readIdentity } from '../earshot.server.ts';

/** Returns the signed-in user. Replace this with the session of your product. */
const currentUser = () => ({ id: 'u_42', name: 'Ada Lovelace', email: 'ada@example.com' });

export async function loader(): Promise<Response> {
  const token = await signUserToken(currentUser(), readIdentity());
  return new Response(token, { headers: { 'cache-control': 'no-store' } });
}
