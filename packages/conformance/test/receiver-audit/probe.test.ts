import { describe, expect, it } from 'vitest';

import { countOf, readProbe, wordsOf } from '../../src/lib/receiver-audit/read-probe.ts';
import { audit } from './audit.ts';
import { startReceiver } from './test-receiver.ts';

const ONCE = 'receiver.duplicate.processed-once';

describe('the probe of an audit', () => {
  it('may be a command', async () => {
    await using receiver = await startReceiver();
    const script = `fetch(process.argv[1]).then((answer) => answer.text()).then((text) => console.log(text))`;
    const probe = `${process.execPath} -e '${script}' ${receiver.probe}`;
    expect(await readProbe({ probe })).toBe(0);
    expect([await readProbe({ probe: () => 3 }), await readProbe({ probe: async () => 4 })]).toEqual([3, 4]);
  });

  it('leaves the rule unexercised where its number stands still', async () => {
    await using receiver = await startReceiver({
      instead: ({ url }, response) => url?.endsWith('-counter') === true && response.end('7').writableEnded,
    });
    const { outcomes } = await audit(receiver, { only: [ONCE], probe: `${receiver.url}-counter` });
    expect(outcomes.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['not-exercised', 'A probe whose number goes up by one for each submission that is processed (--probe).'],
    ]);
  });

  it('is asked for before anything is delivered', async () => {
    await using receiver = await startReceiver({ instead: (_, response) => response.end('nothing').writableEnded });
    const run = await audit(receiver, { probe: `${receiver.probe}-nowhere` });
    expect(run.problem).toMatchObject({
      code: 'probe-unusable',
      message: 'Cannot use the probe: it prints no number.',
    });
    expect(run.observations).toEqual([]);
  });

  it.each([
    ['exits with a code', `${process.execPath} -e process.exit(3)`, 'its command ended with code 3'],
    ['does not exist', '/nowhere/probe', 'its command could not be run to its end'],
    ['answers nothing', 'http://127.0.0.1:1/', 'its address does not answer'],
    ['has an address that is none', 'http://[x]/', 'its address cannot be used, as it is not a URL'],
    [
      'has an address with a password',
      'http://user:secret@127.0.0.1:1/',
      'its address cannot be used, as it has a user or password in it',
    ],
    ['says no number', `${process.execPath} -p "'many'"`, 'it prints no number'],
  ])('is refused where it %s', async (_, probe, state) => {
    await expect(readProbe({ probe })).rejects.toMatchObject({
      problem: { message: `Cannot use the probe: ${state}.` },
    });
  });
});

describe('countOf()', () => {
  it.each([
    ['3\n', 3],
    ['{"count": 4, "other": 1}', 4],
    ['{"total": 4}', undefined],
    ['"3"', undefined],
    ['', undefined],
    ['null', undefined],
  ])('reads %j', (text, count) => {
    expect(countOf(text)).toBe(count);
  });
});

describe('wordsOf()', () => {
  it('keeps what is quoted together, and gives nothing to a shell', () => {
    expect(wordsOf(`psql -tAc "select count(*) from kyc" -v'a b' $HOME;ls`)).toEqual([
      'psql',
      '-tAc',
      'select count(*) from kyc',
      '-va b',
      '$HOME;ls',
    ]);
  });
});
