import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnalyticsSetup } from './dashboard-conditions.ts';

// Retention and paths of analytics, of which dashboard-analytics.test.ts opens the pages.

export function testPaths({ openAnalytics, visit }: AnalyticsSetup): void {
  test('shows retention and paths', async () => {
    const { page, complaints, project } = await openAnalytics();
    await page.getByRole('link', { name: 'Retention' }).click();
    await page.getByText('Retention counts signed-in people').waitFor();
    await visit(project.api_key, 99, [{ url: 'https://acme.example/', user_id: 'ada' }]);
    await page.reload();
    await page.getByRole('region', { name: 'Retention' }).getByRole('row').nth(2).waitFor();
    await page.getByRole('link', { name: 'Paths' }).click();
    const paths = page.getByRole('region', { name: 'Paths' });
    const frequent = page.getByRole('list', { name: 'Most frequent paths' });
    await page.getByRole('combobox', { name: 'Page' }).fill('/pricing');
    await paths.getByRole('heading', { name: '3 people' }).waitFor();
    const signedUp = paths.getByRole('button', { name: /^signed_up: / });
    assert.equal(await signedUp.count(), 0);
    await page.getByRole('button', { name: /Steps/ }).click();
    await page.getByRole('option', { name: 'Pages and events' }).click();
    // A step that is chosen limits all figures, and Back undoes the choice.
    await signedUp.press('Enter');
    await page.getByRole('button', { name: 'Remove signed_up from the paths' }).waitFor();
    await page.goBack();
    await paths.getByRole('heading', { name: '3 people' }).waitFor();
    await page.getByText('View as table').click();
    await page.getByRole('cell', { name: 'signed_up' }).first().waitFor();
    await page.getByRole('combobox', { name: 'Page' }).fill('/');
    // Closes the list of suggestions.
    await page.keyboard.press('Tab');
    await frequent.getByText('No more steps').waitFor();
    assert.deepEqual(complaints, []);
  });
}
