import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import type * as consumer from '@idvkit/schema/consumer';
import type { Delivery, UnknownValue } from '@idvkit/schema/consumer';
import { parseDelivery } from '@idvkit/schema/receiver';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type * as z from 'zod';

import { consumerTypes } from '../scripts/consumer-types.ts';

const run = promisify(execFile);

describe('generated types', () => {
  it('are current: run `pnpm --filter @idvkit/schema run consumer-types` after a change', async () => {
    for (const [path, text] of Object.entries(consumerTypes())) {
      const committed = await readFile(new URL(`../src/lib/${path}`, import.meta.url), 'utf8');
      expect(withoutLayout(committed)).toBe(withoutLayout(text));
    }
  });

  it('are those of the zod schemas', () => {
    expectTypeOf<z.infer<typeof consumer.delivery>>().toEqualTypeOf<Delivery>();
    expectTypeOf<z.infer<typeof consumer.submitFormDelivery>>().toEqualTypeOf<consumer.Submission>();
    expectTypeOf<z.infer<typeof consumer.lifecycleDelivery>>().toEqualTypeOf<consumer.LifecycleDelivery>();
    expectTypeOf<z.infer<typeof consumer.submittedApplication>>().toEqualTypeOf<consumer.SubmittedApplication>();
    expectTypeOf<z.infer<typeof consumer.amlEntry>>().toEqualTypeOf<consumer.AmlEntry>();
    expectTypeOf<z.infer<typeof consumer.createResponse>>().toEqualTypeOf<consumer.CreateResponse>();
    expectTypeOf<z.infer<typeof consumer.resultResponse>>().toEqualTypeOf<consumer.ResultResponse>();
    expectTypeOf<z.infer<typeof consumer.infoResponse>>().toEqualTypeOf<consumer.InfoResponse>();
    expectTypeOf<z.infer<typeof consumer.errorEnvelope>>().toEqualTypeOf<consumer.ErrorEnvelope>();
    expectTypeOf<z.infer<typeof consumer.createValidationError>>().toEqualTypeOf<consumer.CreateValidationError>();
    expectTypeOf<z.infer<typeof consumer.submitValidationError>>().toEqualTypeOf<consumer.SubmitValidationError>();
    expectTypeOf<z.infer<typeof consumer.resendNotFoundError>>().toEqualTypeOf<consumer.ResendNotFoundError>();
  });

  it('have a comment with its section on every field', async () => {
    const source = await readFile(new URL('../src/lib/consumer/types.ts', import.meta.url), 'utf8');
    const lines = source.split('\n');
    const fields = lines.flatMap((line, index) =>
      /^ +\w+\??:/.test(line) ? [{ line, before: lines[index - 1] }] : [],
    );

    expect(fields.length).toBeGreaterThan(150);
    for (const { before } of fields) expect(before).toMatch(/\/\*\* \S.*\. @see Specification, ".+" \*\/$/);
  });
});

describe('types of a delivery', () => {
  const received = parseDelivery('{"event":{"type":"archived"},"application":{"slug":"k3v9","status":"complete"}}');

  it('do not compile with a misspelt key or value', () => {
    // @ts-expect-error stauts is not a key of an application
    expect(received.application?.stauts).toBeUndefined();
    // @ts-expect-error scor is not a key of a face comparison
    expect(received.extra?.ekyc?.face_compare?.scor).toBeUndefined();
    // @ts-expect-error submited_at is not a key of an application
    expect(received.application?.submited_at).toBeUndefined();
    // @ts-expect-error aplication is not a key of a delivery
    expect(received.aplication).toBeUndefined();
    // @ts-expect-error submitform is not a type of an event
    // oxlint-disable-next-line typescript/no-unsafe-enum-comparison -- It must not compile.
    expect(received.event.type === 'submitform').toBe(false);
    // @ts-expect-error compleet is not a status of an application
    // oxlint-disable-next-line typescript/no-unsafe-enum-comparison -- It must not compile.
    expect(received.application?.status === 'compleet').toBe(false);
  });

  it('leave room for values that are not known yet', () => {
    expect((received.event.type as string) === 'archived').toBe(true);
    expectTypeOf(received.event.type).toExtend<string>();
    expectTypeOf<UnknownValue>().toExtend<string>();
  });

  it('are shown by the names of their interfaces', async () => {
    const folder = await mkdtemp(fileURLToPath(new URL('shown-', import.meta.url)));
    try {
      const file = `${folder}/shown.ts`;
      await writeFile(
        file,
        `import { parseDelivery } from '@idvkit/schema/receiver';
         import { createClient } from '@idvkit/schema/client';
         const client = createClient({ baseUrl: 'https://idv.example.com', token: 't' });
         export const delivery = parseDelivery('{}');
         export const application = delivery.application;
         export const ekyc = delivery.extra?.ekyc;
         export const result = () => client.result({ formSlug: 'kyc', slug: 'k3v9' });`,
      );
      const options =
        '--ignoreConfig --declaration --emitDeclarationOnly --strict --module nodenext --lib esnext --types node';
      const conditions = '--customConditions @idvkit/source --allowImportingTsExtensions';
      const root = fileURLToPath(new URL('../../..', import.meta.url));
      const tsc = `${root}node_modules/typescript/bin/tsc`;
      const paths = ['--rootDir', root, '--outDir', folder, file];
      await run(process.execPath, [tsc, ...options.split(' '), ...conditions.split(' '), ...paths]);

      const written = `${folder}/packages/schema/test/${basename(folder)}/shown.d.ts`;
      const declared = (await readFile(written, 'utf8')).replaceAll(/import\("[^"]*"\)\./g, '');
      expect(declared.match(/^export declare const .*/gm)).toMatchInlineSnapshot(`
        [
          "export declare const delivery: Delivery;",
          "export declare const application: Application | undefined;",
          "export declare const ekyc: Ekyc | undefined;",
          "export declare const result: () => Promise<ResultResponse>;",
        ]
      `);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

/** A source without what a formatter decides. */
function withoutLayout(source: string): string {
  return source.replaceAll(/[\s,;()|"']+/g, '');
}
