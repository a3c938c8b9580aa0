import { CREDENTIALS } from './credential-class.ts';
import type { ReceiverAnswer } from './receivers.ts';
import {
  type Application,
  type CallWanted,
  type Flow,
  FORMS,
  type Happening,
  type Plans,
  SERVICE,
  type World,
} from './world.ts';

/** One step of the walk: what is called, or what happens, and to which application. */
export interface Visit {
  readonly flow: Flow;
  /** What happened to the application before; absent if the path has no application, or an unknown one. */
  readonly past?: readonly Happening[];
  readonly credit: number;
  /** Locale of its calls. */
  readonly lang: string;
  /** Whether it may change the application. */
  readonly hasEffect: boolean;
  readonly act: (world: World, application: Application, lang: string) => Promise<string>;
}

const FLOWS = ['camera', 'plain'] as const;
/** Enough, too little for the camera flow, and none. */
export const CREDITS = { enough: 1_000, 'too-little': 2, none: 0 };
/**
 * Locales that the mock or one of its faults distinguishes from others: those of the forms, those that faults name, one that is not a
 * locale, and one for all others.
 */
export const LOCALES: readonly string[] = ['en', 'th', 'zh-hans', 'ja', 'ar', 'vi', 'fr', 'xx', 'de'];
const PASS: Happening = { submit: {} };

/** Ways that an application takes to each of its states. */
const PASTS: Readonly<Record<string, readonly (readonly Happening[])[]>> = {
  open: [[], ['status-change']],
  submitted: [[PASS], [PASS, 'status-change'], [PASS, 'resend'], [PASS, 'status-change', 'resend']],
  expired: [['expire'], ['status-change', 'expire']],
  deleted: [
    ['delete'],
    [PASS, 'delete'],
    ['expire', 'delete'],
    [PASS, 'status-change', 'delete'],
    [PASS, 'resend', 'delete'],
  ],
};

const COMPLETE = {
  consent_checkbox_1: true,
  full_name_first_name: 'Anna',
  full_name_last_name: 'Arun',
  date_of_birth: '1990-02-03',
  home_address_country: 'THA',
};
const answers = (given: unknown): string => JSON.stringify({ answers: given });
const ODD_BODIES = ['{', '[1]', answers([1]), '{}'];
const BODIES = {
  create: [
    undefined,
    ...ODD_BODIES,
    answers({ full_name_first_name: 'Anna' }),
    answers({ ekyc_document_type: 'passport' }),
    answers({ customer_ref: 'r-1', customer_tier: 3 }),
    answers({ favourite_colour: 'blue' }),
    answers({ date_of_birth: 'yesterday' }),
    answers({ nid: '1234567890123' }),
    answers({ full_name_first_name: { first: 'Anna' } }),
  ],
  submit: [
    undefined,
    ...ODD_BODIES,
    answers(COMPLETE),
    answers({ full_name_first_name: 'Anna' }),
    answers({ ...COMPLETE, customer_ref: 'r-1', customer_tier: 3 }),
    answers({ ...COMPLETE, favourite_colour: 'blue' }),
    answers({ ...COMPLETE, date_of_birth: 'yesterday' }),
  ],
};

/** Endpoints about an application: the end of the path, and the methods called, its own first. */
const ENDPOINTS = [
  ['result', ['GET', 'PUT']],
  ['info', ['GET', 'PUT']],
  ['hook-submit', ['POST', 'GET', 'PUT']],
  ['submit', ['POST', 'GET', 'PUT']],
] as const;

/** Outcomes of submissions other than a pass. */
const OUTCOMES = [
  { score: 65 },
  { score: 40 },
  { document: 'passport' },
  { documentScan: 'fail' },
  { liveness: 'fail' },
  { retries: 2 },
  { aml: 'pep' },
  { aml: 'sanctions' },
] as const;

/** Every call of the walk. */
export function* calls(): Generator<Visit> {
  for (const flow of FLOWS) {
    for (const lang of LOCALES) {
      for (const credential of CREDENTIALS) {
        for (const credit of Object.values(CREDITS)) yield* createCalls({ flow, lang, credit, credential });
        for (const past of [undefined, ...Object.values(PASTS).flat()]) {
          yield* applicationCalls({ flow, lang, credential, past });
        }
      }
    }
  }
  for (const flow of FLOWS) for (const credential of CREDENTIALS) yield* imageCalls(flow, credential);
  for (const outcome of OUTCOMES) {
    for (const lang of LOCALES) {
      yield* applicationCalls({ flow: 'camera', lang, credential: 'valid', past: [{ submit: outcome }] });
    }
  }
}

interface Chosen {
  readonly flow: Flow;
  readonly lang: string;
  readonly credential: CallWanted['credential'];
}

function* createCalls({ flow, lang, credit, credential }: Chosen & { readonly credit: number }): Generator<Visit> {
  for (const form of credit === CREDITS.enough ? [FORMS[flow], 'no-such-form'] : [FORMS[flow]]) {
    for (const method of ['POST', 'GET', 'PUT']) {
      for (const body of method === 'POST' && form === FORMS[flow] ? BODIES.create : [undefined]) {
        const call = { method, end: `${form}/create/`, credential, body };
        const hasEffect = method === 'POST' && credential === 'valid';
        yield visit({ flow, lang, credit, hasEffect, call: () => call, times: method === 'POST' ? 2 : 1 });
      }
    }
  }
}

function* applicationCalls({
  flow,
  lang,
  credential,
  past,
}: Chosen & { readonly past: readonly Happening[] | undefined }): Generator<Visit> {
  for (const [end, methods] of ENDPOINTS) {
    for (const method of methods) {
      for (const body of end === 'submit' && method === 'POST' ? BODIES.submit : [undefined]) {
        const hasEffect = method === 'POST' && credential === 'valid' && lang !== 'xx';
        yield visit({
          flow,
          lang,
          ...(past && { past }),
          hasEffect,
          call: (slug) => ({ method, end: `${FORMS[flow]}/applied-forms/${slug}/${end}/`, credential, body }),
        });
      }
    }
  }
}

/** Images by the URLs of a result: as they are, without their signature and with another one, immediately and when they have expired. */
function* imageCalls(flow: Flow, credential: CallWanted['credential']): Generator<Visit> {
  const changes = [
    (url: string) => url,
    (url: string) => url.replace(/\?.*/, ''),
    (url: string) => url.replace(/(q=[^&]*)/, '$1~'),
  ];
  const minutes = [0, 16];
  for (const past of [
    ...(PASTS['submitted'] ?? []),
    ...(PASTS['deleted'] ?? []).filter((each) => each.includes(PASS)),
  ]) {
    for (const change of changes) {
      for (const method of ['GET', 'POST']) {
        for (const later of minutes)
          yield {
            flow,
            past,
            lang: 'en',
            credit: CREDITS.enough,
            hasEffect: false,
            act: async (world, { slug }) => {
              const path = `/en/api/forms/${FORMS[flow]}/applied-forms/${slug}/result/`;
              const result = await world.call({ method: 'GET', path, credential: 'valid' });
              const url =
                /"(http[^"]*\/result\/image\/[^"]*)"/.exec(result)?.[1] ?? `${SERVICE}/api/ekyc/${slug}/result/image/`;
              await world.wait(later);
              return result + (await world.call({ method, path: change(url).slice(SERVICE.length), credential }));
            },
          };
      }
    }
  }
}

function visit({
  flow,
  past,
  lang,
  credit = CREDITS.enough,
  hasEffect = false,
  call,
  times: repeated = 1,
}: Pick<Visit, 'flow' | 'past' | 'lang'> & {
  readonly credit?: number;
  readonly hasEffect?: boolean;
  readonly call: (slug: string) => Omit<CallWanted, 'path'> & { readonly end: string };
  readonly times?: number;
}): Visit {
  return {
    flow,
    ...(past && { past }),
    lang,
    credit,
    hasEffect,
    act: async (world, { slug }, language) => {
      const answered: string[] = [];
      const { end, ...wanted } = call(slug);
      for (let left = repeated; left > 0; left -= 1) {
        answered.push(await world.call({ ...wanted, path: `/${language}/api/forms/${end}` }));
      }
      return answered.join('\n');
    },
  };
}

/** What happens to applications in the walk: every event after everything that may precede it. */
const STORIES: readonly (readonly Happening[])[] = [
  [PASS, 'resend', 'resend', 'resend', 'status-change'],
  [PASS, 'status-change', 'resend', 'resend', 'status-change'],
  ['status-change', PASS, 'resend', 'resend'],
  ['expire', 'status-change', 'status-change'],
  ['status-change', 'status-change', 'expire', 'status-change'],
];

const times = (status: number, count: number): readonly ReceiverAnswer[] => [
  ...Array.from({ length: count }, () => status),
  200,
];
/** Answers of a receiver to the attempts of each delivery. */
const ANSWERS: readonly (readonly ReceiverAnswer[])[] = [
  ...[200, 201, 202, 204, 400, 401, 404, 410, 429].map((status) => [status]),
  ...[500, 503].flatMap((status) => [1, 2, 3, 4].map((count) => times(status, count))),
  [502],
  [500, 400],
  [503, 'silence'],
  ['silence'],
];

/** Every story with each answer of each receiver, and of both. */
export function* deliveries(): Generator<Visit> {
  for (const flow of FLOWS) {
    for (const steps of STORIES) {
      for (const answer of ANSWERS) {
        for (const plans of [[answer], [[200], answer], [answer, answer]]) yield story({ flow, steps, plans });
      }
    }
  }
  for (const outcome of OUTCOMES) {
    const submitted: Happening = { submit: outcome };
    for (const plans of [
      [],
      [
        [500, 503, 500, 200],
        [503, 500, 503, 200],
      ],
    ]) {
      yield story({ flow: 'camera', steps: [submitted, 'resend', 'status-change', 'resend'], plans });
    }
  }
}

function story({ flow, steps, plans }: { flow: Flow; steps: readonly Happening[]; plans: Plans }): Visit {
  return {
    flow,
    past: [],
    lang: 'en',
    credit: CREDITS.enough,
    hasEffect: true,
    act: async (world, application) => {
      for (const step of steps) await world.happen(application, step, plans);
      return '';
    },
  };
}

/** Plays visits in a world. Applications that a visit leaves as they are serve the next ones. */
export class Walker {
  readonly #world: World;
  readonly #ready = new Map<string, Application>();
  #credit: number | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  /** Plays a visit, and returns every byte that the client and its receivers got. */
  async play({ flow, past, credit, lang, hasEffect, act }: Visit): Promise<string> {
    const world = this.#world;
    const key = JSON.stringify([flow, past]);
    const application =
      past === undefined ? { slug: 'unheard-of', flow } : (this.#ready.get(key) ?? (await this.#arrange(flow, past)));
    if (hasEffect) this.#ready.delete(key);
    else this.#ready.set(key, application);
    if (credit !== this.#credit) world.mock.portal.setCredit({ balance: credit });
    this.#credit = credit;
    const answered = await act(world, application, lang);
    await world.settle();
    return `${answered}\n${JSON.stringify(world.deliveries())}`;
  }

  async #arrange(flow: Flow, past: readonly Happening[]): Promise<Application> {
    this.#credit = CREDITS.enough;
    this.#world.mock.portal.setCredit({ balance: this.#credit });
    const application = { slug: await this.#world.create(flow), flow };
    for (const happening of past) await this.#world.happen(application, happening);
    return application;
  }
}
