import fc from 'fast-check';

import { applicationNumber } from '../application/number.ts';

/** An application that payloads are about: what must agree between their parts. */
export interface Subject {
  readonly origin: string;
  readonly id: number;
  readonly no: string;
  readonly form: string;
  readonly slug: string;
  /** Milliseconds since the epoch: the applicant starts, submits, and the service writes the payload. */
  readonly startedAtMs: number;
  readonly submittedAtMs: number;
  readonly writtenAtMs: number;
  /** Digits of the fractions of seconds. */
  readonly fractionDigits: 0 | 3 | 6;
}

const MINUTE_MS = 60_000;

const slugs = fc.stringMatching(/^[a-z\d]{8,24}$/);
const forms = fc.stringMatching(/^[a-z]{2,8}(-[a-z\d]{1,8}){0,2}$/);

/** Applications at any time, on any host, with numbers of any width. */
export const subjects: fc.Arbitrary<Subject> = fc
  .record({
    origin: fc.constantFrom('https://idv.example.com', 'https://api.idv.example.net:8443', 'http://127.0.0.1:4010'),
    id: fc.integer({ min: 1, max: 99_999_999 }),
    padWidth: fc.integer({ min: 0, max: 10 }),
    form: forms,
    slug: slugs,
    startedAtMs: fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) }),
    filledInMs: fc.integer({ min: 0, max: 60 * MINUTE_MS }),
    waitedMs: fc.integer({ min: 0, max: 60 * MINUTE_MS }),
    fractionDigits: fc.constantFrom<(0 | 3 | 6)[]>(0, 3, 6),
  })
  .map(({ padWidth, filledInMs, waitedMs, ...subject }) => ({
    ...subject,
    no: applicationNumber(subject.id, { padWidth }),
    submittedAtMs: subject.startedAtMs + filledInMs,
    writtenAtMs: subject.startedAtMs + filledInMs + waitedMs,
  }));

/** Given values of an application; everything left out is random. */
export interface About {
  /** Origin of the service, for example `https://idv.example.com`. */
  readonly origin?: string;
  readonly id?: number;
  /** The flow. */
  readonly form?: string;
  readonly slug?: string;
  /** When the payload is written, as `Date` reads it. Everything else happened before; seconds are whole. */
  readonly at?: string | Date;
}

/** Applications of which something is known. @throws {RangeError} if `at` is not a moment. */
export function subjectsAbout({ at, ...known }: About = {}): fc.Arbitrary<Subject> {
  const writtenAtMs = at === undefined ? undefined : Math.floor(new Date(at).getTime() / 1000) * 1000;
  if (Number.isNaN(writtenAtMs)) throw new RangeError('Cannot write a payload: `at` is not a moment');
  return subjects.map((any) => {
    const subject = { ...any, ...known };
    const named = known.id === undefined ? subject : { ...subject, no: applicationNumber(known.id) };
    if (writtenAtMs === undefined) return named;
    const laterMs = writtenAtMs - any.writtenAtMs;
    return {
      ...named,
      startedAtMs: any.startedAtMs + laterMs,
      submittedAtMs: any.submittedAtMs + laterMs,
      writtenAtMs,
      fractionDigits: 0,
    };
  });
}

/** Writes a moment as the service does: ISO 8601 with `+00:00`. */
export function stamp({ fractionDigits }: Pick<Subject, 'fractionDigits'>, ms: number): string {
  const text = new Date(ms).toISOString();
  const fraction = fractionDigits === 0 ? '' : `.${text.slice(20, 23).padEnd(fractionDigits, '0')}`;
  return `${text.slice(0, 19)}${fraction}+00:00`;
}

/** Moments from the start of an application to its submission, in milliseconds since the epoch. */
export function momentsOf({ startedAtMs, submittedAtMs }: Subject): fc.Arbitrary<number> {
  return fc.integer({ min: startedAtMs, max: submittedAtMs });
}

const tokens = fc.stringMatching(/^[\w-]{16,40}$/);

/** Signed URLs of images of an application, valid until 15 minutes after the payload was written. */
export function signedImageUrls({ origin, slug, writtenAtMs }: Subject): fc.Arbitrary<string> {
  const exp = Math.floor(writtenAtMs / 1000) + 900;
  return tokens.map((token) => `${origin}/api/ekyc/${encodeURIComponent(slug)}/result/image/?q=${token}&exp=${exp}`);
}
