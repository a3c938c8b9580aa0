export type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
export { accessibilityProblems } from './axe.ts';
export { launchBrowser } from './launch-browser.ts';
export { visit, watchPage, type Visit } from './visit.ts';
