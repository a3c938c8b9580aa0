import { createHash } from 'node:crypto';

import { catalogue, RULE_IDS } from '@idvkit/schema/rules';
import { describe, expect, it } from 'vitest';

import type { ConformanceRun } from '../../src/lib/drive/calls/conformance-run.ts';
import { htmlReport } from '../../src/lib/report/html/html-report.ts';
import { bodyExcerpt } from '../../src/lib/report/html/message-view.ts';
import { fixtureRun, keptRun, somebody } from './fixture-run.ts';
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
      '✗ 10 rules: 2 passed, 4 failed, 1 warned ○ 3 not tested',
      'create.status.201 POST create → 200, expected 201 1× · must',
      'auth.absent.403 GET result → 401, expected 403 2× · must',
      'Test 1 more: give a workspace without credit',
      'application.id.integer must · 4 checks',
      'Header absent entirely | 403',
      'x1 POST /en/api/forms/kyc-camera/create/ → 200 (12 ms)',
      'Answers 401 instead of 403 Expected 403 Actual 401 Seen in x2',
      'GET https://idv.example.com/en/api/forms/kyc-camera/applied-forms/slug-ee4e/result/',
      'Missing: A receiver that the service reaches over HTTPS (receiver.url).',
      'curl -sS -i',
      'Pad width of no : 10 digits d1',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('says in its headline that no rule failed', () => {
    const good = textOf(
      pageOf(fixtureRun(somebody, { outcomes: fixtureRun().outcomes.filter(({ verdict }) => verdict === 'passed') })),
    );
    expect(good).toMatch(/✓ 2 rules: 2 passed, 0 failed/);
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

  it('has at most 3 MB with 5,000 findings, each in its own observation', () => {
    const report = reportOf(fixtureRun());
    const exchange = report.observed.find(({ id }) => id === 'x1');
    const failed = report.rules.find(({ verdict }) => verdict === 'failed');
    if (exchange === undefined || failed === undefined) throw new Error('The fixture has a call and a failure');
    const ids = Array.from({ length: 5_000 }, (_, index) => `y${index}`);
    const services = RULE_IDS.filter((id) => catalogue[id].binds === 'service');
    const rules = services.map((id, at) => {
      const own = ids.filter((_, index) => index % services.length === at);
      const findings = own.map((observation, kind) => {
        return { observation, message: `Broken in way ${kind % 6}`, expected: 'yes '.repeat(300), actual: 1 };
      });
      return { ...failed, id, findings };
    });
    const observed = ids.map((id) => ({ ...exchange, id }));
    const summary = { ...report.summary, passed: 0, failed: rules.length, warned: 0, notExercised: 0 };
    const page = htmlReport({ ...report, rules, observed, summary });
    expect(page.length).toBeLessThan(3_000_000);
    expect(page).toContain('The messages are in the HTTP archive');
    expect(page.match(/<details class="rule failed"[^>]* open/g)).toHaveLength(10);
    expect(page).toContain(`<title>${rules.length} rules: 0 passed, ${rules.length} failed`);
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
