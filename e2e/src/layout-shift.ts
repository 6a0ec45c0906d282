import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** A layout that moves more than twice as much is poor (web.dev, “Cumulative Layout Shift”). */
const MAX_SHIFT = 0.05;

// Shifts within half a second after input or a new size of the window are expected.
const OBSERVE = `window.shifts ??= (() => {
  const shifts = [];
  const name = ({ node, previousRect, currentRect }) => {
    const element = node?.closest ? node : node?.parentElement;
    return \`\${element?.className || element?.tagName} from \${previousRect.y} to \${currentRect.y} px\`;
  };
  new PerformanceObserver((list) => list.getEntries().forEach(({ value, hadRecentInput, sources }) => {
    if (!hadRecentInput) shifts.push({ value, moved: sources.map(name).join(', ') });
  })).observe({ type: 'layout-shift', buffered: true });
  return shifts;
})()`;

interface Shift {
  value: number;
  /** Classes of the elements that moved, and their positions. */
  moved: string;
}

const observed = new WeakSet<Page>();

/** Records layout shifts of all pages that are loaded from now on. */
export async function observeShifts(page: Page): Promise<void> {
  if (observed.has(page)) return;
  observed.add(page);
  await page.addInitScript(OBSERVE);
}

/** Returns the shifts since the page was loaded. */
export const readShifts = (page: Page) => page.evaluate<Shift[]>('window.shifts');

export const sumShifts = (shifts: Shift[]): number => shifts.reduce((sum, { value }) => sum + value, 0);

/** Asserts that a page moved little while it was loaded. */
export async function assertStill(page: Page, description: string): Promise<void> {
  const shifts = await readShifts(page);
  const moved = shifts.map(({ value, moved: what }) => `${value.toFixed(3)} ${what}`).join('; ');
  assert.ok(sumShifts(shifts) < MAX_SHIFT, `${description} moved while it was loaded: ${moved}`);
}
