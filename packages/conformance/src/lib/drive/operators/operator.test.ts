import { describe, expect, it, vi } from 'vitest';

import type { ApplicationSubject, FormSubject } from '../calls/service-calls.ts';
import { createCommandClock, createCommandOperator } from './command-operator.ts';
import { createFixturesOperator } from './fixtures-operator.ts';
import { chainOperators, type Operator } from './operator.ts';

const form: FormSubject = { slug: 'kyc', flow: 'camera' };
const application: ApplicationSubject = { form, slug: 'a1', state: 'open', formUrl: 'https://idv.example.com/f?x=1' };
const environment = { IDV_API_TOKEN: 'tok-1234' };

describe('chainOperators()', () => {
  it('takes each part from the first that has it', async () => {
    const done: string[] = [];
    const does = (name: string) => () => {
      done.push(name);
      return Promise.resolve();
    };
    const chain = chainOperators({ submit: does('first') }, { submit: does('second'), delete: does('delete') });
    await chain.submit?.(application, {});
    await chain.delete?.(application);

    expect(done).toEqual(['first', 'delete']);
    expect(chain.expire).toBeUndefined();
  });

  it('looks for what is there already in all of them, and closes all of them', async () => {
    let closed = 0;
    const close = (): Promise<void> => {
      closed += 1;
      return Promise.resolve();
    };
    const none: Operator = { existing: () => undefined, close };
    const some: Operator = { existing: () => application, close };
    const chain = chainOperators(none, {}, some);

    expect(chain.existing?.('open')).toBe(application);
    await chain.close?.();
    expect(closed).toBe(2);
  });
});

describe('createFixturesOperator()', () => {
  it('knows what the configuration names, and nothing else', async () => {
    const operator = createFixturesOperator(
      {
        submittedSlug: 's1',
        plainFormSlug: 'plain',
        plainAnswers: { a: 1 },
        noCreditToken: 'poor',
        badAnswers: { nid: '1' },
      },
      form,
    );

    expect(operator.existing?.('submitted')).toEqual({ form, slug: 's1', state: 'submitted' });
    expect(operator.existing?.('deleted')).toBeUndefined();
    expect(await operator.plainForm?.()).toEqual({ slug: 'plain', flow: 'plain', answers: { a: 1 } });
    expect(await operator.emptyWorkspace?.()).toEqual({ token: 'poor', form });
    expect(await operator.badAnswers?.()).toEqual({ nid: '1' });
    expect([operator.revokedToken, operator.inputParameters, operator.submit]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('createCommandOperator()', () => {
  const baseUrl = 'https://idv.example.com/v1';

  it.each([
    'http://idv.example.com/f',
    'https://evil.example/f',
    'https://idv.example.com@evil.example/',
    'file:///etc/passwd',
    '-oProxyCommand=x',
    'https://idv.example.com/\0/a1',
    'https://idv.example.com/\n',
    ' https://idv.example.com/f',
  ])('leaves the variable out for the address %j, and says why if the command fails', async (formUrl) => {
    const commands = { submit: 'test "${IDV_FORM_URL-none}" != none' };
    const submitting = createCommandOperator({ baseUrl, commands, environment }).submit?.(
      { ...application, formUrl },
      {},
    );

    await expect(submitting).rejects.toThrow(
      /ended with code 1: test .* in \/.*\. It was not given IDV_FORM_URL: the `form_url` of the service is not an http or https address/,
    );
  });

  it('gives commands slug, form and wish in their environment, whatever the slug holds', async () => {
    const slug = '-a.b:c/d=';
    const commands = {
      submit: 'test "$IDV_SLUG $IDV_FORM_SLUG $IDV_WISH" = "-a.b:c/d= kyc flow=camera outcome=pass attempts=2"',
    };
    const submitting = createCommandOperator({ baseUrl, commands, environment }).submit?.(
      { ...application, slug },
      { score: 80, retries: 1 },
    );

    await expect(submitting).resolves.toBeUndefined();
  });

  it('reads the tokens that commands revoke, or leave without credit, once', async () => {
    const commands = { revokeToken: 'echo tok-$$', useUpCredit: 'echo tok-poor' };
    const operator = createCommandOperator({ baseUrl, commands, environment, noCreditForm: form });
    const revoked = await operator.revokedToken?.();

    expect(revoked).toMatch(/^tok-\d+$/);
    expect(await operator.revokedToken?.()).toBe(revoked);
    expect(await operator.emptyWorkspace?.()).toEqual({ token: 'tok-poor', form });
  });

  it('refuses output that is no token', async () => {
    const operator = createCommandOperator({ baseUrl, commands: { revokeToken: 'echo Done: x' }, environment });

    await expect(operator.revokedToken?.()).rejects.toThrow(
      'Cannot use `operator.revokeToken`: its output is not an API token.',
    );
  });

  it('has the parts that have a command', () => {
    const operator = createCommandOperator({
      baseUrl,
      commands: { submit: 'true', readCredit: 'echo 7' },
      environment,
    });

    expect(Object.keys(operator).toSorted()).toEqual(['readCredit', 'submit']);
  });

  it('gives commands the form of the applicant in their environment', async () => {
    const commands = { submit: 'test "$IDV_FORM_URL" = "https://idv.example.com/f?x=1" && test {slug} = a1' };

    await expect(
      createCommandOperator({ baseUrl, commands, environment }).submit?.(application, {}),
    ).resolves.toBeUndefined();
  });

  it('reads credit as a number', async () => {
    expect(
      await createCommandOperator({ baseUrl, commands: { readCredit: 'echo 12' }, environment }).readCredit?.(),
    ).toBe(12);
  });

  it.each(['echo much', 'true'])('takes no credit from what is not a number: %s', async (readCredit) => {
    const operator = createCommandOperator({ baseUrl, commands: { readCredit }, environment });

    await expect(operator.readCredit?.()).rejects.toThrow('not a number');
  });
});

describe('createCommandClock()', () => {
  it('is there where a command moves time', async () => {
    const clock = createCommandClock({ commands: { pass: 'test {ms} = 1500' }, environment });
    const stopped = vi.spyOn(Date, 'now').mockReturnValue(10_000);

    expect(await clock?.advance(1500, 0)).toBe(11_500);
    stopped.mockRestore();
    expect(createCommandClock({ commands: {}, environment })).toBeUndefined();
  });
});
