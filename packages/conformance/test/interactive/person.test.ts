import { cameraForm, createMock, DEFAULT_TOKEN, type Mock, type MockOptions } from '@idvkit/mock';
import { describe, expect, it, onTestFinished } from 'vitest';

import {
  runConformance,
  type ConformanceRun,
  type Person,
  type PersonAnswer,
  type PersonRequest,
} from '../../src/index.ts';
import { SMALL } from '../due.ts';

/** Rules that need a person for their evidence: for the rest of the run nobody is needed. */
const ONLY = ['application.submitted-at.*', 'info.deleted.404'];
const NEEDS_SUBMISSION = 'application.submitted-at.set-when-complete';

interface Staging {
  readonly mock: Mock;
  readonly run: (person: Person) => Promise<ConformanceRun>;
}

/** A service without a portal for the run, as staging is. */
async function staging(options: MockOptions = {}): Promise<Staging> {
  const mock = createMock(options);
  const { url } = await mock.listen({ port: 0 });
  onTestFinished(() => mock.close());
  return {
    mock,
    run: (person) =>
      runConformance({
        baseUrl: url,
        formSlug: cameraForm.slug,
        token: DEFAULT_TOKEN,
        person,
        ledger: false,
        only: ONLY,
        budget: SMALL,
        ratePerSecond: 1_000,
        patienceSeconds: 1,
        seed: 7,
      }),
  };
}

/** A person who does, or says, something about each request, and remembers them. */
function personWho(
  act: (request: PersonRequest, turn: number) => PersonAnswer,
): Person & { readonly asked: readonly PersonRequest[] } {
  const asked: PersonRequest[] = [];
  return {
    asked,
    ask: (request) => {
      asked.push(request);
      return Promise.resolve(act(request, asked.length));
    },
  };
}

const verdicts = ({ outcomes }: ConformanceRun): Readonly<Record<string, string>> =>
  Object.fromEntries(outcomes.map(({ rule, verdict }) => [rule.id, verdict]));

describe('a run that a person operates', () => {
  it('judges what the person arranged', async () => {
    const { mock, run } = await staging();
    const person = personWho(({ need, slug }) => {
      if (need === 'submit') mock.portal.submit(slug);
      else if (need === 'delete') mock.portal.delete(slug);
      else return 'skip';
      return 'done';
    });

    const ran = await run(person);

    expect(verdicts(ran)).toMatchObject({
      [NEEDS_SUBMISSION]: 'passed',
      'info.deleted.404': 'passed',
    });
    const [first] = person.asked;
    expect(first).toMatchObject({ need: 'submit', formSlug: cameraForm.slug });
    expect(first?.formUrl).toContain(first?.slug);
    expect(ran.problem).toBeUndefined();
  });

  it('shows no form on the host of somebody else', async () => {
    const { run } = await staging({ publicUrl: 'https://stranger.example' });
    const person = personWho(() => 'leave');
    await run(person);
    expect(person.asked.map(({ formUrl }) => formUrl)).toEqual([undefined]);
  });

  it('believes a person only when the service says the same, or when they insist', async () => {
    const { mock, run } = await staging();
    const hasty = personWho(({ need, slug, notYet }) => {
      if (need !== 'submit') return 'never';
      if (notYet === true) mock.portal.submit(slug);
      return 'done';
    });

    expect(verdicts(await run(hasty))).toMatchObject({ [NEEDS_SUBMISSION]: 'passed' });
    expect(hasty.asked.filter(({ need }) => need === 'submit').map(({ notYet }) => notYet ?? false)).toEqual(
      expect.arrayContaining([false, true]),
    );
  });

  it('leaves out what the person skips, says so, and does not ask for what never is to be', async () => {
    const { run } = await staging();
    const unwilling = personWho(() => 'never');

    const ran = await run(unwilling);

    expect(new Set(unwilling.asked.map(({ need }) => need)).size).toBe(unwilling.asked.length);
    expect(verdicts(ran)[NEEDS_SUBMISSION]).toBe('not-exercised');
    expect(ran.skipped.map(({ reason }) => reason)).toContain('Someone to submit: it was skipped.');
    expect(ran).toMatchObject({ interrupted: false });
    expect(ran.problem).toBeUndefined();
  });

  it('can be left, and reports what was tested until then', async () => {
    const { run } = await staging();
    const leaving = personWho(() => 'leave');
    const left = await run(leaving);

    expect(left).toMatchObject({ interrupted: true, complete: false });
    expect(leaving.asked).toHaveLength(1);
    expect(verdicts(left)[NEEDS_SUBMISSION]).toBe('not-exercised');
  });
});
