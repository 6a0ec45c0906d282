// Public pages of a project on which people sign in: by a mailed code, and with their account of a product.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { after } from 'node:test';
import { Earshot, signUserToken } from '@earshot/sdk';
import { startMailServer } from '@earshot/server/testing/mail-server';
import { until } from '@earshot/server/testing/until';
import { startEarshot } from './earshot.ts';

/** Starts Earshot with a mail server and a project, and the product, whose user is `u_42`. */
export async function startPublicPages() {
  const smtp = await startMailServer();
  after(() => smtp.close());
  const earshot = await startEarshot({ EARSHOT_THROTTLE: 'off', SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
  const accessToken = await earshot.signIn();
  const project = await new Earshot({ accessToken, baseUrl: earshot.url }).projects.create({ name: 'Acme' });
  const team = new Earshot({ accessToken, projectId: project.id, baseUrl: earshot.url });
  const pages = `${earshot.url}/p/${project.slug}`;
  const product = await startSite({ team, project, pages, widgets: `${earshot.url}/widgets` });
  await team.projects.update(project.id, { settings: { pages: { sign_in_url: `${product}/login` } } });
  return {
    project,
    team,
    anonymous: new Earshot({ projectKey: project.api_key, baseUrl: earshot.url, visitorId: crypto.randomUUID() }),
    pages,
    product,
    smtp,
    /** Returns the code in the first mail to an address after the first `from` mails. */
    codeFor: async (address: string, from: number): Promise<string> => {
      const find = async () => (await smtp.mails(from)).find(({ recipients }) => recipients.includes(address));
      await until(async () => (await find()) !== undefined);
      return (await find())?.subject?.slice(0, 6) ?? '';
    },
  };
}

interface SiteOptions {
  team: Earshot;
  project: Awaited<ReturnType<Earshot['projects']['create']>>;
  pages: string;
  widgets: string;
}

/** Starts the product: a page that signs in its user at Earshot, and a page with a widget and the same token. Returns its URL. */
async function startSite({ team, project, pages, widgets }: SiteOptions): Promise<string> {
  const { data: secrets } = await team.projects.identitySecrets.list(project.id);
  const sign = () =>
    signUserToken(
      { id: 'u_42', name: 'Grace Hopper', email: 'grace@acme.example' },
      { projectId: project.id, secret: secrets[0]?.secret ?? '' },
    );
  const answer = async ({ pathname, searchParams }: URL, response: ServerResponse) => {
    const token = await sign();
    if (pathname === '/login') {
      const query = new URLSearchParams({ token, return_to: searchParams.get('return_to') ?? '' });
      response.writeHead(302, { location: `${pages}/sso?${query.toString()}` }).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><html lang="en"><title>Product</title>
<script type="module" src="${widgets}/vote.js"></script>
<earshot-vote project-key="${project.api_key}" entry="${searchParams.get('entry') ?? ''}" label="Dark mode" count="0"
  ${pathname === '/anonymous' ? '' : `user-token="${token}"`}></earshot-vote></html>`);
  };
  const server = createServer((request, response) => void answer(new URL(request.url ?? '/', 'http://product'), response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}
