import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { at, edited, isObject, type JsonPath } from '@idvkit/json';
import { resultsOf, RULE_IDS, ruleEntry, type BodyCheck, type BodyContext, type RuleId } from '@idvkit/schema/rules';
import { describe, expect, it } from 'vitest';

import { sampleOf } from '../../../../tools/testing/sample.ts';
import { CAMERA_FORM, created, envelope, info, SERVICE } from '../judges-exchange/build.ts';
import { lifecycle, openResult, submission } from '../judges-payload/submission.ts';

interface Body {
  readonly of: NonNullable<BodyCheck['of']>;
  readonly body: unknown;
  readonly context: BodyContext;
}

const delivered: BodyContext = { source: 'delivery', flow: 'camera', baseUrl: SERVICE };
const read: BodyContext = { source: 'result', flow: 'camera', baseUrl: SERVICE, formSlug: CAMERA_FORM, slug: 's-1' };
const refused = (status: number): Body => ({
  of: 'error',
  body: envelope(status, status === 422 ? { nid: ['is bad'] } : undefined),
  context: { ...read, endpoint: 'create', status },
});

const BODIES: Readonly<Record<string, Body>> = {
  submission: { of: 'payload', body: submission(), context: delivered },
  status: { of: 'payload', body: lifecycle(), context: delivered },
  'drop-off': { of: 'payload', body: lifecycle('drop_off'), context: delivered },
  event: { of: 'delivery', body: lifecycle(), context: delivered },
  result: { of: 'payload', body: openResult(), context: read },
  'whole-result': { of: 'result', body: openResult(), context: read },
  created: { of: 'created', body: created('s-1'), context: { ...read, endpoint: 'create', status: 201 } },
  info: { of: 'info', body: info(), context: { ...read, endpoint: 'info', status: 200 } },
  'error-401': refused(401),
  'error-403': refused(403),
  'error-404': refused(404),
  'error-422': refused(422),
};

const VALUES: readonly unknown[] = [
  undefined,
  null,
  '',
  'other',
  0,
  1.5,
  -1,
  101,
  true,
  false,
  [],
  {},
  [null],
  ['x', {}],
];

function otherValues(value: unknown): readonly unknown[] {
  if (typeof value === 'string') return [...VALUES, `${value}x`, value.toUpperCase(), value.slice(1), ` ${value}`];
  if (typeof value === 'number') return [...VALUES, value + 1, value - 1, String(value)];
  if (Array.isArray(value)) return [...VALUES, [...value, ...value], value.slice(1), [...value, null]];
  return isObject(value) ? [...VALUES, { ...value, another: null }] : VALUES;
}

function pathsIn(value: unknown, path: JsonPath = []): readonly JsonPath[] {
  const members = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  return [path, ...members.flatMap(([key, member]) => pathsIn(member, [...path, key]))];
}

/** Returns what each check says of a body: how often it is right, and where it is wrong. */
function checked({ of, context }: Body, body: unknown): ReadonlyMap<RuleId, string> {
  const found = RULE_IDS.flatMap((id): [RuleId, string][] => {
    const { body: check } = ruleEntry(id);
    if (check === undefined || (check.of ?? 'payload') !== of) return [];
    const results = resultsOf(check.check, body, context);
    const defects = results.filter((result) => result !== 'ok').map(({ path, expected }) => [path, expected]);
    return [[id, JSON.stringify([results.length - defects.length, ...defects])]];
  });
  return new Map(found);
}

function tableOf(shown: Body): string {
  const before = checked(shown, shown.body);
  const lines = pathsIn(shown.body).map((path) => {
    const changes = otherValues(at(shown.body, ...path)).map((value) => {
      const after = checked(
        shown,
        edited(shown.body, path, () => value),
      );
      return [...after].filter(([id, text]) => text !== before.get(id));
    });
    const mark = createHash('sha256').update(JSON.stringify(changes)).digest('hex').slice(0, 6);
    const rules = new Set(
      changes
        .flat()
        .filter(([, text]) => text.includes(','))
        .map(([id]) => id),
    );
    return `${path.join('.')} (${mark}): ${[...rules].join(', ')}`;
  });
  return `${lines.join('\n')}\n`;
}

describe('a body with one other value', () => {
  it.each(sampleOf(Object.entries(BODIES), { every: 6 }))('is checked as approved: %s', async (name, shown) => {
    const file = fileURLToPath(new URL(`approved/bodies/${name}.txt`, import.meta.url));

    await expect(tableOf(shown)).toMatchFileSnapshot(file);
  });
});
