import { chromium, type Browser } from 'playwright-core';

import { unpackBrowser } from './unpack-browser.ts';

/**
 * Starts a headless browser: the one at `CHROME_PATH`, or else the one that comes with the development dependencies.
 * Rejects where there is none.
 */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROME_PATH'] ?? (await unpackBrowser()),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  });
}
