import type { CaptureEntry, CaptureSummary } from '@idvkit/archive';
import { printable } from '@idvkit/cli-kit';

/** A capture; without a summary, its line has only the size of the body. */
type LineEntry = Omit<CaptureEntry, 'summary'> & { readonly summary: CaptureSummary | undefined };

/** Formats a capture as one line, without anything personal: of the slug, it has the fingerprint. */
export function entryLine({ captured, summary, tags, lastOutcome }: LineEntry): string {
  const { id, receivedAt, body, bearer, answer } = captured;
  const parts = [
    `#${id}`,
    receivedAt,
    ...(summary === undefined ? [] : summaryParts(summary)),
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

function summaryParts({ json, type, slug, status, ekyc, aml = [] }: CaptureSummary): string[] {
  return [
    type === undefined ? (json ? 'no type' : 'no JSON') : printable(type, 40),
    ...(slug === undefined ? [] : [`slug ${slug}`]),
    ...(status === undefined ? [] : [printable(status, 20)]),
    ...(ekyc === undefined ? [] : [`ekyc ${printable(ekyc, 20)}`]),
    ...(aml.length === 0 ? [] : [`aml ${aml.join('+')}`]),
  ];
}

/** Formats how an attempt ended: `answered 204`, `no answer in time`. */
export function outcomeText(outcome: { readonly status: number } | { readonly failure: string }): string {
  return 'status' in outcome ? `answered ${outcome.status}` : printable(outcome.failure);
}
