// The server of a product: signs user tokens, submits feedback from a form, and receives webhooks.
//   EARSHOT_KEY=pk_… EARSHOT_PROJECT=prj_… EARSHOT_IDENTITY_SECRET=… EARSHOT_WEBHOOK_SECRET=whsec_… npm run -w examples node
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Earshot, EarshotError, signUserToken, verifyWebhook, WebhookVerificationError } from '@earshot/sdk';

const {
  EARSHOT_URL = 'http://127.0.0.1:4000',
  EARSHOT_KEY = '',
  EARSHOT_PROJECT = '',
  EARSHOT_IDENTITY_SECRET = '',
  EARSHOT_WEBHOOK_SECRET = '',
  PORT = '3000',
} = process.env;
const earshot = new Earshot({ projectKey: EARSHOT_KEY, baseUrl: EARSHOT_URL });

/** Returns the signed-in user. Replace this with the session of your product. */
const currentUser = () => ({ id: 'u_42', name: 'Ada Lovelace', email: 'ada@example.com' });

const routes: Record<string, (body: string, headers: Record<string, string | string[] | undefined>) => Promise<object>> = {
  // The page passes this token to widgets: `element.userToken = …`.
  'GET /user-token': async () => ({
    token: await signUserToken(currentUser(), { projectId: EARSHOT_PROJECT, secret: EARSHOT_IDENTITY_SECRET }),
  }),
  'POST /feedback': async (body) => {
    const { message } = JSON.parse(body) as { message: string };
    return await earshot.feedback.submit({ title: message, submitter_email: currentUser().email });
  },
  'POST /earshot': async (body, headers) => {
    const event = await verifyWebhook(body, headers, EARSHOT_WEBHOOK_SECRET);
    console.log(`${event.type}: ${JSON.stringify(event.data)}`);
    return { ok: true };
  },
};

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const route = routes[`${request.method} ${request.url}`];
  try {
    if (route) answer(200, await route(await text(request), request.headers));
    else answer(404, { error: 'Not found' });
  } catch (error) {
    const status = error instanceof WebhookVerificationError ? 400 : error instanceof EarshotError ? error.status || 503 : 500;
    answer(status, { error: (error as Error).message });
  }
}

createServer((request, response) => void handle(request, response)).listen(Number(PORT), () =>
  console.log(`Acme listens on http://127.0.0.1:${PORT}`),
);
