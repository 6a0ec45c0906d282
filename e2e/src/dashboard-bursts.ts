import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@earshot/server/testing/until';
import { assertRouteAccessible } from './dashboard.ts';
import type { OpenInbox } from './dashboard-inbox.ts';

/** Tests of unusually many anonymous votes. */
export function testVoteBursts(openInbox: (titles: string[]) => Promise<OpenInbox>, findBursts: () => Promise<void>): void {
  test('marks unusually many anonymous votes, and removes them together', async () => {
    const { page, complaints, api, url } = await openInbox(['Export as CSV', 'Dark mode']);
    const project = (await api('GET', '/projects')).data.find(({ slug }: { slug: string }) => url.endsWith(`/${slug}`));
    await api('PATCH', `/projects/${project.id}`, { settings: { feedback: { anonymous_votes_per_network: 100 } } });
    const [entry] = (await api('GET', '/feedback')).data;
    const vote = () =>
      fetch(`${new URL(url).origin}/v1/feedback/${entry.id}/upvote`, {
        method: 'POST',
        headers: { 'x-project-key': project.api_key, 'x-visitor-id': crypto.randomUUID() },
      });
    await Promise.all(Array.from({ length: 24 }, vote));
    await findBursts();
    await page.reload();
    const row = page.getByRole('list', { name: 'Entries' }).getByRole('listitem').filter({ hasText: 'Dark mode' });
    await row.getByText('Unusual votes').waitFor();
    assert.equal(await page.getByText('Unusual votes').count(), 1);
    await row.getByRole('link', { name: 'Dark mode' }).click();
    const notice = page.getByRole('region', { name: 'Unusual votes' });
    await notice.getByText(/^24 anonymous votes at once: /).waitFor();
    await assertRouteAccessible(page, page.url());
    await page.setViewportSize({ width: 1440, height: 900 });
    await notice.getByRole('button', { name: 'Remove votes…' }).click();
    await page.getByRole('heading', { name: 'Remove 24 anonymous votes?' }).waitFor();
    await page.keyboard.press('Escape');
    await notice.getByRole('button', { name: 'Remove votes…' }).click();
    await page.getByRole('button', { name: 'Remove votes', exact: true }).click();
    await page.getByText('24 votes removed').waitFor();
    await notice.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText(/removed 24 unusual votes/).waitFor();
    await until(async () => (await api('GET', `/feedback/${entry.id}`)).upvote_count === 0);
    assert.deepEqual(complaints, []);
  });
}
