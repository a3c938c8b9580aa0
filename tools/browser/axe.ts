import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import type * as Axe from 'axe-core';
import type { Page } from 'playwright-core';

let source: Promise<string> | undefined;

/**
 * Checks a page as it is now with axe: WCAG 2.2 A and AA, and axe's best practices.
 *
 * @returns One line per element that fails a check: `color-contrast: td.number (Element has insufficient color contrast …)`.
 *
 * @example
 * expect(await accessibilityProblems(page)).toEqual([])
 */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // The policy of a page forbids scripts, but not the evaluation of the test browser.
  await page.evaluate(`${await source};undefined`);
  return page.evaluate(runAxe);
}

/** Runs in the browser, so it sees only what axe put there. */
async function runAxe(): Promise<readonly string[]> {
  // axe puts itself there.
  const { axe } = globalThis as unknown as { axe: typeof Axe };
  const { violations } = await axe.run({ resultTypes: ['violations'], preload: false });
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')} (${help})`));
}
