import { arrayAt, objectAt, stringAt } from '@idvkit/json';

import { payloadOf } from '../../judge/rule/payload.ts';
import type { ApplicationSubject } from '../calls/service-calls.ts';
import type { Scenario, Stage } from './stage.ts';

/** Images to fetch of one delivery: one document and one selfie. */
const IMAGES = 2;
const NO_IMAGES =
  'A delivery with signed images at the origin of the base URL: a receiver, and an operator that submits.';
/** Fifteen minutes, and tolerance for clocks. */
const PAST_EXPIRY_MS = (15 * 60 + 75) * 1000;

export const signedImages: Scenario = {
  name: 'images: while they are valid',
  rules: ['image.readable-*', 'image.unreadable-*', 'image.url.*'],
  when: 'alone',
  causesNoDelivery: true,
  run: async (stage) => {
    const signed = findImages(stage);
    if (signed === undefined) return stage.skip(NO_IMAGES);
    for (const url of signed.urls) await tryImage(stage, signed.application, url);
  },
};

async function tryImage(
  { calls, credentials: { valid, absent, invalid } }: Stage,
  application: ApplicationSubject,
  url: string,
): Promise<void> {
  await calls.fetch({ endpoint: 'image', application, url, credential: valid });
  for (const credential of [absent, invalid]) await calls.fetch({ endpoint: 'image', application, url, credential });
  const bare = new URL(url);
  bare.searchParams.delete('q');
  await calls.fetch({ endpoint: 'image', application, url: bare.href, credential: absent });
  const altered = new URL(url);
  altered.searchParams.set('q', alter(altered.searchParams.get('q') ?? ''));
  await calls.fetch({ endpoint: 'image', application, url: altered.href, credential: absent });
}

function alter(token: string): string {
  const middle = Math.floor(token.length / 2);
  const other = token[middle] === 'A' ? 'B' : 'A';
  return token === '' ? 'A' : token.slice(0, middle) + other + token.slice(middle + 1);
}

export const expiredImages: Scenario = {
  name: 'images: after they have expired',
  rules: ['image.unreadable-after-*'],
  when: 'last',
  causesNoDelivery: true,
  run: async (stage) => {
    const { calls, clock, credentials } = stage;
    const signed = findImages(stage);
    if (signed === undefined) return stage.skip(NO_IMAGES);
    if (clock.affordableMs < PAST_EXPIRY_MS) {
      return stage.skip('Time: 16 minutes of patience (patienceSeconds), or a clock that can be moved.');
    }
    await clock.pass(PAST_EXPIRY_MS, 'for images to expire');
    for (const url of signed.urls) {
      await calls.fetch({ endpoint: 'image', application: signed.application, url, credential: credentials.valid });
      await calls.fetch({ endpoint: 'image', application: signed.application, url, credential: credentials.absent });
    }
  },
};

/** Finds images of the last delivery, only at the origin of the target: the token must go nowhere else, nor to its host over http. */
function findImages({
  recorder,
  applications,
  calls,
}: Stage): { readonly application: ApplicationSubject; readonly urls: readonly string[] } | undefined {
  const byslug = new Map(applications.all.map((application) => [application.slug, application]));
  for (const observation of recorder.observations.toReversed()) {
    if (observation.kind !== 'delivery') continue;
    const application = byslug.get(observation.slug ?? '');
    const ekyc = objectAt(payloadOf(observation)?.body, 'extra', 'ekyc');
    if (application === undefined || application.state !== 'submitted' || ekyc === undefined) continue;
    const urls = [
      stringAt(ekyc, 'identity_document', 'url'),
      stringAt(ekyc, 'liveness', 'url'),
      ...(arrayAt(ekyc, 'identity_document', 'attempts') ?? []).map((attempt) => stringAt(attempt, 'url')),
    ].filter((url) => url !== undefined && URL.canParse(url) && isOfTarget(url, calls.baseUrl));
    if (urls.length > 0) return { application, urls: urls.slice(0, IMAGES).filter((url) => url !== undefined) };
  }
  return undefined;
}

function isOfTarget(url: string, baseUrl: string): boolean {
  return new URL(url).origin === new URL(baseUrl).origin;
}
