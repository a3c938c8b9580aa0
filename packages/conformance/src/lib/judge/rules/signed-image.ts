import { at, stringAt } from '@idvkit/json';
import { SIGNED_IMAGE_LIFETIME_SECONDS } from '@idvkit/schema';
import type { RuleId } from '@idvkit/schema/rules';

import { quoted } from '../../observe/json.ts';
import type { Observation } from '../../observe/observation.ts';
import { readDateTime } from '../rule/date-time.ts';
import { readImageUrl, type ImageUrl } from '../rule/image-url.ts';
import { fail, pass } from '../rule/judgement.ts';
import { imagesOf, type Part } from '../rule/payload-parts.ts';
import { definePayloadRule, look, type Look } from '../rule/payload-rule.ts';
import { payloadOf, type Payload } from '../rule/payload.ts';
import { defineRule, type JudgingContext, type Rule, type RuleOf } from '../rule/rule.ts';
import { imageAccessRules } from './signed-image-access.ts';
import { freshOnResend } from './signed-image-freshness.ts';

const needsImages =
  'A submission of a form with a document scan and liveness: an operator that submits, or fixtures.submittedSlug.';

/** Defines a rule about each text of a payload that is meant to be a signed image URL. */
function imageRule(
  id: RuleId,
  needs: string,
  lookAt: (url: ImageUrl, part: Part, payload: Payload, context: JudgingContext) => Look | undefined,
): RuleOf<'payload'> {
  return definePayloadRule(id, {
    needs,
    *inspect(payload, context) {
      for (const part of imagesOf(payload)) {
        const url = readImageUrl(part.value);
        const seen = url && lookAt(url, part, payload, context);
        if (seen !== undefined) yield seen;
      }
    },
  });
}

/** An image URL that is elsewhere, and every observation that has one there. */
interface Elsewhere extends Part {
  readonly observations: Observation[];
}

/** A service behind a gateway has all its images elsewhere: each other host is reported once. */
const onServiceHost = defineRule('image.url.absolute-on-service-host', {
  scope: 'run',
  needs: needsImages,
  *judge(run, { baseUrl }) {
    const host = baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).host : undefined;
    const elsewhere = new Map<string | undefined, Elsewhere>();
    for (const observation of run) {
      const payload = payloadOf(observation);
      const urls = (payload === undefined ? [] : imagesOf(payload)).flatMap((part) => {
        const url = readImageUrl(part.value);
        return url === undefined ? [] : [{ part, url }];
      });
      const wrong = urls.filter(({ url }) => !url.absolute || (host !== undefined && url.host !== host));
      for (const { part, url } of wrong) {
        const place = url.absolute ? url.host : undefined;
        const known = elsewhere.get(place) ?? { ...part, observations: [] };
        elsewhere.set(place, known);
        if (known.observations.at(-1) !== observation) known.observations.push(observation);
      }
      if (urls.length > 0 && wrong.length === 0) yield pass(observation);
    }
    for (const [place, { path, value, observations }] of elsewhere) {
      const [first, ...also] = observations;
      if (first === undefined) continue;
      yield fail(first, {
        message:
          place === undefined
            ? 'A signed image URL is not absolute'
            : 'Signed image URLs are on another host than the service (does a gateway hide its own address?)',
        path,
        expected: host === undefined ? 'absolute URL' : `absolute URL on ${host}`,
        actual: quoted(value),
        also,
      });
    }
  },
});

const hasPath = imageRule('image.url.path', needsImages, (url, { path, value }, payload, { baseUrl }) => {
  const { observation } = payload;
  const slug =
    (observation.kind === 'exchange' ? observation.slug : undefined) ?? stringAt(payload.body, 'application', 'slug');
  if (slug === undefined) return undefined;
  const tail = '/api/ekyc/{slug}/result/image/';
  const root = baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).pathname.replace(/\/$/, '') : '';
  const before = url.pathname.replace(/\/api\/ekyc\/[^/]+\/result\/image\/$/, '');
  return look(url.slug === slug && (before === '' || before === root), {
    message: 'The path of a signed image URL is not that of an image of the application',
    path,
    expected: `${tail} with the slug of the application`,
    actual: value,
  });
});

const hasQuery = imageRule('image.url.query', needsImages, (url, { path, value }) =>
  look(url.q !== undefined && url.q !== '' && url.expSeconds !== undefined, {
    message: 'A signed image URL lacks `q`, or an `exp` that is an integer',
    path,
    expected: 'q, not empty, and exp, a Unix timestamp',
    actual: value,
  }),
);

const expIsFifteenMinutesAfterEvent = imageRule(
  'image.exp.15-minutes-after-event',
  'A submit_form delivery of a form with a document scan and liveness: a receiver, and an operator that submits.',
  ({ expSeconds }, { path }, { source, body }) => {
    const createdAt = readDateTime(at(body, 'event', 'created_at'))?.at;
    if (source !== 'delivery' || createdAt === undefined || expSeconds === undefined) return undefined;
    const expected = createdAt / 1000 + SIGNED_IMAGE_LIFETIME_SECONDS;
    return look(Math.abs(expSeconds - expected) <= 1, {
      message: '`exp` of a signed image URL is not 15 minutes after `event.created_at`',
      path,
      expected: Math.round(expected),
      actual: expSeconds,
      times: `event.created_at is ${new Date(createdAt).toISOString()}, and exp is ${Math.round(expSeconds - createdAt / 1000)} s after it: ${SIGNED_IMAGE_LIFETIME_SECONDS} s are due`,
    });
  },
);

/** Judges of the rules about signed image URLs. */
export const signedImageRules: readonly Rule[] = [
  onServiceHost,
  hasPath,
  hasQuery,
  expIsFifteenMinutesAfterEvent,
  freshOnResend,
  ...imageAccessRules,
];
