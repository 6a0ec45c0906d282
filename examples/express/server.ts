// The server of a product: signs user tokens, submits feedback from a form, and receives webhooks.
//   EARSHOT_KEY=pk_… EARSHOT_PROJECT=prj_… EARSHOT_IDENTITY_SECRET=… EARSHOT_WEBHOOK_SECRET=whsec_… npm start
import { Earshot, EarshotError, signUserToken, verifyWebhook, WebhookVerificationError } from '@earshot/sdk';
import express, { type NextFunction, type Request, type Response } from 'express';

const {
  EARSHOT_URL = 'http://127.0.0.1:4000',
  EARSHOT_KEY = '',
  EARSHOT_PROJECT = '',
  EARSHOT_IDENTITY_SECRET = '',
  EARSHOT_WEBHOOK_SECRET = '',
  PORT = '3000',
} = process.env;
const earshot = new Earshot({ projectKey: EARSHOT_KEY, baseUrl: EARSHOT_URL });
const app = express();

/** Returns the signed-in user. Replace this with the session of your product. */
const currentUser = () => ({ id: 'u_42', name: 'Ada Lovelace', email: 'ada@example.com' });

/** Status of each idea, by its title. */
const statuses = new Map<string, string>();

app.get('/', (_request, response) => {
  response.type('html').send(`<!doctype html>
    <html lang="en">
      <title>Acme, on Express</title>
      <link rel="icon" href="data:," />
      <script type="module" src="${EARSHOT_URL}/widgets/feedback.js"></script>
      <script type="module" src="/user.js"></script>
      <h1>Acme</h1>
      <form method="post" action="/ideas"><label>Idea <input name="idea" required /></label> <button>Send idea</button></form>
      <ul aria-label="Ideas">${[...statuses].map(([idea, status]) => `<li>${escapeHtml(idea)}: ${status}</li>`).join('')}</ul>
      <earshot-feedback project-key="${EARSHOT_KEY}"></earshot-feedback>
    </html>`);
});

// The page passes this token to the widget.
app.get('/user-token', async (_request, response) => {
  response.json(await signUserToken(currentUser(), { projectId: EARSHOT_PROJECT, secret: EARSHOT_IDENTITY_SECRET }));
});

app.post('/ideas', express.urlencoded(), async (request: Request<object, unknown, { idea: string }>, response) => {
  const { id, email } = currentUser();
  const { title, status } = await earshot.feedback.submit({ title: request.body.idea, submitter_email: email });
  earshot.analytics.track('idea_sent', {}, { user_id: id });
  statuses.set(title, status);
  response.redirect(303, '/');
});

// `express.raw`, because the signature is that of the unparsed body.
app.post('/earshot', express.raw({ type: 'application/json' }), async (request: Request<object, unknown, Buffer>, response) => {
  const event = await verifyWebhook(request.body, request.headers, EARSHOT_WEBHOOK_SECRET);
  if (event.type === 'feedback.status_changed') statuses.set(event.data.title, event.data.status);
  response.sendStatus(204);
});

app.use(express.static(`${import.meta.dirname}/public`));

// Express recognizes error handlers by their four parameters.
app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
  const status = error instanceof WebhookVerificationError ? 400 : error instanceof EarshotError ? error.status || 503 : 500;
  response.status(status).json({ error: error.message });
});

// For this machine only: behind a proxy that others reach.
const server = app.listen(Number(PORT), '127.0.0.1', () => console.log(`Acme listens on http://127.0.0.1:${PORT}`));

// Sends queued events before the process ends.
process.once('SIGTERM', () => server.close(() => void earshot.analytics.flush().finally(() => process.exit())));

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
