import { createTestClock, type SenderOptions, type TestClock } from '@idvkit/delivery';

import type { Fault } from '../behaviour/faults/fault.ts';
import type { Behaviour } from '../behaviour/hooks/behaviour.ts';
import { composeBehaviour } from '../behaviour/hooks/compose.ts';
import type { Variation } from '../behaviour/variations/variation.ts';
import { stateOf, type StoredApplication } from '../state/application.ts';
import { collectApplications } from '../state/applications.ts';
import type { Command, StateEvent } from '../state/command.ts';
import type { Draw } from '../state/draw.ts';
import { transition } from '../state/transition.ts';
import { applicationOf, type Workspace } from '../state/workspace.ts';
import { createCallLog, type CallLog } from './call-log.ts';
import { createDeliveryLog, type DeliveryLog, type LoggedDelivery } from './deliveries/delivery-log.ts';
import { createDispatcher, type Dispatcher } from './deliveries/dispatcher.ts';
import { planDeliveries } from './deliveries/plan.ts';
import { createExpiry } from './expiry.ts';
import { createVisitLog, type VisitLog } from './form-visits.ts';
import { createThrottle, type Throttle } from './throttle.ts';
import { unrefClock } from './unref-clock.ts';

/** A workspace that is running: its state, and everything around it that is no state. */
export interface WorkspaceRuntime {
  /** As it stands, its clock included. */
  readonly state: Workspace;
  readonly clock: TestClock;
  readonly behaviour: Behaviour;
  /** Faults that are switched on. Setting them starts what they remember anew. */
  faults: readonly Fault[];
  readonly deliveries: DeliveryLog;
  readonly calls: CallLog;
  /** Who opened hosted forms. */
  readonly visits: VisitLog;
  readonly throttle: Throttle;
  readonly dispatcher: Dispatcher;
  /** Applies commands, and starts the deliveries that they bring about. */
  run(commands: readonly Command[]): readonly StateEvent[];
  close(): Promise<void>;
}

/** What a running workspace needs of the service. */
export interface WorkspaceRuntimeOptions {
  readonly state: Workspace;
  readonly draw: Draw;
  readonly faults?: readonly Fault[];
  readonly variations?: readonly Variation[];
  readonly origin: (application: StoredApplication) => string;
  readonly connections?: NonNullable<SenderOptions['dispatcher']>;
  readonly onAttempt?: (delivery: LoggedDelivery) => void;
}

/** Sets a workspace going, from the state and the time at which it stopped. */
export function startWorkspace(options: WorkspaceRuntimeOptions): WorkspaceRuntime {
  const { draw, origin, connections, onAttempt } = options;
  let state = withoutOrigins(options.state);
  let faults = options.faults ?? [];
  // What is odd comes first: a fault departs from the service as it is.
  const behave = (): Behaviour =>
    composeBehaviour([...faults, ...(options.variations ?? [])].map((each) => each.overrides()));
  let behaviour = behave();
  const clock = createTestClock({
    real: unrefClock,
    mode: state.clock.mode,
    now: state.clock.mode === 'frozen' ? state.clock.now : unrefClock.now() + state.clock.offsetMs,
  });
  const deliveries = createDeliveryLog();
  const dispatcher = createDispatcher({
    clock,
    draw,
    log: deliveries,
    workspace: () => state,
    behaviour: () => behaviour,
    origin,
    ...(connections && { connections }),
    ...(onAttempt && { onAttempt }),
  });
  const expiry = createExpiry(
    clock,
    () => state,
    (slug) => run([{ type: 'expire', at: clock.now(), slug }]),
  );

  function run(commands: readonly Command[]): readonly StateEvent[] {
    return commands.flatMap((command) => {
      const { state: after, events } = transition(state, command);
      state = after;
      for (const event of events) {
        if (event.type === 'created') watch(applicationOf(state, event.slug));
        dispatcher.dispatch(planDeliveries(event, state, behaviour));
      }
      return events;
    });
  }

  function watch(application: StoredApplication | undefined): void {
    if (application && stateOf(application) === 'open') expiry.watch(application);
  }

  for (const application of state.applications.all()) watch(application);

  return {
    get state() {
      const { mode } = clock;
      const now = clock.now();
      return { ...state, clock: mode === 'frozen' ? { mode, now } : { mode, offsetMs: now - unrefClock.now() } };
    },
    clock,
    get behaviour() {
      return behaviour;
    },
    get faults() {
      return faults;
    },
    set faults(switchedOn) {
      faults = switchedOn;
      behaviour = behave();
    },
    deliveries,
    calls: createCallLog(),
    visits: createVisitLog(),
    throttle: createThrottle(),
    dispatcher,
    run,
    close: async () => {
      expiry.close();
      clock.close();
      await dispatcher.close();
    },
  };
}

/** A saved state may be served from another address than the one it was made at. */
function withoutOrigins(state: Workspace): Workspace {
  const applications = state.applications.all().map((application) => ({ ...application, origin: null }));
  return { ...state, applications: collectApplications(applications) };
}
