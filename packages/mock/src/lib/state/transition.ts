import type { AnswerInput } from '@idvkit/schema';

import { stateOf, type ApplicationState, type StoredAnswer, type StoredApplication } from './application.ts';
import type { Command, StateEvent } from './command.ts';
import { found } from './submission.ts';
import { applicationOf, formOf, type Workspace } from './workspace.ts';

/** A workspace after a command, and what there is to tell of it. */
export interface Transition {
  readonly state: Workspace;
  readonly events: readonly StateEvent[];
}

/**
 * Applies a command to a workspace: a pure function. A command that the state does not allow changes nothing.
 * @see Specification, "States and transitions"
 */
export function transition(state: Workspace, command: Command): Transition {
  switch (command.type) {
    case 'create':
      return create(state, command);
    case 'start':
      return change(state, command, {
        from: ['open'],
        to: (application) => ({ startedAt: application.startedAt ?? command.at }),
      });
    case 'save':
      return change(state, command, {
        from: ['open'],
        to: (application) => ({
          answers: without(written(application.answers, command.answers, command.at), command.cleared ?? []),
          currentStep: command.step ?? application.currentStep,
        }),
      });
    case 'submit':
      return submit(state, command);
    case 'expire':
      return change(state, command, {
        from: ['open'],
        to: () => ({ status: 'expired' }),
        event: ({ startedAt, slug }) => ({ type: 'expired', slug, droppedOff: startedAt !== null }),
      });
    case 'delete':
      return change(state, command, {
        from: ['open', 'submitted', 'expired'],
        to: () => ({ deletedAt: command.at }),
        event: ({ slug }) => ({ type: 'deleted', slug }),
      });
    case 'resend':
      return change(state, command, { from: ['submitted'], event: ({ slug }) => ({ type: 'resend-requested', slug }) });
    case 'change-status':
      return change(state, command, {
        from: ['open', 'submitted', 'expired'],
        to: ({ statuses }) => ({ statuses: { ...statuses, [command.column]: command.value } }),
        event: ({ slug }) => ({ type: 'status-changed', slug }),
      });
    case 'amend': {
      const application = applicationOf(state, command.slug);
      return {
        state: application ? withApplication(state, { ...application, ...command.changes }) : state,
        events: [],
      };
    }
    case 'set-up':
      return { state: { ...state, ...command.changes }, events: [] };
  }
}

type Of<Type extends Command['type']> = Extract<Command, { type: Type }>;

function create(state: Workspace, command: Of<'create'>): Transition {
  const form = formOf(state, command.formSlug);
  if (!form || applicationOf(state, command.slug)) return { state, events: [] };
  const application: StoredApplication = {
    id: command.id,
    recordId: command.recordId,
    slug: command.slug,
    formSlug: command.formSlug,
    origin: command.origin,
    status: 'incomplete',
    createdAt: command.at,
    expiresAt: command.at + state.settings.formLifetimeMs,
    startedAt: null,
    submittedAt: null,
    deletedAt: null,
    // A form has at least one step.
    currentStep: form.steps[0]?.key ?? '',
    answers: written({}, command.answers, command.at),
    statuses: Object.fromEntries(state.statusColumns.map(({ key, initial }) => [key, initial])),
    submission: null,
  };
  return { state: withApplication(state, application), events: [{ type: 'created', slug: command.slug }] };
}

function submit(state: Workspace, command: Of<'submit'>): Transition {
  const form = formOf(state, applicationOf(state, command.slug)?.formSlug ?? '');
  const { state: after, events } = change(state, command, {
    from: ['open'],
    to: (application) => ({
      status: 'complete',
      submittedAt: command.at,
      startedAt: application.startedAt ?? command.at,
      submission: command.submission,
      currentStep: form?.steps.at(-1)?.key ?? application.currentStep,
      answers: scanned(application, command),
      statuses: form?.screening ? decided(state, application, found(command.submission.aml)) : application.statuses,
    }),
    event: ({ slug }) => ({ type: 'submitted', slug }),
  });
  if (events.length === 0) return { state, events };
  // Running the steps is what takes credit, and a workspace never owes any.
  return { state: { ...after, credit: Math.max(0, state.credit - (form?.creditCost ?? 0)) }, events };
}

/** Changes an application that is in one of the states `from`; leaves everything as it is otherwise. */
function change(
  state: Workspace,
  { slug }: { readonly slug: string },
  step: {
    readonly from: readonly ApplicationState[];
    readonly to?: (application: StoredApplication) => Partial<StoredApplication>;
    readonly event?: (application: StoredApplication) => StateEvent;
  },
): Transition {
  const application = applicationOf(state, slug);
  if (!application || !step.from.includes(stateOf(application))) return { state, events: [] };
  return {
    state: withApplication(state, { ...application, ...step.to?.(application) }),
    events: step.event ? [step.event(application)] : [],
  };
}

function withApplication(state: Workspace, application: StoredApplication): Workspace {
  return { ...state, applications: state.applications.with(application) };
}

function written(
  before: Readonly<Record<string, StoredAnswer>>,
  answers: AnswerInput,
  at: number,
): Readonly<Record<string, StoredAnswer>> {
  const after = new Map(Object.entries(before));
  for (const [key, value] of Object.entries(answers)) {
    const old = after.get(key);
    if (old?.value !== value) after.set(key, { value, createdAt: old?.createdAt ?? at, updatedAt: at });
  }
  return Object.fromEntries(after);
}

function without(
  answers: Readonly<Record<string, StoredAnswer>>,
  keys: readonly string[],
): Readonly<Record<string, StoredAnswer>> {
  return Object.fromEntries(Object.entries(answers).filter(([key]) => !keys.includes(key)));
}

/** Answers of a submission: those that were scanned again were captured when the form was started. */
function scanned(application: StoredApplication, command: Of<'submit'>): Readonly<Record<string, StoredAnswer>> {
  const first = application.startedAt ?? application.createdAt;
  const again = new Set(command.rescanned);
  return Object.fromEntries(
    Object.entries(written(application.answers, command.answers, command.at)).map(([key, answer]) => [
      key,
      again.has(key) ? { ...answer, createdAt: Math.min(answer.createdAt, first) } : answer,
    ]),
  );
}

/** Status columns once the Decision Flow has run on a submission. */
function decided(
  state: Workspace,
  { statuses }: StoredApplication,
  something: boolean,
): Readonly<Record<string, string>> {
  const values = state.statusColumns.flatMap((column) => {
    const value = something ? column.found : column.clear;
    return value === undefined ? [] : [[column.key, value] as const];
  });
  return { ...statuses, ...Object.fromEntries(values) };
}
