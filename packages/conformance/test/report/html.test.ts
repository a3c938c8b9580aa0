import { createHash } from 'node:crypto';

import { catalogue, RULE_IDS } from '@idvkit/schema/rules';
import { describe, expect, it } from 'vitest';

import type { ConformanceRun } from '../../src/lib/drive/calls/conformance-run.ts';
import { htmlReport } from '../../src/lib/report/html/html-report.ts';
import { bodyExcerpt } from '../../src/lib/report/html/message-view.ts';
import { brokenOutcome, fixtureRun, jsonBodyOf, keptRun, somebody } from './fixture-run.ts';
import { reportOf } from './plain-page.ts';

function pageOf(run: ConformanceRun): string {
  return htmlReport(reportOf(run));
}

/** The text of a page, without its markup. */
function textOf(page: string): string {
  return page
    .replaceAll(/<(style|script)>.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

describe('htmlReport()', () => {
  it('says how the run ended, and of each rule on what that rests', () => {
    const text = textOf(pageOf(fixtureRun()));
    for (const part of [
      '✗ 7 checked, 4 failed, 1 warning · ○ 3 not tested',
      'create.status.201 POST create → 200, expected 201 1× · must',
      'auth.absent.403 GET result → 401, expected 403 2× · must',
      'Test 1 more: give a workspace without credit',
      'application.id.integer must · 4 checks',
      'Header absent entirely | 403',
      'x1 POST /en/api/forms/kyc-camera/create/ → 200 (12 ms)',
      'Answers 401 where 403 is due Expected 403 Actual 401 Seen in x2',
      'GET https://idv.example.com/en/api/forms/kyc-camera/applied-forms/slug-ee4e/result/',
      'Missing: A receiver that the service reaches over HTTPS (receiver.url).',
      'curl -sS -i',
      'The application, from the start: slug#ee4e',
      'Pad width of no 10 digits d1',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('marks the place that a finding is about', () => {
    expect(pageOf(fixtureRun())).toContain('<mark>      &quot;value&quot;: &quot;[masked: 13 digits]&quot;,</mark>');
  });

  it('allows its own style, script and icon, and nothing else', () => {
    const page = pageOf(keptRun());
    const digestOf = (element: string): string => {
      const content = new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(page)?.[1] ?? '';
      return createHash('sha256').update(content).digest('base64');
    };
    expect(page).toContain(
      `content="default-src 'none'; style-src 'sha256-${digestOf('style')}'; script-src 'sha256-${digestOf('script')}'; img-src data:; base-uri 'none'; form-action 'none'"`,
    );
    expect(page.match(/<(?:script|link|img)\b[^>]{0,40}/g)).toEqual([
      '<link rel="icon" href="data:image/svg+xml,%3C',
      '<script',
    ]);
    expect(page).not.toMatch(/ style=| on[a-z]+=|@import|url\(/i);
  });

  it('has ids that are there once, and links that lead somewhere', () => {
    for (const run of [fixtureRun(), keptRun(), fixtureRun(somebody, { outcomes: [], observations: [] })]) {
      const page = pageOf(run);
      const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
      expect(links.filter((link) => !ids.includes(link))).toEqual([]);
    }
  });

  it('stays small, whatever was observed', () => {
    const many = Array.from({ length: 3000 }, (_, index) => [`key_${index}`, true]);
    const run = fixtureRun();
    const body = jsonBodyOf(Object.fromEntries(many));
    const observations = run.observations.map((observation) =>
      observation.kind === 'exchange' && observation.response !== undefined
        ? { ...observation, response: { ...observation.response, body } }
        : observation,
    );
    const finding = { observations: ['x1'] as const, message: 'Broken', expected: 'yes '.repeat(300), actual: 1 };
    const outcomes = RULE_IDS.filter((id) => catalogue[id].binds === 'service').map((id) =>
      brokenOutcome(id, finding, { ...finding, message: 'Broken too' }, { ...finding, message: 'And so' }),
    );
    const page = pageOf(fixtureRun(somebody, { outcomes, observations }));
    expect(page.length).toBeLessThan(3_000_000);
    expect(page).toContain('The messages are in the HTTP archive');
  });
});

describe('bodyExcerpt()', () => {
  const body = { list: Array.from({ length: 40 }, (_, index) => ({ index })), 'a/b': {}, empty: [] };

  it('writes what JSON.stringify writes', () => {
    const small = { a: [1, { b: null }, []], c: 'd', e: {} };
    const { before, lines, after } = bodyExcerpt(small);
    expect(lines.map(({ text }) => text).join('\n')).toBe(JSON.stringify(small, undefined, 2));
    expect([before, after]).toEqual([0, 0]);
  });

  it('shows the lines around a place, and counts the others', () => {
    const { before, lines, after } = bodyExcerpt(body, '/list/20/index');
    const all = JSON.stringify(body, undefined, 2).split('\n');
    expect(lines.map(({ text }) => text)).toEqual(all.slice(before, before + lines.length));
    expect(before + lines.length + after).toBe(all.length);
    expect(lines.filter(({ isMarked }) => isMarked).map(({ text }) => text.trim())).toEqual(['"index": 20']);
  });

  it('marks the nearest parent of what is not there', () => {
    const marked = (pointer: string): readonly string[] =>
      bodyExcerpt(body, pointer)
        .lines.filter(({ isMarked }) => isMarked)
        .map(({ text }) => text.trim());
    expect(marked('/a~1b/lacking')).toEqual(['"a/b": {},']);
    expect(marked('/lacking')).toEqual([]);
  });
});
