// A project that receives few events, next to projects with many: the time until its own events are visible.
import type { Earshot } from '@earshot/sdk';

const EVENT_EVERY_MS = 1_000;
const POLL_MS = 50;

/**
 * Creates a project, sends an event a second, one after another, and measures the time from the answer to the event until a report
 * includes the event, to 50 ms.
 */
export async function startCalmProject(team: Earshot, { url, accessToken }: { url: string; accessToken: string }) {
  const project = await team.projects.create({ name: 'Calm' });
  const times: number[] = [];
  const stopping = new AbortController();
  const readPageViews = async (): Promise<number> => {
    const query = new URLSearchParams({ project_id: project.id, period: '24h', compare: 'none' });
    const headers = { authorization: `Bearer ${accessToken}` };
    const response = await fetch(`${url}/v1/analytics/overview?${query.toString()}`, { headers });
    return ((await response.json()) as { page_views: { value: number } }).page_views.value;
  };
  const run = async () => {
    for (let sent = 1; !stopping.signal.aborted; sent++) {
      const response = await fetch(`${url}/v1/analytics/events`, {
        method: 'POST',
        headers: { 'x-project-key': project.api_key, 'content-type': 'application/json' },
        body: JSON.stringify({ events: [{ url: 'https://calm.example/', user_id: `u${sent}` }] }),
      });
      if (response.status !== 202) throw new Error(`the event was answered ${response.status}`);
      const begin = performance.now();
      while ((await readPageViews()) < sent) {
        if (stopping.signal.aborted) return;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
      const took = performance.now() - begin;
      times.push(took);
      await new Promise((resolve) => setTimeout(resolve, Math.max(EVENT_EVERY_MS - took, 0)));
    }
  };
  const running = run();
  // `stop` throws the error.
  running.catch(() => {});
  return {
    /** Ends the measurement, without an event that is not visible yet. Returns the times in milliseconds, sorted. */
    stop: async (): Promise<number[]> => {
      stopping.abort();
      await running;
      return times.toSorted((a, b) => a - b);
    },
  };
}
