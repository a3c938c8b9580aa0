import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { fixtures } from '@idvkit/schema/fixtures';
import { describe, expect, it, onTestFinished } from 'vitest';

const schemas = fileURLToPath(new URL('../../packages/schema/', import.meta.url));
const VERSION = '4.25.1';

/** Prints, per body, the number of errors that python3-jsonschema finds. Reads `{ bundles, bodies }` from stdin. */
const PYTHON = `
import json, sys
from jsonschema import validators
given = json.load(sys.stdin)
found = []
for path in given["bundles"]:
    bundle = json.load(open(path, encoding="utf-8"))
    for name, body in given["bodies"]:
        schema = {**bundle, "$ref": f"#/$defs/{name}"}
        validator = validators.validator_for(schema)
        validator.check_schema(schema)
        found.append(len(list(validator(schema).iter_errors(body))))
json.dump(found, sys.stdout)
`;
// Downloads the package.
describe('python3-jsonschema', () => {
  it('accepts the fixtures, and finds what is wrong in others', () => {
    const folder = mkdtempSync(join(tmpdir(), 'idvkit-python-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    execFileSync('python3', ['-m', 'venv', folder]);
    const python = join(folder, 'bin/python');
    execFileSync(python, ['-m', 'pip', 'install', '--quiet', `jsonschema==${VERSION}`]);
    const { application } = fixtures.submitForm();
    const bundles = ['strict', 'consumer'].map((strength) => `${schemas}json-schema/${strength}/bundle.json`);
    const bodies = [
      ['SubmitFormDelivery', fixtures.submitForm()],
      ['LifecycleDelivery', fixtures.dropOff()],
      ['ResultResponse', fixtures.resultResponse()],
      ['CreateResponse', fixtures.createResponse()],
      ['SubmitFormDelivery', { ...fixtures.submitForm(), event: {} }],
      ['SubmitFormDelivery', { ...fixtures.submitForm(), application: { ...application, no: 'COK00๑' } }],
      ['SubmitFormDelivery', { ...fixtures.submitForm(), application: { ...application, no: `${application.no}\n` } }],
    ];
    const { stdout, stderr } = spawnSync(python, ['-c', PYTHON], { input: JSON.stringify({ bundles, bodies }) });

    expect(String(stderr).replaceAll(/.*DeprecationWarning.*\n/g, '')).toBe('');
    const found = JSON.parse(String(stdout)) as number[]; // As the script prints it.
    expect(found).toHaveLength(bundles.length * bodies.length);
    const isRefused = found.map((errors, index) => [index % bodies.length, errors > 0]);
    // The tolerant schemas do not check formats. Python's `\d` would accept this digit, and its `$` the line feed.
    expect(isRefused).toEqual(
      bundles.flatMap((path) =>
        bodies.map((_, index) => [index, index === 4 || (index > 4 && path.includes('strict'))]),
      ),
    );
  });
});
