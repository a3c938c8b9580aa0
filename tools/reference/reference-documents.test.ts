import { globSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { describeCommands } from '../../packages/cli-kit/src/index.ts';
import { createTestIo } from '../../packages/cli-kit/src/testing.ts';
import { CONDITIONAL_FAULTS } from '../../packages/conformance/test/independent-service/conditional-faults.ts';
import { idvkit } from '../../packages/idvkit/src/lib/idvkit.ts';
import {
  CONDITIONAL_FAULTS_DOCUMENT,
  conditionalFaultsDocument,
} from '../conditional-faults/conditional-faults-document.ts';
import measurements from '../conditional-faults/measurements.json' with { type: 'json' };
import { MUTANTS_DOCUMENT, mutantsDocument } from '../mutants/mutants-document.ts';
import scores from '../mutants/scores.json' with { type: 'json' };
import { PEERS_DOCUMENT, peersDocument } from '../peers/peers-document.ts';
import results from '../peers/results.json' with { type: 'json' };
import { PROOFS, PROOFS_DOCUMENT, proofsDocument } from '../proofs/proofs.ts';
import proofResults from '../proofs/results.json' with { type: 'json' };
import { COMMANDS_DOCUMENT, commandPage } from './command-page.ts';
import { LLMS_TEXT, llmsText } from './llms-text.ts';
import { schemasDocument } from './schemas-document.ts';

const root = new URL('../../', import.meta.url);
const published = (path: string): string => readFileSync(new URL(path, root), 'utf8');

it('marks an option as required once', async () => {
  const descriptions = (await commandPage()).split(/^ +-/m);
  const marked = (times: number): string[] => descriptions.filter((text) => text.split('(required)').length > times);
  expect(marked(1).length).toBeGreaterThan(10);
  expect(marked(2)).toEqual([]);
});

describe('after a change, `pnpm run docs` writes', () => {
  it('the page of the commands', async () => {
    expect(published(COMMANDS_DOCUMENT)).toBe(await commandPage());
  });

  it('the entries of the schema package, for language models', () => {
    expect(published(LLMS_TEXT)).toBe(llmsText());
  });

  it('what is found of conditional faults', () => {
    expect(published(CONDITIONAL_FAULTS_DOCUMENT)).toBe(conditionalFaultsDocument(CONDITIONAL_FAULTS, measurements));
  });

  it('the scores of mutants', () => {
    expect(published(MUTANTS_DOCUMENT)).toBe(mutantsDocument(scores));
  });

  it('the table of other validators', () => {
    expect(published(PEERS_DOCUMENT)).toBe(peersDocument(results));
  });

  it('the results of proofs', () => {
    expect(published(PROOFS_DOCUMENT)).toBe(proofsDocument(proofResults));
  });
});

describe('the list of proofs', () => {
  it('has every proof of a package', () => {
    const scripts = globSync(['packages/*/package.json', 'tools/*/package.json'], { cwd: root }).flatMap((path) => {
      const { name, scripts = {} } = JSON.parse(published(path)) as {
        readonly name: string;
        readonly scripts?: Readonly<Record<string, string>>;
      }; // As pnpm reads it.
      return Object.keys(scripts).flatMap((script) => (script.startsWith('prove') ? [`${name} ${script}`] : []));
    });
    const listed = PROOFS.flatMap(({ name, package: folder }) =>
      folder === undefined ? [] : [`@idvkit/${folder} prove:${name}`],
    );
    expect(scripts.toSorted()).toEqual(listed.toSorted());
  });
});

describe('the list of schemas', () => {
  it('has every file that is published', () => {
    const document = schemasDocument();
    const files = globSync('**/*.json', { cwd: new URL('packages/schema/json-schema/', root) });

    const missing = files.filter((path) => !document.includes(path));
    expect(missing).toEqual([]);
  });
});

describe('the entries of the schema package', () => {
  const manifest = { description: '', homepage: '', exports: { './unheard-of': {} } };

  it('are those of its README', () => {
    expect(() => llmsText(JSON.stringify(manifest))).toThrow('@idvkit/schema/unheard-of');
  });

  it('link to documents that exist', () => {
    const linked = [...published(LLMS_TEXT).matchAll(/^- \[([^\]]+)\]/gm)].map(([, path = '']) => path);
    expect(linked.length).toBeGreaterThan(3);
    for (const path of linked) expect(published(path)).not.toBe('');
  });
});

describe('the page of the commands', () => {
  it('has every command, with all of its options', async () => {
    const page = published(COMMANDS_DOCUMENT);
    for (const { path, options } of await describeCommands(idvkit, createTestIo())) {
      const name = ['idvkit', ...path].join(' ');
      const [, section = ''] = page.split(`## ${name}\n`);
      const [own = ''] = section.split('\n## ');
      expect(own).toContain(`Usage: ${name}`);
      expect(options.filter(({ flags }) => !own.includes(`  ${flags}`))).toEqual([]);
    }
  });
});
