import { describe, expect, it } from 'vitest';

import { isShownValue as isShownByAnalyzer } from '../../packages/analyzer/src/lib/collect/shown-text.ts';
import { isReadable } from '../../packages/conformance/src/lib/report/mask/is-readable.ts';
import { kindAt, staysAt } from '../../packages/replay/src/lib/scrub/policy.ts';
import { isShownValue as isShownByReplay } from '../../packages/replay/src/lib/show/shown-values.ts';
import {
  privacyBelow,
  PRIVACY_ROOT,
  privacyOf,
  type PrivacyClass,
  type PrivacyNode,
} from '../../packages/schema/src/privacy.ts';

type Path = readonly (string | number)[];

const nobodysForm = (): boolean => false;

/** Returns what each tool does with a text at a path: shows it, or not; scrub keeps it, or replaces it as a kind. */
function toolsAt(path: Path, text: string): Record<string, unknown> {
  const privacy = privacyOf(path);
  const node = path.reduce(privacyBelow, PRIVACY_ROOT);
  return {
    report: isReadable(text, privacy, nobodysForm),
    show: isShownByReplay(path, 'string', JSON.stringify(text)),
    analyze: isShownByAnalyzer(text, privacy),
    scrub: staysAt(node, 'string', text) ? 'keeps' : kindAt(node),
  };
}

const hits = ['extra', 'identity_aml', 'p', 0, 'output', 'p', 0, 'output', 'content', 'data', 'hits', 0];

describe('the tools and the classes of fields', () => {
  it.each<[PrivacyClass, Path, string, Record<string, unknown>]>([
    ['public', ['application', 'form'], 'kyc-form', { report: false, show: true, analyze: true, scrub: 'keeps' }],
    ['public', ['event', 'type'], 'submit_form', { report: true, show: true, analyze: true, scrub: 'keeps' }],
    ['enum', ['application', 'status'], 'complete', { report: true, show: true, analyze: true, scrub: 'keeps' }],
    [
      'term',
      ['application', 'other_status', 'fraud'],
      'Passed',
      { report: false, show: true, analyze: true, scrub: 'keeps' },
    ],
    [
      'term',
      ['application', 'other_status', 'fraud'],
      'Not run',
      { report: true, show: true, analyze: true, scrub: 'keeps' },
    ],
    ...['Need Review', 'In Progress', 'Escalated to MLRO', 'N/A', 'อนุมัติ', 'Manual review (tier 2)'].map(
      (text): [PrivacyClass, Path, string, Record<string, unknown>] => [
        'term',
        ['application', 'other_status', 'aml'],
        text,
        { report: text === 'N/A', show: true, analyze: true, scrub: 'keeps' },
      ],
    ),
    ...['Approved by Amelia', 'Amelia', '081 234 5678', 'a@b.example', 'k3v9x2p8'].map(
      (text): [PrivacyClass, Path, string, Record<string, unknown>] => [
        'term',
        ['application', 'other_status', 'aml'],
        text,
        { report: false, show: false, analyze: false, scrub: 'text' },
      ],
    ),
    ['term', [...hits, 'match_types', 0], 'name_exact', { report: false, show: true, analyze: true, scrub: 'keeps' }],
    ['trait', ['answers', 'gender', 'value'], 'F', { report: false, show: false, analyze: false, scrub: 'keeps' }],
    [
      'trait',
      ['answers', 'home_address_country', 'value'],
      'THA',
      { report: false, show: false, analyze: false, scrub: 'keeps' },
    ],
    [
      'trait',
      ['answers', 'name_prefix', 'value'],
      'Mr.',
      { report: false, show: false, analyze: false, scrub: 'keeps' },
    ],
    [
      'flag',
      ['answers', 'consent_checkbox_1', 'value'],
      'true',
      { report: false, show: true, analyze: true, scrub: 'keeps' },
    ],
    [
      'time',
      ['event', 'created_at'],
      '2026-01-05T03:00:00+00:00',
      { report: true, show: true, analyze: true, scrub: 'keeps' },
    ],
    [
      'count',
      ['answers', 'consent_version', 'value'],
      '1.2',
      { report: true, show: true, analyze: true, scrub: 'keeps' },
    ],
    [
      'count',
      ['extra', 'ekyc', 'face_compare', 'score'],
      '5e-323',
      { report: true, show: true, analyze: true, scrub: 'keeps' },
    ],
    [
      'link',
      ['extra', 'ekyc', 'liveness', 'url'],
      'https://a.example/',
      { report: false, show: false, analyze: false, scrub: 'image-url' },
    ],
    ['slug', ['application', 'slug'], 'k3v9x2p8', { report: false, show: false, analyze: false, scrub: 'slug' }],
    [
      'random',
      ['event', 'nounce'],
      '0f8fad5b-d9cb-469f-a165-70867728950e',
      { report: true, show: false, analyze: false, scrub: 'identifier' },
    ],
    [
      'wording',
      ['error', 'detail'],
      'No permission -- see authorization schemes',
      { report: true, show: true, analyze: false, scrub: 'text' },
    ],
    ['wording', ['error', 'message'], 'Not Found', { report: true, show: false, analyze: false, scrub: 'text' }],
    [
      'person',
      ['answers', 'nid', 'value'],
      '1101700203450',
      { report: false, show: false, analyze: false, scrub: 'national-id' },
    ],
    [
      'person',
      ['answers', 'full_name_first_name', 'value'],
      'Amelia',
      { report: false, show: false, analyze: false, scrub: 'name' },
    ],
    [
      'person',
      ['answers', 'favourite_team', 'value'],
      'pass',
      { report: false, show: false, analyze: false, scrub: 'text' },
    ],
    ['person', [...hits, 'doc', 'name'], 'pass', { report: false, show: false, analyze: false, scrub: 'text' }],
    ['person', ['anything', 'else'], 'pass', { report: false, show: false, analyze: false, scrub: 'text' }],
  ])('say of a %s at %j what they do with %j', (kind, path, text, expected) => {
    expect(privacyOf(path).class).toBe(kind);
    expect(toolsAt(path, text)).toEqual(expected);
  });

  /** Every path that is listed, with a key or index for each step that stands for any. */
  function* pathsOf(node: PrivacyNode, path: Path, seen: ReadonlySet<PrivacyNode>): Generator<Path> {
    if (node.privacy !== undefined) yield path;
    if (seen.has(node)) return;
    for (const [step, below] of node.below)
      yield* pathsOf(
        below,
        [...path, step === '[]' ? 0 : step === '*' || step === '?' ? 'anything' : step],
        new Set([...seen, node]),
      );
  }

  it.each(['Amelia Clarke', '0812345678', 'สมชาย ใจดี', '1101700203450', 'amelia@clarke.org', 'https://clarke.org/'])(
    'show and keep %j at no path',
    (text) => {
      const paths = [...pathsOf(PRIVACY_ROOT, [], new Set())];
      expect(paths.length).toBeGreaterThan(200);
      const open = paths.filter((path) => {
        const { report, show, analyze, scrub } = toolsAt(path, text);
        return report === true || show === true || analyze === true || scrub === 'keeps';
      });
      expect(open).toEqual([]);
    },
  );
});
