import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runsOf } from '../../../../tools/testing/sample.ts';
import type { ConformanceRun } from '../../src/lib/drive/calls/conformance-run.ts';
import { githubAnnotations } from '../../src/lib/report/github-annotations.ts';
import { harReport } from '../../src/lib/report/har-report.ts';
import { htmlReport } from '../../src/lib/report/html/html-report.ts';
import { junitReport } from '../../src/lib/report/junit-report.ts';
import { markdownReport } from '../../src/lib/report/markdown/markdown-report.ts';
import { terminalReport } from '../../src/lib/report/terminal/terminal-report.ts';
import { brokenOutcome, fixtureRun, jsonBodyOf, somebody, type Personal } from './fixture-run.ts';
import { plainPage, reportOf, wholeReportOf } from './plain-page.ts';
import { leaksIn, plantingsOf } from './traces.ts';

/** Every output of a run, by reporter. */
function outputsOf(run: ConformanceRun): Readonly<Record<string, string>> {
  const report = reportOf(run);
  return {
    json: JSON.stringify(report, undefined, 2),
    terminal: terminalReport(report, plainPage()),
    verbose: terminalReport(report, plainPage({ verbose: true, columns: 200 })),
    junit: junitReport(report),
    har: [...harReport(wholeReportOf(run))].join(''),
    html: htmlReport(report),
    markdown: markdownReport(report),
    github: githubAnnotations(report),
  };
}

/** The id of the application is shown: with it, a team finds the application. It says nothing about who the applicant is. */
const personalTexts = (personal: Personal): readonly string[] => {
  const { id: _, ...texts } = personal;
  return Object.values(texts);
};

const word = fc.stringMatching(/^[A-Za-z0-9]{8,24}$/);
const anyText = fc.string({ unit: 'grapheme', minLength: 6, maxLength: 30 }).map((text) => `Qx${text}zJ`);
const name = fc.oneof(
  fc.stringMatching(/^[A-Z][a-z]{6,12}(?:[ '-][A-Z][a-z]{5,9})?$/),
  fc.stringMatching(/^[ก-ฮ]{6,14}$/),
  anyText,
);
/** No public word looks like this, so whatever is found in an output is a leak. */
const rare = name.map((text) => `Vz${text}`);

const people: fc.Arbitrary<Personal> = fc.record({
  token: word.map((text) => `tok_${text}`),
  secret: anyText,
  slug: word,
  id: fc.integer({ min: 10_000_000, max: 99_999_999 }),
  nid: fc.stringMatching(/^[1-8][0-9]{12}$/),
  firstName: rare,
  lastName: rare,
  birthDate: fc
    .date({ min: new Date('1930-01-01'), max: new Date('2010-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  address: rare.map((text) => `${text} 12/3`),
  signature: word.map((text) => `${text}.sig`),
  parameter: word,
});

describe('masking', () => {
  it('shows nothing personal of a run in any reporter', () => {
    expect(leaksIn(outputsOf(fixtureRun()), personalTexts(somebody))).toEqual([]);
  });

  it('can tell a leak', () => {
    expect(leaksIn({ text: `name=${encodeURIComponent(somebody.firstName)}` }, [somebody.firstName])).toHaveLength(1);
    expect(leaksIn({ text: Buffer.from(`a${somebody.slug}b`).toString('base64') }, [somebody.slug])).toHaveLength(1);
  });

  it('shows nothing personal, whatever it looks like', () => {
    fc.assert(
      fc.property(people, (personal) => {
        expect(leaksIn(outputsOf(fixtureRun(personal)), personalTexts(personal))).toEqual([]);
      }),
      { numRuns: runsOf(40) },
    );
  });

  it('shows nothing personal where a service repeats it in texts, addresses and keys, in any encoding', () => {
    const place = fc.constantFrom<(text: string) => unknown>(
      (text) => ({ error: { status_code: 401, message: text, detail: `You are ${text}.` } }),
      (text) => ({ detail: text }),
      (text) => ({ [text]: ['is wrong'] }),
      (text) => ({ nid: [`${text} is not valid`] }),
      (text) => ({ application: { status: text, form: text, other_status: { [text]: text } } }),
      (text) => ({ detail: { step: text }, form_url: `https://idv.example.com/${text}/?x=${text}#${text}` }),
      (text) => [text, [[text]]],
      (text) => text,
    );
    fc.assert(
      fc.property(people, place, fc.nat({ max: 10 }), fc.nat({ max: 20 }), (personal, put, which, how) => {
        const value = personalTexts(personal)[which] ?? personal.firstName;
        const plantings = plantingsOf(value);
        const whole = plantings[how % plantings.length] ?? value;
        const run = fixtureRun(personal);
        const [create] = run.observations;
        if (create?.kind !== 'exchange' || create.response === undefined) throw new Error('No create in the fixture');
        const answered = { ...create, id: 'x9', response: { ...create.response, body: jsonBodyOf(put(whole)) } };
        const finding = {
          observations: ['x9'] as const,
          message: `Says "${whole}" of ${whole}`,
          expected: whole,
          actual: put(whole),
        };
        const leaky = fixtureRun(personal, {
          observations: [...run.observations, answered],
          outcomes: [
            brokenOutcome(
              'error.401.detail',
              finding,
              { ...finding, path: ['error', 'detail'] },
              { ...finding, path: ['answers', whole, 'value'] },
            ),
          ],
          discoveries: [{ about: whole, seen: `Says "${whole}"`, observation: 'x9' }],
          complete: false,
          stopped: `Stopped at ${whole}`,
          problem: { code: 'target-unreachable', message: `Cannot reach ${whole}.`, fix: `Look at ${whole}.` },
          skipped: [{ scenario: 'credit', reason: `Lacks ${whole}` }],
        });
        expect(leaksIn(outputsOf(leaky), personalTexts(personal))).toEqual([]);
      }),
      { numRuns: runsOf(100) },
    );
  });

  it('shows no text of the service that it does not know, even where nobody was known to be in it', () => {
    const run = fixtureRun();
    const [create] = run.observations;
    if (create?.kind !== 'exchange' || create.response === undefined) throw new Error('No create in the fixture');
    const body = jsonBodyOf({
      error: {
        status_code: 400,
        message: 'Bad Request',
        detail: 'Ask Mrs Vandenberghe, born 1961-04-30, for 0812345678',
      },
    });
    const outputs = outputsOf({
      ...run,
      observations: [{ ...create, response: { ...create.response, status: 400, body } }],
    });
    expect(outputs['har']).toContain('[masked]');
    expect(leaksIn(outputs, ['Vandenberghe', '1961-04-30', '0812345678'])).toEqual([]);
  });

  it("takes no key for public that is somebody's slug", () => {
    const personal = { ...somebody, slug: 'aA000A0a0a' };
    const run = fixtureRun(personal);
    const [create] = run.observations;
    if (create?.kind !== 'exchange' || create.response === undefined) throw new Error('No create in the fixture');
    const body = { application: { other_status: { [personal.slug]: personal.slug } } };
    const answered = { ...create, id: 'x9', response: { ...create.response, body: jsonBodyOf(body) } };
    const finding = { observations: ['x9'] as const, message: 'Says so', path: ['error', 'detail'], actual: body };
    const outcomes = [brokenOutcome('error.401.detail', finding)];
    expect(leaksIn(outputsOf({ ...run, observations: [answered], outcomes }), [personal.slug])).toEqual([]);
  });

  it('keeps what is needed to understand a finding', () => {
    const { json } = outputsOf(fixtureRun());
    for (const readable of [
      '"match"',
      'pass',
      'submit_form',
      'kyc-camera',
      '2026-01-05T03:00:00.000Z',
      'slug#',
      '[masked: 13 digits]',
    ]) {
      expect(Object.values(outputsOf(fixtureRun())).join('\n')).toContain(readable);
    }
    expect(json).toContain('13 digits, the last of them the check digit');
  });
});
