import { generateKeyPairSync } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { conformanceStatement } from '@idvkit/schema/formats';
import { SPECIFICATION_SHA256 } from '@idvkit/schema/specification';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { openStatement } from '../../src/lib/statement/envelope.ts';
import { readPublicKey } from '../../src/lib/statement/key-file.ts';
import { fixtureRun, keptRun } from '../report/fixture-run.ts';
import { call, type Called } from './calling.ts';
import { folderWith } from './folder.ts';

/** A folder with a report, a key pair, and a statement about the report. */
async function stated(run = keptRun()): Promise<string> {
  const cwd = await folderWith();
  await writeKeys(cwd, 'key');
  await call(['run', '--report', 'json=report.json'], { cwd, run });
  const { code, io } = await sign(cwd);
  expect([code, io.stderrText]).toEqual([0, '']);
  return cwd;
}

async function writeKeys(cwd: string, name: string, type: 'ed25519' | 'ed448' = 'ed25519'): Promise<void> {
  // Each kind has an overload.
  const { privateKey, publicKey } = type === 'ed25519' ? generateKeyPairSync(type) : generateKeyPairSync(type);
  await writeFile(join(cwd, `${name}.pem`), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  await writeFile(join(cwd, `${name}.pub.pem`), publicKey.export({ type: 'spki', format: 'pem' }));
}

const sign = (cwd: string, ...more: readonly string[]): Promise<Called> =>
  call(['statement', 'report.json', '--key', 'key.pem', '--out', 'statement.json', ...more], { cwd });
const verify = (cwd: string, ...more: readonly string[]): Promise<Called> =>
  call(['statement', 'verify', 'statement.json', '--key', 'key.pub.pem', ...more], { cwd });

describe('idv-conformance statement', () => {
  it('signs what others can verify without a network', async () => {
    const cwd = await stated();
    const { code, io } = await verify(cwd, '--report', 'report.json');

    expect([code, io.stderrText]).toEqual([0, '']);
    expect(io.stdoutText).toMatch(/^PASSED: \d+ passed, 0 failed, \d+ not tested \(idv-conformance 0\.1\.0, spec/);
  });

  it('names hashes and rules, and neither the address of the target nor anything observed', async () => {
    const cwd = await stated();
    const opened = openStatement(
      await readFile(join(cwd, 'statement.json')),
      await readPublicKey(join(cwd, 'key.pub.pem')),
    );
    if (!opened.ok) throw new Error(opened.state);
    const { predicate } = opened.statement;

    expect(predicate.configuration[0]).toEqual({ name: 'specification', digest: { sha256: SPECIFICATION_SHA256 } });
    expect(predicate.idvkit.target.fingerprint).toMatch(/^[\da-f]{32}$/);
    expect(predicate.idvkit.expiresAt).toBe('2026-04-05T03:00:00.000Z');
    expect(JSON.stringify(opened.statement)).not.toContain(new URL(keptRun().target.baseUrl).host);
    expect(conformanceStatement.parse(opened.statement)).toEqual(opened.statement);
  });

  it('notices a change of any byte', async () => {
    const cwd = await stated();
    const bytes = await readFile(join(cwd, 'statement.json'));
    const key = await readPublicKey(join(cwd, 'key.pub.pem'));
    const byte = fc.integer({ min: 0, max: 255 });
    const places = fc.integer({ min: 0, max: bytes.length - 1 });

    fc.assert(
      fc.property(places, byte, (at, value) => {
        fc.pre(bytes[at] !== value);
        const changed = bytes.with(at, value);
        expect(openStatement(changed, key).ok).toBe(false);
      }),
      { numRuns: 500 },
    );
    expect(openStatement(Buffer.concat([bytes, Buffer.from('\n')]), key).ok).toBe(false);
    expect(openStatement(bytes.subarray(0, -1), key).ok).toBe(false);
  });

  it('says FAILED of a run in which a rule failed', async () => {
    const failed = await stated(fixtureRun());
    const { code, io } = await verify(failed, '--badge', 'badge.svg');

    expect(code).toBe(0);
    expect(io.stdoutText).toMatch(/^FAILED: /);
    expect(await readFile(join(failed, 'badge.svg'), 'utf8')).toMatch(/fill="#b9252b"[^]*\d+ rules? failed/);
  });

  it('writes badges that turn grey when the statement expires', async () => {
    const cwd = await stated();
    const badges = ['--badge', 'badge.svg', '--badge', 'badge.json'];
    await verify(cwd, ...badges);
    const green = await readFile(join(cwd, 'badge.svg'), 'utf8');
    expect(green).toContain('#1a7f4b');
    expect(JSON.parse(await readFile(join(cwd, 'badge.json'), 'utf8'))).toMatchObject({
      schemaVersion: 1,
      message: expect.stringMatching(/^\d+ rules passed$/),
      isError: false,
    });

    const argv = ['statement', 'verify', 'statement.json', '--key', 'key.pub.pem', ...badges];
    const late = await call(argv, { cwd, now: Date.parse('2026-04-05T03:00:00Z') });
    expect(late.code).toBe(1);
    expect(late.io.stderrText).toContain('Cannot rely on the statement "statement.json": it expired on 2026-04-05.');
    expect(await readFile(join(cwd, 'badge.svg'), 'utf8')).toMatch(/fill="#6a737d"[^]*expired/);
    expect(JSON.parse(await readFile(join(cwd, 'badge.json'), 'utf8'))).toMatchObject({
      message: 'expired',
      isError: true,
    });
  });

  it('turns a badge grey when the statement is replaced by something else', async () => {
    const cwd = await stated();
    await verify(cwd, '--badge', 'badge.svg');
    await writeFile(join(cwd, 'statement.json'), '{}');
    const { code, io } = await verify(cwd, '--badge', 'badge.svg');

    expect(code).toBe(2);
    expect(io.stderrText).toContain('it is not a statement of idv-conformance');
    expect(await readFile(join(cwd, 'badge.svg'), 'utf8')).toMatch(/fill="#6a737d"[^]*not verified/);
  });

  it('refuses a statement about another report, and one of another key', async () => {
    const cwd = await stated();
    await writeFile(join(cwd, 'other.json'), '{}');
    await writeKeys(cwd, 'other');
    const about = await verify(cwd, '--report', 'other.json');
    const signed = await call(['statement', 'verify', 'statement.json', '--key', 'other.pub.pem'], { cwd });

    expect([about.code, signed.code]).toEqual([1, 1]);
    expect(about.io.stderrText).toContain('it is about another report.');
    expect(signed.io.stderrText).toContain('it is signed with another key.');
  });

  it.each([
    ['no key', ['report.json', '--out', 'x.json'], '--key is missing'],
    ['a key that is not there', ['report.json', '--key', 'none.pem', '--out', 'x.json'], 'it does not exist'],
    ['a public key', ['report.json', '--key', 'mine.pem', '--out', 'x.json'], 'it is not a private ed25519 key in PEM'],
    [
      'another kind of key',
      ['report.json', '--key', 'ed448.pem', '--out', 'x.json'],
      'it is not a private ed25519 key',
    ],
    [
      'a key that others may read',
      ['report.json', '--key', 'open.pem', '--out', 'x.json'],
      'others may read it (mode 644)',
    ],
    [
      'an old run',
      ['report.json', '--key', 'key.pem', '--out', 'x.json', '--expires', '1m'],
      'its statement expired on',
    ],
    ['no report', ['none.json', '--key', 'key.pem', '--out', 'x.json'], 'Cannot read the report "none.json"'],
    ['a private key to verify with', ['verify', 'statement.json', '--key', 'key.pem'], 'it holds a private key'],
    ['what is not a statement', ['verify', 'report.json', '--key', 'key.pub.pem'], 'it is not a statement of idv'],
    ['another kind of badge', ['verify', 'x', '--key', 'key.pub.pem', '--badge', 'x.png'], 'it is not a kind of badge'],
  ])('refuses %s in one message', async (_, argv, state) => {
    const cwd = await stated();
    await writeKeys(cwd, 'ed448', 'ed448');
    await writeFile(join(cwd, 'mine.pem'), await readFile(join(cwd, 'key.pub.pem')), { mode: 0o600 });
    await writeFile(join(cwd, 'open.pem'), await readFile(join(cwd, 'key.pem')));
    await chmod(join(cwd, 'open.pem'), 0o644);
    const { code, io } = await call(['statement', ...argv], { cwd });

    expect([code, io.stdoutText]).toEqual([2, '']);
    expect(io.stderrText).toContain(state);
    expect(io.stderrText.trimEnd().split('\n')).toHaveLength(2);
  });

  it('refuses the report of a run that ended early', async () => {
    const early = await folderWith();
    await writeKeys(early, 'key');
    await call(['run', '--report', 'json=report.json'], { cwd: early, run: { ...keptRun(), complete: false } });
    const { code, io } = await sign(early);

    expect(code).toBe(2);
    expect(io.stderrText).toContain('Cannot use "report.json": its run ended early.');
  });
});
