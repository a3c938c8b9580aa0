import { printable } from '@idvkit/cli-kit';
import type { CorpusSummary } from '@idvkit/schema/formats';

import { counted, countText, sizeText } from './size-text.ts';
import { sketchSpark, spark } from './spark.ts';
import { barLines, namedLines, valueTexts, type TerminalPage } from './terminal-page.ts';

const SPARK_WIDTH = 40;

/** Draws what many payloads have in common for a terminal, on one screen. */
export function terminalCorpus(corpus: CorpusSummary, page: TerminalPage): string {
  const { payloads, bytes, hits, submissions, incomplete, unread, providers, sizes } = corpus;
  const heading = [
    counted(payloads, 'payload'),
    `${submissions.exact ? '' : 'about '}${counted(submissions.distinct, 'submission')}`,
    `${countText(hits)} hits`,
    sizeText(bytes),
  ];
  const outcomes = submissions.outcomes.counts
    .slice(0, 5)
    .map(({ value, count }) => ({ label: `ekyc ${value}`, value: count, text: countText(count) }));
  const days = corpus.days.slice(-SPARK_WIDTH);
  const spread = sizes.min === sizes.max ? '' : ` ${sketchSpark(sizes, SPARK_WIDTH)} ${sizeText(sizes.max)}`;
  const missing = [
    ...(incomplete > 0 ? [`${countText(incomplete)} not read to the end`] : []),
    ...(unread > 0 ? [`${countText(unread)} not read at all`] : []),
  ];
  const lines = [
    page.paint('bold', heading.join(' · ')),
    '',
    ...barLines(outcomes, submissions.outcomes.total, page),
    ...(outcomes.length > 0 ? [''] : []),
    ...namedLines(
      [
        ['flags', valueTexts(submissions.flags).map((flag) => flag.replace(/^is_any_(?:in_)?/, ''))],
        ['events', valueTexts(corpus.events)],
        ['columns', valueTexts(corpus.columns)],
        [
          'repeated',
          submissions.repeated > 0
            ? [`${countText(submissions.repeated)} deliveries of a submission that came before`]
            : [],
        ],
        ['sizes', sizes.count > 0 ? [`${sizeText(sizes.min)}${spread}`] : []],
        [
          'days',
          days.length > 1 ? [`${days[0]?.day} ${spark(days.map((day) => day.payloads))} ${days.at(-1)?.day}`] : [],
        ],
      ],
      page,
    ),
    ...providers.slice(0, 4).flatMap((provider) => providerLines(provider, page)),
    '',
    ...namedLines(outliers(corpus), page),
    ...(missing.length > 0 ? ['', page.paint('red', `Incomplete: ${missing.join(', ')}`)] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function outliers({ largest, mostHits, warnings }: CorpusSummary): Parameters<typeof namedLines>[0] {
  const far = largest.filter((each) => each.far).length;
  const withHits = mostHits.filter(({ value }) => value > 0).slice(0, 3);
  return [
    ['largest', largest.slice(0, 3).map(({ source, value }) => `${source} ${sizeText(value)}`)],
    ['far off', far > 0 ? [`${countText(far)} payloads are much larger than the others`] : []],
    ['most hits', withHits.map(({ source, value }) => `${source} ${countText(value)}`)],
    ['warnings', valueTexts(warnings)],
  ];
}

function providerLines(
  { name, runs, entries, hits, codes, hitsPerEntry }: CorpusSummary['providers'][number],
  page: TerminalPage,
): readonly string[] {
  const spread = `${countText(hitsPerEntry.zeros)} entries without, at most ${countText(hitsPerEntry.max)} in one`;
  return [
    '',
    page.paint('bold', printable(name, 60)),
    ...namedLines(
      [
        ['runs', [`${countText(runs)} with ${countText(entries)} entries and ${countText(hits)} hits`]],
        ['codes', valueTexts(codes)],
        ['hits', [spread]],
      ],
      page,
    ),
  ];
}
