/// <reference lib="dom" />
import { launchBrowser, visit, type Browser, type Page } from '@idvkit/test-browser';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { plannedReceiver } from '../planned-receiver.ts';
import { measureContrast } from './contrast.ts';
import { personalDelivery } from './personal-delivery.ts';
import { ServedArchive } from './served-archive.ts';

let browser: Browser;
let served: ServedArchive;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
});

beforeEach(async () => {
  served = await ServedArchive.start();
  await served.sample.keep([personalDelivery(), '{"event":{"type":"drop_off"}}', 'no json'], {
    path: '/hook/k3v9x2p8',
    headers: [['X-Applicant', 'Zephyrine']],
  });
});

afterEach(async () => {
  await served.end();
});

/** What has the focus: its role and name as assistive technology is told, and whether the focus can be seen. Runs in the browser. */
function focused(): { readonly what: string; readonly isSeen: boolean } {
  const element = document.activeElement;
  if (element === null) return { what: 'nothing', isSeen: false };
  const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : [];
  const named = element.getAttribute('aria-labelledby');
  const name =
    element.getAttribute('aria-label') ??
    (named === null ? undefined : document.getElementById(named)?.textContent) ??
    (labels.length > 0
      ? labels
          .flatMap((label) => [...label.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE))
          .map((node) => node.textContent)
          .join('')
      : element.textContent);
  const style = getComputedStyle(element);
  const { width, height } = element.getBoundingClientRect();
  const isSeen = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2 && width > 0 && height > 0;
  return { what: `${element.getAttribute('role') ?? element.tagName.toLowerCase()} ${(name ?? '').trim()}`, isSeen };
}

/** Presses Tab until something has the focus, and tells all that had it on the way. */
async function tabTo(page: Page, what: RegExp): Promise<string[]> {
  const path: string[] = [];
  for (let press = 0; press < 80; press += 1) {
    await page.keyboard.press('Tab');
    const now = await page.evaluate(focused);
    expect(now).toEqual({ what: now.what, isSeen: true });
    path.push(now.what);
    if (what.test(now.what)) return path;
  }
  throw new Error(`Nothing like ${what} among ${path.join(', ')}`);
}

describe('the page for whoever uses it otherwise', () => {
  it.each(['light', 'dark'] as const)('has enough contrast everywhere in %s', async (colorScheme) => {
    const receiver = await plannedReceiver([204, 503, 404]);
    await using visited = await visit(browser, served.ui.url, { viewport: { width: 1280, height: 900 }, colorScheme });
    const { page } = visited;
    await page.getByText('3 of 3').waitFor();
    const seen = async (): Promise<void> => {
      const { texts, faint } = await page.evaluate(measureContrast);
      expect(faint).toEqual([]);
      expect(texts).toBeGreaterThan(15);
    };
    await seen();
    await page.getByRole('listbox').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Reveal /answers/nid/value' }).click();
    await page.getByRole('button', { name: 'Reveal bytes' }).click();
    await page.getByLabel('Receiver on this machine').fill(receiver.url);
    await page.getByLabel('Seconds between retries').fill('0');
    await page.getByRole('button', { name: 'Show the attempts to come' }).click();
    for (const ended of ['1 delivered, 0 failed', '0 delivered, 1 failed']) {
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByText(`Ended: ${ended}.`).waitFor();
      await seen();
    }
    await served.ui.close();
    await page.getByRole('alert').waitFor();
    await seen();
    await receiver.close();
  });

  it('finds a text that is too faint', async () => {
    await using visited = await visit(browser, served.ui.url, {});
    await visited.page.getByText('3 of 3').waitFor();
    await visited.page.evaluate(() => {
      document.querySelector<HTMLElement>('h2')?.style.setProperty('color', '#999');
    });
    const { faint } = await visited.page.evaluate(measureContrast);
    expect(faint.map(({ text, least }) => [text, least])).toEqual([['Captures', 4.5]]);
  });

  it('leads the keyboard through list, filters, detail and sending, in order and in sight', async () => {
    const receiver = await plannedReceiver([204]);
    await using visited = await visit(browser, served.ui.url, { viewport: { width: 1280, height: 900 } });
    const { page, complaints } = visited;
    await page.getByText('3 of 3').waitFor();
    expect(await tabTo(page, /^listbox/)).toEqual([
      'input Type',
      'input eKYC status',
      'input Tag',
      'input Text in the body',
      'input pep',
      'input sanctions',
      'input warnings',
      'input adverse media',
      'input fitness, probity',
      'button Filter',
      'button All',
      'listbox Captures',
    ]);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '#1 submit_form' }).waitFor();
    await page.getByRole('button', { name: 'Reveal /answers/nid/value' }).waitFor();
    expect(await tabTo(page, /^button Show the attempts to come/)).toEqual([
      'input Receiver on this machine',
      'select How',
      'input Times',
      'input Seconds between retries',
      'button Show the attempts to come',
    ]);
    for (let back = 0; back < 4; back += 1) await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(receiver.url);
    await page.keyboard.press('Enter');
    await page.getByText('Ended: 1 delivered, 0 failed.').waitFor();
    await tabTo(page, /^button Reveal path/);
    await page.keyboard.press('Enter');
    await page.getByText('/hook/k3v9x2p8').waitFor();
    expect(await page.evaluate(focused)).toEqual({ what: 'button Hide path', isSeen: true });
    const path = await tabTo(page, /^button Reveal \/answers\/nid\/value/);
    expect(path).toContain('input Only at this path and below');
    expect((await page.evaluate(focused)).isSeen).toBe(true);
    await page.keyboard.press('Escape');
    expect(await page.evaluate(focused)).toEqual({ what: 'listbox Captures', isSeen: true });
    expect(complaints).toEqual([]);
    await receiver.close();
  });

  it('has roles and names for all of it', async () => {
    await using visited = await visit(browser, served.ui.url, {
      viewport: { width: 1280, height: 900 },
      locale: 'en-US',
      timezoneId: 'UTC',
    });
    const { page } = visited;
    await page.getByText('3 of 3').waitFor();
    await page.getByRole('listbox').focus();
    await page.keyboard.press('Space');
    expect(await page.locator('#captures').ariaSnapshot()).toMatchInlineSnapshot(`
      "- region "Captures":
        - heading "Captures" [level=2]
        - search "Filter captures":
          - text: Type
          - combobox "Type"
          - text: eKYC status
          - combobox "eKYC status"
          - text: Tag
          - combobox "Tag"
          - text: Text in the body
          - textbox "Text in the body"
          - group "Screening found":
            - text: Screening found
            - checkbox "pep"
            - text: pep
            - checkbox "sanctions"
            - text: sanctions
            - checkbox "warnings"
            - text: warnings
            - checkbox "adverse media"
            - text: adverse media
            - checkbox "fitness, probity"
            - text: fitness, probity
          - paragraph:
            - button "Filter"
            - button "All"
        - paragraph: 3 of 3
        - listbox "Captures":
          - option "#3 no JSON 1/5/2026, 3:00:02 AM · 7 bytes · answered 204" [selected]
          - option "#2 drop_off 1/5/2026, 3:00:01 AM · 29 bytes · answered 204"
          - option "#1 submit_form 1/5/2026, 3:00:00 AM · complete · eKYC pass · AML pep · 748 bytes · answered 204 · slug 22c487b6e7ea"
        - paragraph:
          - button "Send the selected one"
        - paragraph: Arrow keys move, Enter opens, Space selects for sending, Escape comes back to the list."
    `);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Reveal /answers/nid/value' }).waitFor();
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const operable = new Set([
      'button',
      'textbox',
      'combobox',
      'spinbutton',
      'checkbox',
      'listbox',
      'option',
      'table',
      'list',
    ]);
    const told = nodes.filter(({ ignored, role }) => !ignored && operable.has(String(role?.value)));
    expect(told.length).toBeGreaterThan(40);
    expect(told.filter(({ name }) => String(name?.value ?? '').trim() === '').map(({ role }) => role?.value)).toEqual(
      [],
    );
    const headings = nodes.filter(({ role }) => role?.value === 'heading').map(({ name }) => String(name?.value));
    expect(headings).toEqual([
      'idv-replay',
      'Captures',
      '#1 submit_form',
      'Send again',
      'Delivery',
      'Screening (AML)',
      'Attempts and passing on',
      'Images',
      'Request',
      'Bytes',
      'Values',
    ]);
  });

  it('announces what comes in, and no more of it than that', async () => {
    await using visited = await visit(browser, served.ui.url, {});
    const { page } = visited;
    await page.getByText('3 of 3').waitFor();
    const live = page.getByRole('status').first();
    expect([await live.getAttribute('aria-live'), await live.innerText()]).toEqual(['polite', '']);
    await served.sample.keep(['{"event":{"type":"update_status"}}']);
    await live.getByText('New: #4 update_status', { exact: true }).waitFor();
    await served.sample.keep(['{}', '{}', '{"event":{"type":"drop_off"}}']);
    await live.getByText('New: #7 drop_off and 2 more', { exact: true }).waitFor();
  });
});
