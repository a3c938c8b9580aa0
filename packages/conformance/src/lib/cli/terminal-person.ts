import { ask, CliError, createPaint, printable, type Io, type Paint } from '@idvkit/cli-kit';
import { renderUnicodeCompact } from 'uqr';

import type { Person, PersonAnswer, PersonNeed, PersonRequest } from '../drive/calls/person.ts';

const TASKS: Readonly<Record<PersonNeed, string>> = {
  submit: 'Fill in and submit this form, as the applicant would:',
  'change-status': 'In the portal, change a status of this application:',
  delete: 'In the portal, delete this application:',
  expire: 'Start this form, and let it expire without submitting it:',
};

const ANSWERS: Readonly<Record<string, PersonAnswer>> = {
  '': 'done',
  s: 'skip',
  n: 'never',
  q: 'leave',
};

const CHOICE = 'Enter when it is done · s skip · n skip all of these · q end the run ';

/** Creates a person at the terminal. @throws {CliError} `terminal-needed` if no one can be asked. */
export function createTerminalPerson(io: Io): Person {
  if (io.stdin.isTTY !== true || !io.stderr.isTTY) {
    throw new CliError({
      code: 'terminal-needed',
      message: 'Cannot ask questions: --interactive needs a terminal for its questions and the answers.',
      fix: 'Run it in a terminal, or name commands under `operator` in the configuration.',
    });
  }
  return { ask: (request, seen) => askAtTerminal(request, seen, io) };
}

async function askAtTerminal(request: PersonRequest, seen: AbortSignal, io: Io): Promise<PersonAnswer> {
  io.stderr.write(requestText(request, io));
  const signal = AbortSignal.any([io.signal, seen]);
  for (;;) {
    const answer = await ask({ ...io, signal }, CHOICE);
    if (seen.aborted) {
      io.stderr.write('\nSeen: the service says that it is done.\n');
      return 'done';
    }
    // The end of the input, or Ctrl-C.
    if (answer === undefined) return 'leave';
    const meant = ANSWERS[answer.trim().toLowerCase()];
    if (meant !== undefined) return meant;
  }
}

function requestText({ need, slug, formSlug, formUrl, notYet }: PersonRequest, { stderr, env }: Io): string {
  if (notYet === true) {
    return '\nThe service does not say so yet. Enter once more if you are sure.\n';
  }
  const paint = createPaint(stderr, env);
  const link = formUrl === undefined ? undefined : printable(formUrl);
  return [
    '',
    paint('bold', TASKS[need]),
    ...(link === undefined || need === 'delete' || need === 'change-status'
      ? [`  form ${printable(formSlug)} · application ${printable(slug)}`]
      : ['', `  ${paint('underline', link)}`, '', qrCode(link, paint)]),
    '',
    '',
  ].join('\n');
}

/** Draws light on dark, whatever the colours of the terminal: cameras need it. */
function qrCode(link: string, paint: Paint): string {
  const lines = renderUnicodeCompact(link, { border: 1 }).split('\n');
  return lines.map((line) => `  ${paint(['whiteBright', 'bgBlack'], line)}`).join('\n');
}
