import { readImageUrl, type RuleId } from '@idvkit/schema/rules';

import { type Credential, INVALID_TOKENS } from '../../observe/condition.ts';
import { headerOf } from '../../observe/headers.ts';
import { exchangesOf, type Exchange, type Observation } from '../../observe/observation.ts';
import { fail, pass, inconclusive, type Judgement } from '../rule/judgement.ts';
import { imagesOf, payloadOf } from '../rule/payload.ts';
import { defineRule, type JudgingContext, type Rule, type RuleOf } from '../rule/rule.ts';

interface ImageCall {
  readonly exchange: Exchange;
  readonly status: number;
  readonly gaveImage: boolean;
  /** `signed`: as the service gave it; `altered` or `missing`: its `q`; `prolonged`: its `exp`; `other`: anything else. */
  readonly signature: 'signed' | 'altered' | 'missing' | 'prolonged' | 'other';
  /** Age of the URL that the service gave, with tolerance for the difference of clocks; `unknown` close to `exp`. */
  readonly age: 'valid' | 'expired' | 'unknown';
}

function imageCallRule(
  id: RuleId,
  needs: string,
  judgeCall: (call: ImageCall, isServed: boolean, context: JudgingContext) => Judgement | undefined,
): RuleOf<'run'> {
  return defineRule(id, {
    scope: 'run',
    needs,
    *judge(observations, context): Generator<Judgement> {
      const calls = [...imageCalls(observations, context)];
      const isServed = calls.some(({ gaveImage }) => gaveImage);
      for (const call of calls) {
        const judgement = judgeCall(call, isServed, context);
        if (judgement !== undefined) yield judgement;
      }
    },
  });
}

function* imageCalls(observations: readonly Observation[], { clockSkewSeconds }: JudgingContext): Generator<ImageCall> {
  const calls = exchangesOf(observations).filter(({ condition }) => condition.endpoint === 'image');
  if (calls.length === 0) return;
  const shown = shownImages(observations);
  for (const exchange of calls) {
    const { request, response } = exchange;
    if (response === undefined || response.status === 429 || exchange.repeated || request.method !== 'GET') continue;
    const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
    if (url === undefined) continue;
    const seconds = exchange.at / 1000;
    const signatures = shown.get(url.origin + url.pathname);
    const signature = signatureOf(url, signatures);
    const given = signature === 'prolonged' ? signatures?.byToken.get(url.searchParams.get('q') ?? '') : request.url;
    const exp = readImageUrl(given)?.expSeconds;
    yield {
      exchange,
      status: response.status,
      gaveImage: isImage(response),
      signature,
      age:
        exp !== undefined && seconds + clockSkewSeconds < exp
          ? 'valid'
          : exp !== undefined && seconds - clockSkewSeconds > exp
            ? 'expired'
            : 'unknown',
    };
  }
}

interface Signatures {
  readonly hrefs: Set<string>;
  /** Addresses by their `q`. */
  readonly byToken: Map<string, string>;
}

function signatureOf(url: URL, signatures: Signatures | undefined): ImageCall['signature'] {
  if (signatures === undefined) return 'other';
  if (signatures.hrefs.has(url.href)) return 'signed';
  const token = url.searchParams.get('q');
  if (token === null || token === '') return 'missing';
  const given = signatures.byToken.get(token);
  if (given === undefined) return 'altered';
  const [exp, own] = [readImageUrl(given)?.expSeconds, readImageUrl(url.href)?.expSeconds];
  return exp !== undefined && own !== undefined && own > exp ? 'prolonged' : 'other';
}

function shownImages(observations: readonly Observation[]): ReadonlyMap<string, Signatures> {
  const shown = new Map<string, Signatures>();
  for (const observation of observations) {
    const payload = payloadOf(observation);
    for (const { value } of payload === undefined ? [] : imagesOf(payload)) {
      if (typeof value !== 'string' || !URL.canParse(value)) continue;
      const url = new URL(value);
      const address = url.origin + url.pathname;
      const known = shown.get(address) ?? { hrefs: new Set(), byToken: new Map() };
      known.hrefs.add(url.href);
      const token = url.searchParams.get('q');
      if (token !== null) known.byToken.set(token, url.href);
      shown.set(address, known);
    }
  }
  return shown;
}

const IMAGE_STARTS = ['ffd8ff', '89504e47', '47494638', '52494646'];

function isImage({ status, headers, body }: NonNullable<Exchange['response']>): boolean {
  if (status < 200 || status > 299 || body.size === 0) return false;
  const start = Buffer.from(body.bytes.subarray(0, 4)).toString('hex');
  return (
    /^\s*image\//i.test(headerOf(headers, 'content-type') ?? '') || IMAGE_STARTS.some((own) => start.startsWith(own))
  );
}

/** Judges a call that must not get an image. A 4xx proves something only if other calls got images. */
function refused(
  { exchange, status, gaveImage }: ImageCall,
  isServed: boolean,
  message: string,
): Judgement | undefined {
  if (gaveImage) return fail(exchange, { message, expected: 'no image', actual: `${status} with an image` });
  if (status < 400 || status > 499) return undefined;
  return isServed
    ? pass(exchange)
    : inconclusive('No image was given to any call, so that a refusal proves nothing.', exchange);
}

const readableWhileValid = imageCallRule(
  'image.readable-while-valid',
  'A submission with a document scan and liveness, and calls for its images with the token, before exp.',
  (call) => {
    const { exchange, status, gaveImage, signature, age } = call;
    if (signature !== 'signed' || age !== 'valid' || exchange.condition.credential !== 'valid') return undefined;
    if (gaveImage) return pass(exchange);
    return fail(exchange, {
      message: 'A signed image URL gives no image before its `exp`, though asked with the token',
      expected: 'an image',
      actual: status,
    });
  },
);

const unreadableWithoutSignature = imageCallRule(
  'image.unreadable-without-signature',
  'A submission with a document scan and liveness, and calls for its images with `q` left out or altered.',
  (call, isServed, { isPartial = false }) => {
    const { credential } = call.exchange.condition;
    // The answer to the token without `q` is not shown.
    const isMissing = call.signature === 'missing' && credential === 'absent';
    // A recording may lack the message that gave an unknown `q`.
    const isAltered = call.signature === 'altered' && (credential === 'absent' || !isPartial);
    if (!isMissing && !isAltered) return undefined;
    const to = credential === 'valid' ? 'with the token' : 'without the token';
    return refused(call, isServed, `An image is given ${to} to a URL whose \`q\` is missing or altered`);
  },
);

/** The token under another scheme or of another workspace is left out: the specification does not show its result. */
const WITHOUT_TOKEN: ReadonlySet<Credential> = new Set<Credential>(['absent', 'revoked', ...INVALID_TOKENS]);

const unreadableWithoutToken = imageCallRule(
  'image.unreadable-without-token',
  'A submission with a document scan and liveness, and calls for its images without the token, before exp.',
  (call, isServed) => {
    const { credential } = call.exchange.condition;
    if (call.signature !== 'signed' || call.age !== 'valid' || !WITHOUT_TOKEN.has(credential)) return undefined;
    return refused(call, isServed, 'A signed image URL gives an image to a call without a valid token');
  },
);

const unreadableAfterExp = imageCallRule(
  'image.unreadable-after-exp',
  'A submission with document scan and liveness, and a call for an image more than 15 minutes after it.',
  (call, isServed) => {
    const { signature, age } = call;
    if ((signature !== 'signed' && signature !== 'prolonged') || age !== 'expired') return undefined;
    const how = signature === 'prolonged' ? ' to a URL with a later `exp`' : '';
    return refused(call, isServed, `An image is given after the \`exp\` of its URL${how}`);
  },
);

export const imageAccessRules: readonly Rule[] = [
  readableWhileValid,
  unreadableWithoutSignature,
  unreadableWithoutToken,
  unreadableAfterExp,
];
