import { printable, counted, countText, sizeText } from '@idvkit/cli-kit';
import type { CorpusSummary } from '@idvkit/schema/formats';

import { Sketch } from '../collect/sketch.ts';
import { placeText } from './place-text.ts';
import { blacklistText, countOrEstimate, foundText, numberText } from './size-text.ts';
import { spark } from './spark.ts';
import {
  barLines,
  duplicateTexts,
  kindRows,
  namedLines,
  spreadTexts,
  valueTexts,
  type TerminalPage,
} from './terminal-page.ts';

const SPARK_WIDTH = 40;
const MAX_PROVIDERS = 6;

/** Draws what many payloads have in common for a terminal, on one screen. */
export function terminalCorpus(corpus: CorpusSummary, page: TerminalPage): string {
  const { payloads, bytes, hits, blacklistHits, submissions, incomplete, unread, providers, sizes } = corpus;
  const isSample = !submissions.exact;
  const heading = [
    counted(payloads, 'payload'),
    `${isSample ? '≈' : ''}${counted(submissions.distinct, 'submission')}`,
    counted(hits, 'hit'),
    ...(blacklistHits > 0 ? [blacklistText(blacklistHits)] : []),
    sizeText(bytes),
  ];
  const outcomes = submissions.outcomes.counts
    .slice(0, 5)
    .map(({ value, count }) => ({ label: `ekyc ${value}`, value: count, text: countOrEstimate(count, !isSample) }));
  const days = corpus.days.slice(-SPARK_WIDTH);
  const missing = [
    ...(incomplete > 0 ? [`${countText(incomplete)} not read to the end`] : []),
    ...(unread > 0 ? [`${countText(unread)} not read at all`] : []),
  ];
  const { repeated } = submissions;
  const repeatedText = foundText(repeated, { exact: submissions.exact, kept: submissions.kept.length });
  const lines = [
    page.paint('bold', heading.join(' · ')),
    '',
    ...barLines(outcomes, submissions.outcomes.total, page),
    ...(outcomes.length > 0 ? [''] : []),
    ...namedLines(
      [
        ['flags', valueTexts(submissions.flags, isSample).map((flag) => flag.replace(/^is_any_(?:in_)?/, ''))],
        ['columns', valueTexts(corpus.columns)],
        ['events', valueTexts(corpus.events)],
        [
          'repeated',
          repeated > 0
            ? [`${repeatedText} ${repeated === 1 ? 'delivery' : 'deliveries'} of a submission that came before`]
            : isSample
              ? [repeatedText]
              : [],
        ],
      ],
      page,
    ),
    ...providers.slice(0, MAX_PROVIDERS).flatMap((provider) => providerLines(provider, page)),
    '',
    ...namedLines(
      [
        ['highest', corpus.highest.map((hit) => `${numberText(hit.score)} ${placeText(hit)} #${hit.number}`)],
        ['duplicates', duplicateTexts(corpus.duplicates)],
        ['sizes', spreadTexts(Sketch.from(sizes).spread(), sizeText)],
        [
          'days',
          days.length > 2 ? [`${days[0]?.day} ${spark(days.map((day) => day.payloads))} ${days.at(-1)?.day}`] : [],
        ],
        ...outliers(corpus),
      ],
      page,
    ),
    ...(missing.length > 0 ? ['', page.paint('red', `Incomplete: ${missing.join(', ')}`)] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function outliers({ largest, mostHits, warnings }: CorpusSummary): Parameters<typeof namedLines>[0] {
  const far = largest.filter((each) => each.far).length;
  const withHits = mostHits.filter(({ value }) => value > 0).slice(0, 3);
  return [
    ['largest', largest.slice(0, 3).map((each) => `${placeText(each)} ${sizeText(each.value)}`)],
    ['far off', far > 0 ? [`${counted(far, 'payload')} much larger than the others`] : []],
    ['most hits', withHits.map((each) => `${placeText(each)} ${countText(each.value)}`)],
    ['warnings', valueTexts(warnings)],
  ];
}

function providerLines(provider: CorpusSummary['providers'][number], page: TerminalPage): readonly string[] {
  const { name, runs, runsWithHits, entries, hits, blacklistHits, codes, hitsPerEntry } = provider;
  const found = [`${countText(runsWithHits)} of ${counted(runs, 'run')}`, counted(hits, 'hit')];
  return [
    '',
    page.paint('bold', printable(name, 60)),
    ...namedLines(
      [
        ['with hits', found],
        ['blacklist', blacklistHits > 0 ? [blacklistText(blacklistHits)] : []],
        ...kindRows(provider),
        [
          'entries',
          [
            `${countText(entries)}, ${countText(hitsPerEntry.zeros)} without hits, at most ${countText(hitsPerEntry.max)} in one`,
          ],
        ],
        ['codes', valueTexts(codes)],
      ],
      page,
    ),
  ];
}
