import type { CaptureEntry } from '@idvkit/archive';
import { printable } from '@idvkit/cli-kit';

/** Writes a capture as one line: what the index knows of it, nothing that is personal, of the slug its fingerprint alone. */
export function entryLine({ captured, summary, tags, lastOutcome }: CaptureEntry): string {
  const { id, receivedAt, body, bearer, answer } = captured;
  const parts = [
    `#${id}`,
    receivedAt,
    summary.type === undefined ? (summary.json ? 'no type' : 'no JSON') : printable(summary.type, 40),
    ...(summary.slug === undefined ? [] : [`slug ${summary.slug}`]),
    ...(summary.status === undefined ? [] : [printable(summary.status, 20)]),
    ...(summary.ekyc === undefined ? [] : [`ekyc ${printable(summary.ekyc, 20)}`]),
    ...(summary.aml === undefined || summary.aml.length === 0 ? [] : [`aml ${summary.aml.join('+')}`]),
    `${body.bytes} bytes${body.complete ? '' : ', cut off'}`,
    ...(bearer === 'not-checked' ? [] : [`bearer ${bearer}`]),
    answer === null ? 'not answered' : `answered ${answer}`,
    ...(lastOutcome === undefined
      ? []
      : [`last ${'status' in lastOutcome ? lastOutcome.status : lastOutcome.failure}`]),
    ...(tags.length === 0 ? [] : [`tags ${tags.map((tag) => printable(tag, 30)).join(', ')}`]),
    `sha256:${body.sha256.slice(0, 12)}`,
  ];
  return parts.join('  ');
}
