import type { Call, Form } from '@idvkit/mock';

type Field = Form['fields'][number];

/** Returns the class of the body of a create or submit, of the signed query of an image, and nothing of other calls. */
export function bodyClassOf(call: Call): { readonly body?: string } {
  const { endpoint, method, url, body, form } = call;
  if (endpoint === 'image') return { body: signatureClassOf(url, call.now) };
  if (method !== 'POST' || form === undefined || (endpoint !== 'create' && endpoint !== 'submit')) return {};
  switch (body.kind) {
    case 'empty':
      return { body: 'empty' };
    case 'json':
      return { body: answersClassOf(body.value, form, endpoint) };
    case 'malformed':
    case 'too-large':
      return { body: 'not-json' };
  }
}

function answersClassOf(value: unknown, form: Form, endpoint: 'create' | 'submit'): string {
  if (!isRecord(value)) return 'other-shape';
  const { answers = {} } = value;
  if (!isRecord(answers)) return 'other-shape';
  const given = Object.entries(answers);
  if (given.length === 0) return 'no-answers';
  const fields = new Map(form.fields.map((field) => [field.key, field]));
  if (given.some(([key, answer]) => isMalformed(fields.get(key), answer))) return 'bad-format';
  const isMissing = ({ key, required }: Field): boolean => required && !Object.hasOwn(answers, key);
  if (endpoint === 'submit' && form.fields.some(isMissing)) return 'missing';
  const parameters = new Set(form.inputParameters.map(({ key }) => key));
  if (given.some(([key]) => !fields.has(key) && !parameters.has(key))) return 'unknown-key';
  if (given.some(([key]) => parameters.has(key))) return 'parameter';
  return 'ordinary';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Checks an answer about as the service does: enough to tell bad bodies from good ones. */
function isMalformed(field: Field | undefined, value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return true;
  if (field === undefined) return false;
  const text = String(value);
  switch (field.type) {
    case 'checkbox':
      return typeof value !== 'boolean';
    case 'date':
      return !/^\d{4}-\d\d-\d\d$/.test(text);
    case 'country':
      return !/^[A-Z]{3}$/.test(text);
    case 'choice':
      return field.choices?.includes(text) === false;
    case 'number':
      return typeof value !== 'number';
    case 'text':
      if (field.pattern !== undefined) return !new RegExp(`^(?:${field.pattern})$`, 'u').test(text);
      return typeof value !== 'string' || (field.checksum !== undefined && !hasCheckDigit(text));
  }
}

/** Checks a Thai national id: the last of 13 digits follows from the others. */
function hasCheckDigit(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false;
  const digits = Array.from(text, Number);
  const sum = digits.slice(0, 12).reduce((total, digit, index) => total + digit * (13 - index), 0);
  return (11 - (sum % 11)) % 10 === digits[12];
}

function signatureClassOf(url: URL, now: number): string {
  const q = url.searchParams.get('q');
  if (q === null) return 'unsigned';
  // The walk tampers by this ending, as no real signature has a tilde.
  if (q.endsWith('~')) return 'tampered';
  return Number(url.searchParams.get('exp')) * 1000 <= now ? 'past-exp' : 'ordinary';
}
