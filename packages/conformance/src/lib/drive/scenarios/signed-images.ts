import { imagesOf, payloadOf } from '../../judge/rule/payload.ts';
import type { Condition } from '../../observe/condition.ts';
import { exchangesOf } from '../../observe/observation.ts';
import type { Presented } from '../calls/credentials.ts';
import type { ApplicationSubject } from '../calls/service-calls.ts';
import { type CallSubjects, collectCredentials } from './call-subjects.ts';
import { type Scenario, type Stage, TAKES_NOTHING } from './stage.ts';

const NO_IMAGES =
  'A delivery with signed images at the origin of the base URL: a receiver, and an operator that submits.';
/** Fifteen minutes, and tolerance for clocks. */
export const PAST_EXPIRY_MS = (15 * 60 + 75) * 1000;

export const signedImages: Scenario = {
  name: 'images: while they are valid',
  takes: ({ operator }) => (operator.submit === undefined ? TAKES_NOTHING : { calls: 50, applications: 0 }),
  rules: ['image.readable-*', 'image.unreadable-*', 'image.url.*'],
  // Every delivery has arrived, and the run waits for the end of others anyway.
  when: 'last',
  causesNoDelivery: true,
  run: async (stage) => {
    const [signed, ...others] = findImages(stage);
    if (signed === undefined) return stage.skip(NO_IMAGES, ['submitted-application', 'receiver']);
    const { credentials, operator } = stage;
    const [url = ''] = signed.urls;
    const ways = refusedWays(await collectCredentials(stage, await operator.emptyWorkspace?.()));
    await tryImage(stage, { ...signed, url, ways });
    const usual = usualWays(credentials);
    for (const [index, { application, urls }] of others.entries()) {
      const url = urls[index % urls.length] ?? '';
      const turn = index % usual.length;
      await tryImage(stage, { application, url, ways: usual.slice(turn, turn + 1) });
    }
  },
};

/** A call that must get no image: a signed URL, or what is made of one, with a token. */
interface RefusedWay {
  readonly credential: Presented;
  readonly change?: (url: string) => string;
}

const withoutSignature = (url: string): string => withQuery(url, 'q', undefined);
const withAltered = (url: string): string => withQuery(url, 'q', alter);

/** Lists every way, by what is wrong: the token, the signature, or both. */
function refusedWays(credentials: CallSubjects['credentials']): readonly RefusedWay[] {
  const all = [...credentials.values()].flat();
  const isShown = ({ kind }: Presented): boolean =>
    kind !== 'valid' && kind !== 'other-scheme' && kind !== 'other-workspace';
  return [
    ...all.filter(isShown).map((credential) => ({ credential })),
    ...all.map((credential) => ({ credential, change: withAltered })),
    ...all.filter(({ kind }) => kind === 'absent').map((credential) => ({ credential, change: withoutSignature })),
  ];
}

/** Lists the ways that the images of other applications take turns in. */
function usualWays({ valid, absent, invalid }: Stage['credentials']): readonly RefusedWay[] {
  return [
    { credential: absent },
    { credential: invalid },
    { credential: valid, change: withAltered },
    { credential: absent, change: withAltered },
  ];
}

interface TriedImage {
  readonly application: ApplicationSubject;
  readonly url: string;
  readonly ways: readonly RefusedWay[];
}

async function tryImage(
  { calls, credentials: { valid } }: Stage,
  { application, url, ways }: TriedImage,
): Promise<void> {
  await calls.fetch({ endpoint: 'image', application, url, credential: valid });
  for (const { credential, change } of ways) {
    await calls.fetch({ endpoint: 'image', application, url: change?.(url) ?? url, credential });
  }
}

/** Fetches an image by a URL with another signature, while the workspace has less credit. */
export async function tryAltered(stage: Stage, credit: Condition['credit']): Promise<void> {
  const { calls, credentials } = stage;
  const [signed] = findImages(stage);
  if (signed === undefined) return;
  const url = withAltered(signed.urls[0] ?? '');
  await calls.fetch({
    endpoint: 'image',
    application: signed.application,
    url,
    credential: credentials.absent,
    credit,
  });
}

/** Changes a query parameter of an address, or removes it. */
function withQuery(url: string, name: 'q' | 'exp', change: ((value: string) => string) | undefined): string {
  const changed = new URL(url);
  const value = changed.searchParams.get(name) ?? '';
  if (change === undefined) changed.searchParams.delete(name);
  else changed.searchParams.set(name, change(value));
  return changed.href;
}

function alter(token: string): string {
  const middle = Math.floor(token.length / 2);
  const other = token[middle] === 'A' ? 'B' : 'A';
  return token === '' ? 'A' : token.slice(0, middle) + other + token.slice(middle + 1);
}

export const expiredImages: Scenario = {
  name: 'images: after they have expired',
  takes: ({ operator }) => (operator.submit === undefined ? TAKES_NOTHING : { calls: 100, applications: 0 }),
  rules: ['image.unreadable-after-*'],
  when: 'last',
  causesNoDelivery: true,
  run: async (stage) => {
    const { calls, clock, credentials } = stage;
    const signed = findImages(stage);
    if (signed.length === 0) return stage.skip(NO_IMAGES, ['submitted-application', 'receiver']);
    if (clock.affordableMs < PAST_EXPIRY_MS) {
      return stage.skip('Time: 16 minutes of patience (patienceSeconds), or a clock that can be moved.', ['patience']);
    }
    await clock.pass(PAST_EXPIRY_MS, 'for images to expire');
    const given = givenAddresses(stage);
    for (const [index, { application, urls }] of signed.entries()) {
      const url = urls[index % urls.length] ?? '';
      await calls.fetch({ endpoint: 'image', application, url, credential: credentials.valid });
      // A cache knows only images that were read while they were valid.
      for (const each of new Set([url, ...(given.get(application.slug) ?? [])])) {
        const prolonged = withQuery(each, 'exp', (exp) => String(Number(exp) + PROLONGED_S));
        await calls.fetch({ endpoint: 'image', application, url: prolonged, credential: credentials.valid });
      }
      if (index === 0) await calls.fetch({ endpoint: 'image', application, url, credential: credentials.absent });
    }
  },
};

/** A day. */
const PROLONGED_S = 86_400;

/** Addresses whose image was given, by slug: those of earlier deliveries, too. */
function givenAddresses({ recorder }: Stage): ReadonlyMap<string | undefined, ReadonlySet<string>> {
  const given = exchangesOf(recorder.observations).filter(
    ({ condition, response }) => condition.endpoint === 'image' && response?.status === 200,
  );
  const bySlug = Map.groupBy(given, ({ slug }) => slug);
  return new Map([...bySlug].map(([slug, all]) => [slug, new Set(all.map(({ request }) => request.url))]));
}

interface Signed {
  readonly application: ApplicationSubject;
  readonly urls: readonly string[];
}

/**
 * Finds the images of the last delivery about each submitted application. Only at the origin of the target: the token must go
 * nowhere else, nor to its host over http.
 */
function findImages({ recorder, applications, calls }: Stage): readonly Signed[] {
  const bySlug = new Map(applications.all.map((application) => [application.slug, application]));
  const found = new Map<string, Signed>();
  for (const observation of recorder.observations.toReversed()) {
    const application = observation.kind === 'delivery' ? bySlug.get(observation.slug ?? '') : undefined;
    if (application?.state !== 'submitted' || found.has(application.slug)) continue;
    const payload = payloadOf(observation);
    const urls = (payload === undefined ? [] : imagesOf(payload))
      .flatMap(({ value }) => (typeof value === 'string' && URL.canParse(value) ? [value] : []))
      .filter((url) => isOfTarget(url, calls.baseUrl));
    if (urls.length > 0) found.set(application.slug, { application, urls });
  }
  return [...found.values()];
}

function isOfTarget(url: string, baseUrl: string): boolean {
  return new URL(url).origin === new URL(baseUrl).origin;
}
