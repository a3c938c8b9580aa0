import type { Command } from '../../state/command.ts';
import type { AnsweredCall, Overrides } from '../hooks/behaviour.ts';
import type { Call } from '../hooks/call.ts';
import { matches, type Pattern } from './overrides.ts';

type DecidedCall = Call & Pick<AnsweredCall, 'condition'>;

/** Overrides that do something more on calls about an application. */
export function doing(command: (call: Call) => Command, pattern: Pattern<DecidedCall>): Overrides {
  return {
    effects: (commands, call) =>
      call.application !== undefined && matches<DecidedCall>(call, pattern) ? [...commands, command(call)] : commands,
  };
}

/** A submission of an application as if its captures had been made. */
export function submitting({ slug, now }: Call): Command {
  const checks = { documentScan: 'success', liveness: 'success', retries: 0, score: 88.5 } as const;
  return {
    type: 'submit',
    at: now,
    slug,
    submission: { document: 'front_card', ...checks, aml: 'none', amlBytes: 0 },
    answers: { home_address_country: 'THA' },
    rescanned: [],
  };
}

/** A resend of an application. */
export function resending({ slug, now }: Call): Command {
  return { type: 'resend', at: now, slug };
}

/** A status change that changes nothing but makes the service deliver `update_status`. */
export function announcing({ slug, now, workspace, application }: Call): Command {
  const column = workspace.statusColumns[0]?.key ?? 'aml';
  return { type: 'change-status', at: now, slug, column, value: application?.statuses[column] ?? '-' };
}
