import { printable } from '@idvkit/cli-kit';
import type { CorpusSummary, ValueCounts } from '@idvkit/schema/formats';

import { countText, sizeText } from './size-text.ts';
import { sketchSpark, spark } from './spark.ts';
import { barLines, namedLine, type TerminalPage } from './terminal-page.ts';

const SPARK_WIDTH = 40;

/** Draws what many payloads have in common for a terminal, on one screen. */
export function terminalCorpus(corpus: CorpusSummary, page: TerminalPage): string {
  const { payloads, bytes, hits, submissions, incomplete, unread, providers, sizes, days } = corpus;
  const heading = [
    `${countText(payloads)} ${payloads === 1 ? 'payload' : 'payloads'}`,
    `${submissions.exact ? '' : 'about '}${countText(submissions.distinct)} ${submissions.distinct === 1 ? 'submission' : 'submissions'}`,
    `${countText(hits)} hits`,
    sizeText(bytes),
  ];
  const lines = [page.paint('bold', heading.join(' · ')), ''];
  const outcomes = submissions.outcomes.counts.slice(0, 5);
  const decided = submissions.outcomes.total;
  lines.push(
    ...barLines(
      outcomes.map(({ value, count }) => ({ label: `ekyc ${value}`, value: count, text: countText(count) })),
      decided,
      page,
    ),
  );
  if (outcomes.length > 0) lines.push('');
  lines.push(
    ...namedLine(
      'flags',
      counted(submissions.flags, (flag) => flag.replace(/^is_any_(?:in_)?/, '')),
      page,
    ),
    ...namedLine('events', counted(corpus.events), page),
    ...namedLine('columns', counted(corpus.columns), page),
    ...namedLine(
      'repeated',
      submissions.repeated > 0
        ? [`${countText(submissions.repeated)} deliveries of a submission that came before`]
        : [],
      page,
    ),
  );
  if (sizes.count > 0) {
    const range =
      sizes.min === sizes.max
        ? [sizeText(sizes.min)]
        : [`${sizeText(sizes.min)} ${sketchSpark(sizes, SPARK_WIDTH)} ${sizeText(sizes.max)}`];
    lines.push(...namedLine('sizes', range, page));
  }
  if (days.length > 1) {
    const shown = days.slice(-SPARK_WIDTH);
    lines.push(
      ...namedLine('days', [`${shown[0]?.day} ${spark(shown.map((day) => day.payloads))} ${shown.at(-1)?.day}`], page),
    );
  }
  for (const { name, runs, entries, hits: found, codes, hitsPerEntry } of providers.slice(0, 4)) {
    lines.push('', page.paint('bold', printable(name, 60)));
    lines.push(
      ...namedLine(
        'runs',
        [`${countText(runs)} with ${countText(entries)} entries and ${countText(found)} hits`],
        page,
      ),
    );
    lines.push(...namedLine('codes', counted(codes), page));
    lines.push(
      ...namedLine(
        'hits',
        [`${countText(hitsPerEntry.zeros)} entries without, at most ${countText(hitsPerEntry.max)} in one`],
        page,
      ),
    );
  }
  lines.push('');
  const far = corpus.largest.filter((each) => each.far);
  lines.push(
    ...namedLine(
      'largest',
      corpus.largest.slice(0, 3).map(({ source, value }) => `${source} ${sizeText(value)}`),
      page,
    ),
  );
  if (far.length > 0)
    lines.push(...namedLine('far off', [`${countText(far.length)} payloads are much larger than the others`], page));
  lines.push(
    ...namedLine(
      'most hits',
      corpus.mostHits
        .filter(({ value }) => value > 0)
        .slice(0, 3)
        .map(({ source, value }) => `${source} ${countText(value)}`),
      page,
    ),
  );
  lines.push(...namedLine('warnings', counted(corpus.warnings), page));
  const missing = [
    ...(incomplete > 0 ? [`${countText(incomplete)} not read to the end`] : []),
    ...(unread > 0 ? [`${countText(unread)} not read at all`] : []),
  ];
  if (missing.length > 0) lines.push('', page.paint('red', `Incomplete: ${missing.join(', ')}`));
  return `${lines.join('\n')}\n`;
}

function counted({ counts }: ValueCounts, shown: (value: string) => string = (value) => value): readonly string[] {
  return counts.map(({ value, count }) => `${shown(value)} ${countText(count)}`);
}
