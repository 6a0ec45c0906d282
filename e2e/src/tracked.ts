import { Earshot } from '@earshot/sdk';
import type { Page } from 'playwright-core';
import { startEarshot } from './earshot.ts';
import { type Files, startSite } from './site.ts';

interface Website {
  /** Attributes of the script tag. */
  attributes?: string;
  /** The script tags. `{key}` is the API key of the project. */
  tags?: string;
  head?: string;
  body?: string;
  /** Scripts by path, which each page loads. */
  scripts?: Record<string, string>;
  files?: Files;
}

/** An event that the tracker sent. */
interface SentEvent {
  /** API key in the URL of the request. */
  key: string;
  name?: string;
  url: string;
  referrer: string;
  title?: string;
  timestamp?: string;
  user_id?: string;
  user_token?: string;
  properties?: Record<string, unknown>;
}

/** Starts Earshot for websites with a tracker. Returns a function that creates a project, and a website with its tracker on each page. */
export async function startTracking() {
  const earshot = await startEarshot({ EARSHOT_THROTTLE: 'off' });
  const accessToken = await earshot.signIn();
  const team = new Earshot({ accessToken, baseUrl: earshot.url });

  async function startTracked({ attributes = '', tags, body = '', head = '', scripts = {}, files = {} }: Website = {}) {
    const project = await team.projects.create({ name: 'Acme' });
    const script = tags ?? `<script defer src="{earshot}/t.js" data-key="{key}" ${attributes}></script>`;
    const page = `<!doctype html><html lang="en"><title>Home</title>${head}
    ${script.replaceAll('{key}', project.api_key)}
    <body>${body}<div class="tall"></div>${Object.keys(scripts)
      .map((path) => `<script defer src="${path}"></script>`)
      .join('')}`;
    const url = await startSite(earshot.url, {
      '/': page,
      '/next': page.replace('Home', 'Next'),
      '/gone': { status: 404, body: page },
      '/before.js': {
        type: 'text/javascript',
        body: "window.earshot = (...call) => (earshot.q = earshot.q || []).push(call); earshot('early', { at: 'head' });",
      },
      '/tall.css': { type: 'text/css', body: '.tall { height: 4000px }' },
      ...Object.fromEntries(
        Object.entries(scripts).map(([path, code]) => [
          path,
          { type: 'text/javascript', body: code.replaceAll('{key}', project.api_key) },
        ]),
      ),
      ...files,
    });
    const client = new Earshot({ accessToken, projectId: project.id, baseUrl: earshot.url });
    return { url, project, analytics: client.analytics };
  }
  return { team, startTracked };
}

/** Collects the events that the tracker of a page sends from now on. */
export function recordEvents(page: Page): SentEvent[] {
  const sent: SentEvent[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/v1/analytics/events')
      sent.push({ key: url.searchParams.get('key'), ...JSON.parse(request.postData() ?? '{}') });
  });
  return sent;
}
