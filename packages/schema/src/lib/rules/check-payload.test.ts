import { arbitraries, BREAKABLE_RULE_IDS, nearValid } from '@idvkit/schema/generators';
import { checkPayload, ruleEntry, type RuleId } from '@idvkit/schema/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const OF_PAYLOADS = new Set(['payload', 'delivery', 'result']);
const rules = BREAKABLE_RULE_IDS.filter((id) => OF_PAYLOADS.has(ruleEntry(id).body?.of ?? ''));
const brokenIn = (...given: Parameters<typeof checkPayload>): RuleId[] =>
  checkPayload(...given).map(({ rule }) => rule);
/** Returns a value with a null at the end of so many steps. */
const nullAt = (steps: number): unknown => (steps === 0 ? null : { a: nullAt(steps - 1) });

describe('checkPayload()', () => {
  it.each(rules)('finds %s', (id) => {
    fc.assert(
      fc.property(nearValid(id), ({ body, also, kind }) => {
        const found = brokenIn(body, { source: kind === 'resultResponse' ? 'result' : 'delivery', baseUrl: '' });
        expect(found).toContain(id);
        expect(found.filter((each) => each !== id && !also.includes(each))).toEqual([]);
      }),
      { numRuns: 3 },
    );
  });

  it.each([arbitraries.submitFormDelivery(), arbitraries.lifecycleDelivery(), arbitraries.resultResponse()])(
    'finds nothing in what is valid, and knows a delivery by its event',
    (bodies) => {
      fc.assert(
        fc.property(bodies as fc.Arbitrary<unknown>, (body) => {
          expect(brokenIn(body)).toEqual([]);
        }),
        { numRuns: 20 },
      );
    },
  );

  it('asks a result for no event', () => {
    expect(brokenIn(7, { source: 'result' })).not.toContain('event.present');
    expect(brokenIn(7, { source: 'delivery' })).toContain('event.present');
  });

  it.each([
    [33, true],
    [34, false],
  ])('looks for nulls up to 33 steps below: %i', (steps, isFound) => {
    const pathsIn = (body: unknown): number[] =>
      checkPayload(body).flatMap(({ rule, path }) => (rule === 'convention.omitted-not-null' ? [path.length] : []));
    expect(pathsIn(nullAt(steps))).toEqual(isFound ? [steps] : []);
    expect(pathsIn({ a: nullAt(steps - 1), b: null })).toEqual(isFound ? [steps, 1] : [1]);
  });

  it('reports a null in the place of a part that a lifecycle event does not have only as a null', () => {
    const body = { event: { type: 'drop_off', version: null }, application: {}, answers: null, extra: null };
    const nulls = checkPayload(body).filter(({ actual }) => actual === null);
    expect(nulls.map(({ rule, path }) => [rule, ...path])).toEqual([
      ['convention.omitted-not-null', 'event', 'version'],
      ['convention.omitted-not-null', 'answers'],
      ['convention.omitted-not-null', 'extra'],
    ]);
  });

  it.each([
    ['content', { result: null }, true],
    ['input', { result: null }, true],
    ['p', { input: { name: null } }, false],
    ['p', { output: { p: [{ output: { content: null } }] } }, true],
    ['p', { output: { p: [{ output: { content: { data: null } } }] } }, false],
  ])('looks for nulls in what the service writes of provider %s: %j', (provider, run, isFound) => {
    const body = { extra: { identity_aml: { [provider]: [run] } } };
    expect(brokenIn(body).includes('convention.omitted-not-null')).toBe(isFound);
  });

  it.each([
    [{ application: { bank_statement: { a: null } } }, true],
    [{ extra: { bank_statement: { a: null } } }, false],
    [{ extra: { identity_aml: { p: { input: { name: null } } } } }, false],
  ])('looks for nulls in what the service writes: %j', (body, isFound) => {
    expect(brokenIn(body).includes('convention.omitted-not-null')).toBe(isFound);
  });

  it.each([
    [{ is_any_in_pep: true }, [], '`values_list` leaves out is_any_in_pep, which is true', 'with is_any_in_pep'],
    [
      { is_any_in_pep: false },
      ['is_any_in_pep'],
      '`values_list` names is_any_in_pep, which is false',
      'without is_any_in_pep',
    ],
  ])('says what is wrong in a list of flags', (result, values_list, message, expected) => {
    const body = { extra: { identity_aml: { p: [{ result, values_list }] } } };
    expect(checkPayload(body)).toContainEqual(
      expect.objectContaining({ rule: 'aml.run.values-list-lists-true', message, expected }),
    );
  });

  it.each([
    ['/image?q=1&exp=2', 'https://idv.example', 'A signed image URL is not absolute', 'absolute URL on idv.example'],
    ['/image?q=1&exp=2', 'not a URL', 'A signed image URL is not absolute', 'absolute URL'],
    ['/image?q=1&exp=2', undefined, 'A signed image URL is not absolute', 'absolute URL'],
    [
      'https://other.example/image?q=1&exp=2',
      'https://idv.example',
      'Signed image URLs are on another host than the service (does a gateway hide its own address?)',
      'absolute URL on idv.example',
    ],
  ])('says what is wrong with the host of %s at %s', (url, baseUrl, message, expected) => {
    const body = { extra: { ekyc: { liveness: { url } } } };
    expect(checkPayload(body, { source: 'result', baseUrl })).toContainEqual(
      expect.objectContaining({ rule: 'image.url.absolute-on-service-host', message, expected }),
    );
  });

  it('checks a body of 100,000 levels', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}null${']'.repeat(100_000)}`);
    expect(brokenIn(deep, { source: 'delivery' })).toEqual(['event.present']);
    expect(brokenIn({ answers: { pets: { value: deep } } })).not.toContain('convention.omitted-not-null');
  });
});
