import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** Source of axe-core. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Asserts that axe-core, which the page has loaded, finds no violations of its rules, or of some of them. */
export async function assertAccessible(page: Page, description = page.url(), rules?: string[]): Promise<void> {
  // The details of rules that pass take half of the time.
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as { violations: Violation[] };
  const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => [html, failureSummary])]);
  assert.deepEqual(found, [], description);
}
