import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Earshot, Project } from '@earshot/sdk';
import type { Page } from 'playwright-core';
import { assertAccessible, AXE } from './axe.ts';

interface Setting {
  /** Opens the analytics of a new project with six visits. */
  openAnalytics: () => Promise<{ page: Page; complaints: string[]; project: Project; team: Earshot }>;
  /** Sends events of one visitor. */
  visit: (key: string, version: number, events: object[]) => Promise<void>;
}

/** Tests of the panels for revenue and Web Vitals. */
export function testMeasurements({ openAnalytics, visit }: Setting): void {
  test('shows revenue by source and goal, and web vitals by page', async () => {
    const { page, complaints, project, team } = await openAnalytics();
    await team.analytics.goals.create({ name: 'Signed up', event: 'signed_up' });
    const vital = { name: 'web_vital', interactive: false, url: 'https://acme.example/pricing' };
    // Another visitor, because an anonymous visitor who returns after midnight is another one.
    await visit(project.api_key, 110, [
      { ...vital, properties: { metric: 'LCP', value: 2_100 } },
      { ...vital, properties: { metric: 'CLS', value: 0.3 } },
    ]);
    await page.reload();
    await page.getByRole('radio', { name: /^Visitors 7/ }).waitFor();
    await page.locator('.panel').last().scrollIntoViewIfNeeded();
    await page.getByRole('heading', { name: 'Revenue', exact: true }).waitFor();
    await page.getByText('3 events of 3 visitors').waitFor();
    await page.getByRole('row', { name: 'Google €3,000.30 3 €1,000.10' }).waitFor();
    await page.getByRole('tablist', { name: 'Revenue by' }).getByRole('tab', { name: 'Goals' }).click();
    await page.getByRole('row', { name: 'Signed up €3,000.30 3 €1,000.10' }).waitFor();
    await page.getByRole('row', { name: '/pricing 2.1 s (Good) – 0.3 (Poor) – – 2' }).waitFor();
    await page.evaluate(AXE);
    await assertAccessible(page, 'revenue and web vitals');
    await page
      .getByRole('row', { name: /^\/pricing/ })
      .getByRole('button')
      .click();
    await page.getByRole('button', { name: 'Remove filter Page is /pricing' }).waitFor();
    assert.deepEqual(complaints, []);
  });
}
