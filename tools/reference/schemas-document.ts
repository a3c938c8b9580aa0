import { globSync, readFileSync } from 'node:fs';

import { EXAMPLES } from '../../packages/schema/scripts/api-examples.ts';
import {
  bodiesOf,
  CONTRACT,
  addressOf,
  pathOf,
  STRENGTHS,
  type Strength,
} from '../../packages/schema/scripts/contract-schemas.ts';

/** Where the document is, below the root of the repository. */
export const SCHEMAS_DOCUMENT = 'docs/schemas.md';

const NAMES = [...new Set(STRENGTHS.flatMap((strength) => [...CONTRACT[strength].keys()]))].toSorted();

/** Parts that no export of their own describes. */
const PARTS: Readonly<Record<string, string>> = {
  CountryCode: 'A country, by its ISO 3166-1 alpha-3 code.',
  NationalId: 'A Thai national id: 13 digits, the last of which checks the others.',
};

/** Where an example of a part stands in that of a whole. */
const EXAMPLE_WITHIN: Readonly<Record<string, string>> = {
  Answer: 'SubmitFormDelivery.answers.full_name_first_name',
  AnswerInput: 'CreateRequest.answers',
  Answers: 'SubmitFormDelivery.answers',
  Application: 'SubmitFormDelivery.application',
  CreateDetail: 'CreateResponse.detail',
  Delivery: 'SubmitFormDelivery',
  DocumentAttempt: 'SubmitFormDelivery.extra.ekyc.identity_document.attempts.0',
  Ekyc: 'SubmitFormDelivery.extra.ekyc',
  ErrorEnvelope: 'NotFoundError',
  Event: 'SubmitFormDelivery.event',
  Extra: 'SubmitFormDelivery.extra',
  IdentityAml: 'SubmitFormDelivery.extra.identity_aml',
  FaceCompare: 'SubmitFormDelivery.extra.ekyc.face_compare',
  IdentityDocument: 'SubmitFormDelivery.extra.ekyc.identity_document',
  LifecycleEvent: 'LifecycleDelivery.event',
  Liveness: 'SubmitFormDelivery.extra.ekyc.liveness',
  LivenessAttempt: 'SubmitFormDelivery.extra.ekyc.liveness.attempts.0',
  LivenessImage: 'SubmitFormDelivery.extra.ekyc.liveness.attempts.0.images.0',
  MessagesByKey: 'SubmitValidationError',
  OtherStatus: 'SubmitFormDelivery.application.other_status',
  SubmitFormEvent: 'SubmitFormDelivery.event',
  SubmittedApplication: 'SubmitFormDelivery.application',
};

const lib = new URL('../../packages/schema/src/lib/', import.meta.url);
const DOCUMENTED = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*export const (\w+)/g;

/** What is not the contract, by its path below `@idvkit/schema/json-schema/`. */
const OTHERS: Readonly<Record<string, string>> = {
  'config.schema.json': '`idvkit.config` files, in draft-07',
  'conformance-report.schema.json': 'reports of `idvkit --json`',
  'payload-summary.schema.json': 'summaries of `idvkit analyze --json`',
  'corpus-summary.schema.json': 'summaries of many payloads',
};

const INTRODUCTION = `# Schemas

Every schema of the contract, in the forms in which \`@idvkit/schema\` publishes it. _Strict_ is what the service must send, _tolerant_ what
a client must accept: [the package](../packages/schema/README.md) says more. A schema that is named once is the same in both.

- **zod**: the export of \`@idvkit/schema\` (strict) and \`@idvkit/schema/consumer\` (tolerant); the type of the same name is what it gives
- **JSON Schema**: a definition of \`bundle.json\`, draft 2020-12. \`@idvkit/schema/json-schema/strict/bundle.json\` imports it. A whole body
  has a file as well
- **OpenAPI, AsyncAPI**: \`@idvkit/schema/openapi.json\` and \`@idvkit/schema/asyncapi.json\`, components of the same names
`;

/** Writes the list of schemas as a Markdown document. */
export function schemasDocument(): string {
  const others = Object.entries(OTHERS).map(([path, what]) => `- \`@idvkit/schema/json-schema/${path}\`: ${what}`);
  return [
    INTRODUCTION,
    ...NAMES.map(sectionOf),
    `## Files of the tools\n\n${others.join('\n')}\n\n[Formats](formats.md) describes them.\n`,
  ].join('\n');
}

const exportOf = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;

function sectionOf(name: string): string {
  const strengths = STRENGTHS.filter((strength) => CONTRACT[strength].has(name));
  const [first = 'strict'] = strengths;
  const same = strengths.length === 2 && CONTRACT.strict.get(name) === CONTRACT.consumer.get(name);
  const lines = strengths.map((strength) => {
    const label = same ? 'strict and tolerant' : strength === 'strict' ? 'strict' : 'tolerant';
    const addresses = (same ? strengths : [strength]).flatMap((of) => [
      `<${addressOf(of, name)}>`,
      ...(bodiesOf(of).includes(name) ? [`file \`${pathOf(of, name)}\``] : []),
    ]);
    return `- ${label}: ${name in PARTS ? '' : `zod \`${exportOf(name)}\`, `}${addresses.join(', ')}`;
  });
  return [
    `## ${name}\n`,
    `${summaryOf(first, name)}\n`,
    `${(same ? lines.slice(0, 1) : lines).join('\n')}\n`,
    ...exampleOf(name),
  ].join('\n');
}

/** The first paragraph of what a schema's docstring says, by where it stands and its name. */
const summaries = new Map(
  globSync('**/*.ts', { cwd: lib }).flatMap((path) => {
    const strength = path.startsWith('consumer') ? 'consumer' : 'strict';
    const documented = readFileSync(new URL(path, lib), 'utf8').matchAll(DOCUMENTED);
    return Array.from(documented, ([, text = '', name = '']): [string, string] => [
      `${strength} ${name}`,
      proseOf(text),
    ]);
  }),
);

function proseOf(docstring: string): string {
  const lines = docstring.split('\n').map((line) => line.replace(/^ *\* ?/, '').trim());
  const [paragraph = ''] = lines
    .join('\n')
    .trim()
    .split(/\n\n| ?@see/);
  return paragraph.replaceAll('\n', ' ');
}

function summaryOf(strength: Strength, name: string): string {
  const exported = exportOf(name);
  const summary = summaries.get(`${strength} ${exported}`) ?? summaries.get(`strict ${exported}`) ?? PARTS[name];
  if (summary === undefined) throw new Error(`${exported} has no docstring`);
  return summary;
}

/** Bodies that are shown, by the name of their schema. */
const SHOWN: Readonly<Record<string, unknown>> = { ...EXAMPLES, LifecycleDelivery: EXAMPLES.UpdateStatusDelivery };

function exampleOf(name: string): readonly string[] {
  if (name in SHOWN) return [`\`\`\`json\n${json(SHOWN[name])}\n\`\`\`\n`];
  const [whole, ...path] = EXAMPLE_WITHIN[name]?.split('.') ?? [];
  if (whole === undefined) return [];
  let part: unknown = SHOWN[whole];
  for (const key of path) part = Object.entries(Object(part)).find(([name]) => name === key)?.[1];
  if (part === undefined) throw new Error(`The example of ${whole} has nothing at ${path.join('.')}`);
  const place = path.length > 0 ? ` at \`${path.join('.')}\`` : '';
  return [`Example: in [${whole}](#${whole.toLowerCase()})${place}.\n`];
}

/** JSON as the formatter of this repository writes it. */
function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replaceAll(
    /\[\s+("[^[\]{}]*?")\s+\]/g,
    (_, items: string) => `[${items.replaceAll(/\s*\n\s*/g, ' ')}]`,
  );
}
