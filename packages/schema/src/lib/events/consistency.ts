import type { IdentityAml } from '../aml/identity-aml.ts';
import type { Answers } from '../answers/answers.ts';
import type { Application } from '../application/application.ts';
import { haveSucceeded } from '../ekyc/have-succeeded.ts';
import { EKYC_OUTCOMES } from '../ekyc/outcome.ts';
import { SIGNED_IMAGE_LIFETIME_SECONDS } from '../ekyc/signed-image-url.ts';
import { signedImagesOf } from '../ekyc/signed-images.ts';
import type { Extra } from './extra.ts';

/** The parts that a `submit_form` delivery and a result have in common. */
export interface Payload {
  readonly application: Application;
  readonly answers: Answers;
  readonly extra: Extra;
}

/** Something that no single part of a payload gets wrong, and all of them together do. */
export interface Inconsistency {
  readonly path: (string | number)[];
  readonly message: string;
}

/**
 * Finds what the parts of a payload contradict each other in. Nothing of it can be said in JSON Schema.
 *
 * @see Specification, "Resources and their fields"
 */
export function inconsistenciesOf(payload: Payload): readonly Inconsistency[] {
  return [
    ...submissionOf(payload),
    ...outcomeOf(payload),
    ...nationalIdOf(payload),
    ...imagesOf(payload),
    ...namesOf(payload),
  ];
}

/**
 * Finds the images of a delivery that do not expire 15 minutes after it, a second of rounding either way.
 *
 * @see Specification, "Signed image URL"
 */
export function expiryInconsistenciesOf({
  event,
  extra,
}: {
  readonly event: { readonly created_at: string };
  readonly extra: Extra;
}): readonly Inconsistency[] {
  const expected = Date.parse(event.created_at) / 1000 + SIGNED_IMAGE_LIFETIME_SECONDS;
  return signedImagesOf(extra.ekyc ?? {}).flatMap(({ path, url }) => {
    const exp = signed(url)?.exp;
    return exp !== undefined && Math.abs(exp - expected) > 1
      ? [{ path: ['extra', 'ekyc', ...path], message: 'must expire 15 minutes after event.created_at' }]
      : [];
  });
}

function* submissionOf({ application, answers, extra }: Payload): Generator<Inconsistency> {
  if (application.status === 'complete') {
    if (answers.home_address_country === undefined) {
      yield { path: ['answers', 'home_address_country'], message: 'must be there once submitted' };
    }
  } else if (application.submitted_at === null) {
    if (Object.keys(answers).length > 0) yield { path: ['answers'], message: 'must be empty until submitted' };
    if (Object.keys(extra).length > 0) yield { path: ['extra'], message: 'must be empty until submitted' };
  }
}

function* outcomeOf({ application, extra: { ekyc: checks } }: Payload): Generator<Inconsistency> {
  if (application.status !== 'complete' || checks === undefined) return;
  const { ekyc } = application.other_status;
  const path = ['application', 'other_status', 'ekyc'];
  if (checks.face_compare !== undefined && EKYC_OUTCOMES[checks.face_compare.status] !== ekyc) {
    yield { path, message: 'must follow from face_compare.status' };
  }
  if (ekyc !== 'pass' && ekyc !== 'need_review') return;
  if (checks.face_compare === undefined || !haveSucceeded(checks)) {
    yield { path, message: 'must come with face_compare and a successful try of both checks' };
  }
}

function* nationalIdOf({ answers, extra }: Payload): Generator<Inconsistency> {
  const types = [extra.ekyc?.identity_document?.type, answers.ekyc_document_type?.value];
  if (answers.nid !== undefined && types.includes('passport') && !types.includes('front_card')) {
    yield { path: ['answers', 'nid'], message: 'must be left out with a passport' };
  }
}

function* imagesOf({ application, extra }: Payload): Generator<Inconsistency> {
  for (const { path, url } of signedImagesOf(extra.ekyc ?? {})) {
    const image = signed(url);
    if (image !== undefined && image.slug !== application.slug) {
      yield { path: ['extra', 'ekyc', ...path], message: 'must be an image of the application' };
    }
  }
}

function* namesOf({ answers, extra }: Payload): Generator<Inconsistency> {
  for (const [provider, runs] of Object.entries<IdentityAml[string]>(extra.identity_aml ?? {})) {
    for (const [index, run] of runs.entries()) {
      for (const part of ['first_name', 'last_name'] as const) {
        const edited = answers[`full_name_${part}`];
        // A screening that was made before the name was last written is of the name before.
        if (edited === undefined || Date.parse(edited.updated_at ?? '') > Date.parse(run.timestamp)) continue;
        if (plain(run.input[part]) === plain(edited.value)) continue;
        yield {
          path: ['extra', 'identity_aml', provider, index, 'input', part],
          message: `must be the answer full_name_${part}`,
        };
      }
    }
  }
}

/** Letter case, spacing and how accents are encoded make no difference between names. */
function plain(name: string): string {
  return name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Takes a signed image URL apart; one that is none is a finding of its own schema, which runs on regardless. */
function signed(text: string): { readonly slug: string; readonly exp: number } | undefined {
  if (!URL.canParse(text)) return undefined;
  const { pathname, searchParams } = new URL(text);
  return { slug: decoded(pathname.split('/')[3] ?? ''), exp: Number(searchParams.get('exp')) };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
