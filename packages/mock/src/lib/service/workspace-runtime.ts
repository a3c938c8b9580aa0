import { createTestClock, systemClock, type Clock, type TestClock } from '@idvkit/delivery';

import type { Fault } from '../behaviour/faults/fault.ts';
import type { Behaviour } from '../behaviour/hooks/behaviour.ts';
import { composeBehaviour } from '../behaviour/hooks/compose.ts';
import type { DeliveryTrigger, History } from '../behaviour/hooks/history.ts';
import { allVariations } from '../behaviour/variations/all-variations.ts';
import type { Variation } from '../behaviour/variations/variation.ts';
import { stateOf, type StoredApplication } from '../state/application.ts';
import { collectApplications } from '../state/applications.ts';
import type { Command, StateEvent } from '../state/command.ts';
import { transition } from '../state/transition.ts';
import { applicationOf, type Workspace } from '../state/workspace.ts';
import { CallLog } from './call-log.ts';
import { DeliveryLog } from './deliveries/delivery-log.ts';
import { Dispatcher, type DispatcherOptions } from './deliveries/dispatcher.ts';
import { planDeliveries } from './deliveries/plan.ts';
import { Expiry } from './expiry.ts';
import { VisitLog } from './form-visits.ts';
import { Throttle } from './throttle.ts';

/** Dependencies of a running workspace. */
export interface WorkspaceRuntimeOptions extends Pick<
  DispatcherOptions,
  'draw' | 'origin' | 'connections' | 'onAttempt'
> {
  readonly state: Workspace;
  readonly faults: readonly Fault[];
  readonly variations: readonly Variation[];
  /** Default: the machine's clock. */
  readonly timeSource?: Clock;
}

/** The machine's clock, whose timers keep no process alive: a mock that is left open must not hold up its test run. */
const unrefClock: Clock = {
  now: () => systemClock.now(),
  schedule: (delayMs, due) => {
    const timer = setTimeout(due, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

const NOTHING: History = {};

const HAPPENED: Readonly<Partial<Record<StateEvent['type'], DeliveryTrigger>>> = {
  submitted: 'submission',
  'resend-requested': 'resend',
  'status-changed': 'status-change',
  expired: 'expiry',
};

/** A workspace that is running, from the state and the time at which it stopped, and everything around it that is not state. */
export class WorkspaceRuntime {
  readonly clock: TestClock;
  readonly deliveries: DeliveryLog = new DeliveryLog();
  readonly calls: CallLog = new CallLog();
  /** Who opened hosted forms. */
  readonly visits: VisitLog = new VisitLog();
  readonly throttle: Throttle = new Throttle();
  readonly dispatcher: Dispatcher;
  readonly #expiry: Expiry;
  readonly #timeSource: Clock;
  /** Pasts of applications since the start. They decide nothing, so they are not saved. */
  readonly #histories = new Map<string, History>();
  #state: Workspace;
  #faults: readonly Fault[] = [];
  #variations: readonly Variation[] = [];
  #behaviour: Behaviour = composeBehaviour([]);

  constructor({ state, faults, variations, timeSource = unrefClock, ...options }: WorkspaceRuntimeOptions) {
    // A saved state may be served from another address than the one it was made at.
    const applications = state.applications.all().map((application) => ({ ...application, origin: null }));
    this.#state = { ...state, applications: collectApplications(applications) };
    this.#timeSource = timeSource;
    this.#variations = variations;
    this.faults = faults;
    const { clock } = state;
    this.clock = createTestClock({
      real: timeSource,
      mode: clock.mode,
      now: clock.mode === 'frozen' ? clock.now : timeSource.now() + clock.offsetMs,
    });
    this.dispatcher = new Dispatcher({
      ...options,
      clock: this.clock,
      log: this.deliveries,
      behaviour: () => this.#behaviour,
    });
    this.#expiry = new Expiry({
      clock: this.clock,
      workspace: () => this.#state,
      expire: (slug) => this.run([{ type: 'expire', at: this.clock.now(), slug }]),
    });
    for (const application of applications) this.#watch(application);
  }

  /** As it stands, its clock included. */
  get state(): Workspace {
    const { mode } = this.clock;
    const now = this.clock.now();
    return {
      ...this.#state,
      clock: mode === 'frozen' ? { mode, now } : { mode, offsetMs: now - this.#timeSource.now() },
    };
  }

  get behaviour(): Behaviour {
    return this.#behaviour;
  }

  /** Faults that are switched on. Setting them starts what they remember anew. */
  get faults(): readonly Fault[] {
    return this.#faults;
  }

  set faults(switchedOn: readonly Fault[]) {
    this.#faults = switchedOn;
    this.#compose();
  }

  /** Variations that are switched on. Setting them starts what they remember anew. */
  get variations(): readonly Variation[] {
    return this.#variations;
  }

  set variations(switchedOn: readonly Variation[]) {
    this.#variations = switchedOn;
    this.#compose();
  }

  #compose(): void {
    // In the order of their list, whichever was named first: the later ones write out what the earlier ones changed.
    const variations = allVariations.filter((each) => this.#variations.includes(each));
    this.#behaviour = composeBehaviour([...this.#faults, ...variations].map((each) => each.overrides()));
  }

  /** Returns what happened to an application so far. */
  historyOf(slug: string): History {
    return this.#histories.get(slug) ?? NOTHING;
  }

  /** Applies commands, and starts the deliveries that they bring about. */
  run(commands: readonly Command[]): readonly StateEvent[] {
    return commands.flatMap((command) => {
      const { state, events } = transition(this.#state, command);
      this.#state = state;
      for (const event of events) {
        const application = applicationOf(state, event.slug);
        if (event.type === 'created' && application) this.#watch(application);
        const history = this.historyOf(event.slug);
        this.dispatcher.dispatch(planDeliveries(event, { workspace: state, behaviour: this.#behaviour, history }));
        const happened = HAPPENED[event.type];
        if (happened) this.#histories.set(event.slug, { ...history, [happened]: (history[happened] ?? 0) + 1 });
      }
      return events;
    });
  }

  async close(): Promise<void> {
    this.#expiry.close();
    this.clock.close();
    await this.dispatcher.close();
  }

  #watch(application: StoredApplication): void {
    if (stateOf(application) === 'open') this.#expiry.watch(application);
  }
}
