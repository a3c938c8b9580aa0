import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Ledger } from './ledger.ts';

const baseUrl = 'https://idv.example.com';
const fingerprintOf = (slug: string): string => `slug#${slug}`;
const made = (slug: string): { slug: string; form: string } => ({ slug, form: 'kyc' });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-ledger-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('Ledger.open()', () => {
  it('leaves nothing behind where it can be written', async () => {
    await new Ledger({ maxCreates: 2, baseUrl, fingerprintOf, file: join(folder, 'ledger.json') }).open();

    expect(await readdir(folder)).toEqual([]);
  });

  it('fails before anything is created where it cannot be written', async () => {
    const ledger = new Ledger({ maxCreates: 2, baseUrl, fingerprintOf, file: '/proc/idvkit.ledger.json' });

    await expect(ledger.open()).rejects.toMatchObject({
      problem: {
        code: 'ledger-unusable',
        message: 'Cannot keep the ledger "/proc/idvkit.ledger.json": it cannot be written.',
      },
    });
  });
});

describe('a budget', () => {
  it('is used up by what was created, not by what was refused', async () => {
    const ledger = new Ledger({ maxCreates: 2, baseUrl, fingerprintOf });
    const asked: boolean[] = [];
    for (const slug of ['a', undefined, 'b', 'c']) {
      asked.push(await ledger.reserve());
      if (asked.at(-1) === true) await ledger.settle(slug === undefined ? undefined : made(slug));
    }

    expect(asked).toEqual([true, true, true, false]);
    expect(ledger.created).toEqual(['a', 'b']);
    expect(ledger.closed).toBe('The budget of 2 applications is used up');
  });

  it('lets a call wait for those under way, which may be refused', async () => {
    const ledger = new Ledger({ maxCreates: 1, baseUrl, fingerprintOf });
    await ledger.reserve();
    const second = ledger.reserve();
    const third = ledger.reserve();
    await ledger.settle(undefined);
    expect(await second).toBe(true);
    await ledger.settle(made('a'));

    expect(await third).toBe(false);
  });

  it('counts applications whose slug is not known', async () => {
    const ledger = new Ledger({ maxCreates: 1, baseUrl, fingerprintOf });
    await ledger.reserve();
    await ledger.settle({ slug: undefined, form: 'kyc' });

    expect(await ledger.reserve()).toBe(false);
    expect(ledger.created).toEqual([]);
  });

  it('of nothing creates nothing', async () => {
    expect(await new Ledger({ maxCreates: 0, baseUrl, fingerprintOf }).reserve()).toBe(false);
  });

  it('is of no use once creating was stopped', async () => {
    const ledger = new Ledger({ maxCreates: 9, baseUrl, fingerprintOf });
    ledger.close('No credit');
    ledger.close('Another reason');

    expect([await ledger.reserve(), ledger.closed]).toEqual([false, 'No credit']);
  });
});

describe('a ledger', () => {
  it('keeps what several runs write at the same time', async () => {
    const file = join(folder, 'sub', 'ledger.json');
    const [one, other] = [
      new Ledger({ maxCreates: 9, baseUrl, fingerprintOf, file }),
      new Ledger({ maxCreates: 9, baseUrl, fingerprintOf, file }),
    ];
    for (const [ledger, slug] of [
      [one, 'a'],
      [other, 'b'],
      [one, 'c'],
    ] as const) {
      await ledger.reserve();
      await ledger.settle(made(slug));
    }

    const { format, created } = JSON.parse(await readFile(file, 'utf8')) as {
      format: string;
      created: { slug: string; fingerprint: string }[];
    };
    expect(format).toBe('idvkit.ledger');
    expect(created.map(({ slug }) => slug).toSorted()).toEqual(['a', 'b', 'c']);
    expect(created.every(({ slug, fingerprint }) => fingerprint === `slug#${slug}`)).toBe(true);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it.each(['not json', '{"created":[]}', '[]'])('touches nothing that is no ledger: %s', async (content) => {
    const file = join(folder, 'notes.json');
    await writeFile(file, content);

    await expect(new Ledger({ maxCreates: 1, baseUrl, fingerprintOf, file }).open()).rejects.toMatchObject({
      problem: { code: 'ledger-unusable' },
    });
    expect(await readFile(file, 'utf8')).toBe(content);
  });

  it('begins where there is none', async () => {
    await expect(
      new Ledger({ maxCreates: 1, baseUrl, fingerprintOf, file: join(folder, 'new.json') }).open(),
    ).resolves.toBeUndefined();
  });
});
