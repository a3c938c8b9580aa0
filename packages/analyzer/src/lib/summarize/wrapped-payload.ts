import { objectAt } from '@idvkit/json';

/** Levels around a payload that are looked into, and members of each. */
const MAX_LEVELS = 3;
const MAX_MEMBERS = 64;
const MEMBERS = ['event', 'application', 'answers', 'extra'];
const BEGINS_PAYLOAD = /^\s*\{\s*"(?:event|application|answers|extra)"\s*:/;

/** Returns true if a value has a member of payloads. */
export function isPayload(value: unknown): boolean {
  const object = objectAt(value);
  return object !== undefined && MEMBERS.some((key) => object[key] !== undefined);
}

/**
 * Finds payloads in what is not a payload itself: in arrays, in objects, or as texts.
 *
 * @returns The program of jq that takes them out; `undefined` if there are none.
 */
export function payloadsIn(root: unknown): string | undefined {
  const steps = stepsTo(root, MAX_LEVELS);
  if (steps === undefined) return undefined;
  return steps.startsWith('.') ? steps : `.${steps}`;
}

function stepsTo(value: unknown, levels: number): string | undefined {
  if (typeof value === 'string') return BEGINS_PAYLOAD.test(value) ? '|fromjson' : undefined;
  if (isPayload(value)) return '';
  if (levels === 0) return undefined;
  for (const [step, inner] of innerOf(value)) {
    const rest = stepsTo(inner, levels - 1);
    if (rest !== undefined) return `${step}${rest}`;
  }
  return undefined;
}

function innerOf(value: unknown): readonly (readonly [step: string, inner: unknown])[] {
  if (Array.isArray(value)) return value.slice(0, 1).map((inner: unknown) => ['[]', inner]);
  const members = Object.entries(objectAt(value) ?? {}).slice(0, MAX_MEMBERS);
  return members.flatMap(([key, inner]) => (/^[A-Za-z_]\w*$/.test(key) ? [[`.${key}`, inner] as const] : []));
}
