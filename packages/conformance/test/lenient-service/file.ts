import { stamp } from './time-line.ts';

export type Scalar = string | number | boolean;

/** How the checks of an applicant come out. The score is the text of a JSON number. */
export interface Course {
  readonly type: 'front_card' | 'passport';
  readonly scans: readonly boolean[];
  readonly selfies: readonly boolean[];
  readonly score?: string;
  readonly listed?: 'adverse_media' | 'warnings';
}

/** One application. */
export interface File {
  readonly id: number;
  readonly slug: string;
  readonly form: string;
  /** Whether the flow has steps with a camera. */
  readonly camera: boolean;
  readonly given: Readonly<Record<string, Scalar>>;
  readonly columns: Record<string, string>;
  status: 'incomplete' | 'complete' | 'expired';
  submittedMs?: number;
  course?: Course;
}

export const COURSES: readonly Course[] = [
  { type: 'passport', scans: [true], selfies: [true], score: '70.0' },
  { type: 'front_card', scans: [false, true], selfies: [true], score: '99.990', listed: 'adverse_media' },
  { type: 'front_card', scans: [true], selfies: [false, true], score: '61' },
  { type: 'passport', scans: [true], selfies: [true], score: '6e1', listed: 'warnings' },
  { type: 'front_card', scans: [true], selfies: [true, true], score: '0.0' },
  { type: 'front_card', scans: [true], selfies: [false] },
  { type: 'front_card', scans: [false, false], selfies: [] },
];

/** Stands for a JSON number that is written as it is here; {@link toJson} takes the quotes away. */
const number = (text: string): string => `\u0001${text}\u0001`;

/** Writes JSON over many lines, with numbers spelled as they were given. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, undefined, '\t').replaceAll(/"\\u0001(.*?)\\u0001"/g, '$1');
}

function bandOf({ score }: Course): readonly [ekyc: string, match?: string] {
  if (score === undefined) return ['fail'];
  if (Number(score) >= 70) return ['pass', 'match'];
  return Number(score) >= 61 ? ['need_review', 'need_review'] : ['fail', 'not_match'];
}

export function applicationOf({ id, form, slug, status, submittedMs, columns, course }: File): object {
  return {
    id,
    no: `COK00${String(id).padStart(12, '0')}`,
    form,
    slug,
    status,
    // Without a meaning before the submission, and for a flow without checks.
    other_status: { ekyc: status === 'complete' && course !== undefined ? bandOf(course)[0] : 'pass', ...columns },
    submitted_at: submittedMs === undefined ? null : stamp(submittedMs),
  };
}

/** The parts of a result and a webhook that are empty before the submission. */
export function contentOf(file: File, link: (image: string) => string): { answers: object; extra: object } {
  const { status, submittedMs = 0, course } = file;
  if (status !== 'complete') return { answers: {}, extra: {} };
  // The country is there on every submission.
  const entered = { home_address_country: 'THA', ...(course && enteredIn(file, course)), ...file.given };
  const times = { created_at: stamp(submittedMs - 60_000), updated_at: stamp(submittedMs - 1000) };
  const answers = Object.fromEntries([
    ...Object.entries(entered).map(([key, value]) => [key, { value, ...times }]),
    ['consent_date', { value: `${stamp(submittedMs).slice(0, 19)}Z`, ...times }],
  ]);
  const screening = course?.listed === undefined ? {} : { nightwatch: [runOf(file, course.listed)] };
  return { answers, extra: { ...(course && { ekyc: ekycOf(file, course, link) }), identity_aml: screening } };
}

function enteredIn({ id }: File, { type, scans }: Course): Record<string, Scalar> {
  const isRead = scans.at(-1) === true;
  const digits = `5${String(id).padStart(11, '0')}`;
  const common = {
    ekyc_document_type: type,
    ekyc_document_country: type === 'passport' ? 'LAO' : 'THA',
    full_name_type: 'full',
    full_name_first_name: 'Noy',
    full_name_last_name: 'Keomany',
    gender: 'M',
    date_of_birth: '2001-12-31',
    home_address_country: 'LAO',
    home_address_full: '12 Setthathirath, Vientiane',
    consent_version: 3,
    device_model: 'Pixel 9',
  };
  if (!isRead) return common;
  return {
    ...common,
    ...(type === 'passport' ? { document_number: 'PA0123456' } : { nid: digits + checkDigit(digits) }),
  };
}

/** The last digit of a national id. */
export function checkDigit(twelve: string): number {
  let sum = 0;
  for (let place = 0; place < 12; place += 1) sum += Number(twelve[place]) * (13 - place);
  return (11 - (sum % 11)) % 10;
}

function ekycOf({ id, submittedMs = 0 }: File, course: Course, link: (image: string) => string): object {
  const { type, scans, selfies, score } = course;
  const outcome = (isGood: boolean, index: number): object => ({
    id: id * 50 + index,
    message: '',
    status: isGood ? 'success' : 'fail',
    created_at: stamp(submittedMs - 50_000 + index * 3000),
  });
  return {
    identity_document: {
      type,
      url: link('page'),
      face_image_url: link('face'),
      attempts: scans.map((isGood, index) => ({
        ...outcome(isGood, index),
        attempt: index + 1,
        type,
        url: link(`page${index}`),
      })),
    },
    ...(selfies.length > 0 && {
      liveness: {
        url: link('best'),
        attempts: selfies.map((isGood, index) => ({
          ...outcome(isGood, 20 + index),
          attempt: index + 1,
          images: [{ url: link(`look${index}`), action: 'idle' }],
        })),
      },
    }),
    ...(score !== undefined && { face_compare: { score: number(score), status: bandOf(course)[1] } }),
  };
}

const LISTS = ['pep', 'warnings', 'sanctions', 'adverse_media', 'fitness_probity'];

function runOf({ id, submittedMs = 0 }: File, listed: string): object {
  const input = { first_name: 'Noy', last_name: 'Keomany', date_of_birth: '2001-12-31' };
  const times = { created_at: stamp(submittedMs), updated_at: stamp(submittedMs) };
  const data = {
    id,
    ref: `r${id}`,
    client_ref: `c${id}`,
    hits: [{ name: 'N. Keomany' }, {}],
    tags: ['auto'],
    labels: [],
    limit: 10,
    offset: 0,
    filters: {},
    ...times,
    risk_level: 'high',
    total_hits: 2,
    total_matches: 2,
    assignee_id: 4,
    searcher_id: 5,
    search_term: 'Noy Keomany',
    submitted_term: 'Noy Keomany',
    match_status: 'unknown',
    blacklist_hits: [],
    total_blacklist_hits: 0,
  };
  const flags = (prefix: string): object =>
    Object.fromEntries(LISTS.map((list) => [`${prefix}_${list}`, list === listed]));
  const entry = {
    input,
    output: { code: 200, status: 'success', content: { data } },
    result: { is_found: true, ...flags('is_in'), total_hits: 2 },
  };
  return {
    input,
    output: { nightwatch: [entry] },
    result: { is_all_found: true, is_any_found: true, ...flags('is_all_in'), ...flags('is_any_in') },
    timestamp: stamp(submittedMs),
    values_list: [`is_any_in_${listed}`],
  };
}
