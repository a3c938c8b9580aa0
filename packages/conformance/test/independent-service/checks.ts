import type { Form } from './forms.ts';
import type { Application, Checks } from './records.ts';
import { isoTime } from './records.ts';

/** What happens to one applicant after the other, over and over. */
const COURSES: readonly Checks[] = [
  { document: 'front_card', scans: ['fail', 'success'], selfies: ['success'], score: 91.25, screening: 'clear' },
  { document: 'passport', scans: ['success'], selfies: ['fail', 'fail', 'success'], score: 70, screening: 'pep' },
  { document: 'front_card', scans: ['success'], selfies: ['success'], score: 64.5, screening: 'clear' },
  { document: 'front_card', scans: ['success'], selfies: ['success'], score: 12, screening: 'sanctions' },
  { document: 'passport', scans: ['success'], selfies: ['fail', 'fail'], screening: 'clear' },
  { document: 'front_card', scans: ['fail', 'fail', 'fail'], selfies: [], screening: 'clear' },
  { document: 'front_card', scans: ['success'], selfies: ['success'], score: 60.4, screening: 'clear' },
];

export function courseOf(nth: number): Checks {
  return COURSES[nth % COURSES.length] ?? { document: 'passport', scans: [], selfies: [], screening: 'clear' };
}

/** The checks that a form has steps for. */
export function checksOf({ captures }: Form, { score, ...checks }: Checks): Checks {
  if (!captures.includes('ekyc_liveness')) return { ...checks, selfies: [] };
  return score === undefined ? checks : { ...checks, score };
}

function verdict(score: number): 'match' | 'need_review' | 'not_match' {
  if (score >= 70) return 'match';
  return score > 60 ? 'need_review' : 'not_match';
}

/** `other_status.ekyc`. */
export function ekycStatus({ state, form, checks }: Application): string {
  if (state !== 'complete' || form.captures.length === 0 || checks === undefined) return 'pending';
  const isOpen = checks.scans.at(-1) === 'success' && !form.captures.includes('ekyc_liveness');
  if (checks.score === undefined) return isOpen ? 'pending' : 'fail';
  return { match: 'pass', need_review: 'need_review', not_match: 'fail' }[verdict(checks.score)];
}

/** `extra.ekyc`. `sign` makes the address of an image by its name. */
export function ekycExtra({ id, checks, submittedMs = 0 }: Application, sign: (image: string) => string): object {
  if (checks === undefined) return {};
  const { document, scans, selfies, score } = checks;
  const tries = scans.length + selfies.length;
  const momentOf = (nth: number): string => isoTime(submittedMs - (tries - nth) * 21_000);
  const documentAttempts = scans.map((status, index) => ({
    url: sign(`scan-${index + 1}`),
    attempt: index + 1,
    status,
    type: document,
    created_at: momentOf(index),
    message: '',
    id: id * 100 + index,
  }));
  const livenessAttempts = selfies.map((status, index) => ({
    created_at: momentOf(scans.length + index),
    images: ['idle', 'turn_left'].map((action) => ({ action, url: sign(`selfie-${index + 1}-${action}`) })),
    message: '',
    id: id * 100 + 50 + index,
    status,
    attempt: index + 1,
  }));
  return {
    ...(selfies.length > 0 && { liveness: { attempts: livenessAttempts, url: sign('selfie') } }),
    identity_document: {
      attempts: documentAttempts,
      ...(scans.at(-1) === 'success' && { face_image_url: sign('portrait'), url: sign('document'), type: document }),
    },
    ...(score !== undefined && { face_compare: { status: verdict(score), score } }),
  };
}
