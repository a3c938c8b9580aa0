import { html, type Html, type HtmlSection, type HtmlValue } from '@idvkit/cli-kit/html';
import { counted } from '@idvkit/cli-kit/text';
import type { ConformanceReport, Observed } from '@idvkit/schema/formats';

import { durationText } from '../texts.ts';
import type { CitedObservations } from './cited-observations.ts';

const MAX_ROWS = 40;
const MAX_DRAWINGS = 6;

interface Application {
  readonly fingerprint: string;
  readonly observed: readonly Observed[];
}

/** Draws applications as sequences, each at most once. */
export class ApplicationTimelines {
  readonly #cited: CitedObservations;
  readonly #applications: readonly Application[];
  readonly #brokenBy: ReadonlyMap<string, readonly string[]>;
  readonly #drawn: string[] = [];

  constructor(report: ConformanceReport, cited: CitedObservations) {
    this.#cited = cited;
    this.#applications = applicationsOf(report);
    this.#brokenBy = brokenRulesOf(report);
  }

  /** Draws the application of an observation, or links its drawing. */
  of(id: string | undefined): Html | false {
    const application = this.#applications.find(({ observed }) => observed.some((each) => each.id === id));
    if (application === undefined) return false;
    const index = this.#drawn.indexOf(application.fingerprint);
    if (index !== -1)
      return html`<p class="note"><a href="#timeline-${index + 1}">The application, from the start</a></p>`;
    return this.#drawn.length < MAX_DRAWINGS && this.#draw(application);
  }

  /** Draws the application to which most kinds of things happened, if none was drawn. */
  section(): HtmlSection | undefined {
    const application = this.#drawn.length > 0 ? undefined : mostTelling(this.#applications);
    if (application === undefined) return undefined;
    return { id: 'timeline', title: 'An application, from the start', body: this.#draw(application) };
  }

  #draw({ fingerprint, observed }: Application): Html {
    this.#drawn.push(fingerprint);
    const shown = observed.slice(0, MAX_ROWS);
    const start = timeOf(shown[0]);
    const rows = shown.map((each) => {
      const broken = this.#brokenBy.get(each.id) ?? [];
      return html`<li class="${broken.length > 0 ? 'broken' : 'row'}">
        ${laneDrawing(each, isWatched(each, observed), broken.length > 0)}
        <div>
          <p>
            <time>${elapsed(timeOf(each) - start)}</time> ${this.#cited.link(each.id)}
            ${whatOf(each, broken.length > 0)}
          </p>
          ${broken.map((id) => html`<p class="note"><a href="#rule-${id}">✗ ${id}</a></p>`)}
        </div>
      </li> `;
    });
    const more = observed.length - shown.length;
    const form = observed.map((each) => (each.kind === 'exchange' ? each.form : undefined)).find(Boolean);
    return html`<details class="timeline" id="timeline-${this.#drawn.length}">
      <summary>
        The application, from the start: ${fingerprint} ·
        ${counted(observed.length, 'observation')}${form !== undefined && ` · form ${form}`}
      </summary>
      <div class="lanes">
        ${laneHeads()}
        <ol>
          ${rows}
        </ol>
      </div>
      ${more > 0 && html`<p class="note">and ${counted(more, 'more observation')}</p>`}
    </details>`;
  }
}

function applicationsOf({ observed }: ConformanceReport): readonly Application[] {
  const byApplication = Map.groupBy(observed, (each) => {
    if (isMessage(each)) return each.application;
    return each.kind === 'action' || each.kind === 'watch' ? each.slug : undefined;
  });
  return [...byApplication].flatMap(([fingerprint, own]) =>
    fingerprint === undefined
      ? []
      : [{ fingerprint, observed: own.toSorted((one, other) => timeOf(one) - timeOf(other)) }],
  );
}

function timeOf(observed: Observed | undefined): number {
  return observed === undefined ? 0 : Date.parse(observed.at);
}

function brokenRulesOf({ rules }: ConformanceReport): ReadonlyMap<string, readonly string[]> {
  const pairs = rules.flatMap(({ id, findings }) =>
    [...new Set(findings.map(({ observation }) => observation))].map((observation) => ({ observation, id })),
  );
  const byObservation = Map.groupBy(pairs, ({ observation }) => observation);
  return new Map([...byObservation].map(([observation, own]) => [observation, own.map(({ id }) => id)]));
}

function mostTelling(applications: readonly Application[]): Application | undefined {
  const score = ({ observed }: Application): number => {
    const count = (kind: Observed['kind']): number => observed.filter((each) => each.kind === kind).length;
    const endpoints = new Set(observed.flatMap((each) => (each.kind === 'exchange' ? [each.endpoint] : []))).size;
    const kinds = (['delivery', 'action', 'watch'] as const).filter((kind) => count(kind) > 0).length;
    // Of two that show as much, the shorter.
    return endpoints + 2 * kinds + Math.min(4, count('delivery')) - observed.length / 1e6;
  };
  return applications.toSorted((one, other) => score(other) - score(one))[0];
}

type ObservedMessage = Extract<Observed, { kind: 'exchange' | 'delivery' }>;

function statusOf(observed: ObservedMessage): number | undefined {
  if (observed.kind === 'exchange') return observed.status;
  return observed.answer.kind === 'status' ? observed.answer.status : undefined;
}

function isMessage(observed: Observed): observed is ObservedMessage {
  return observed.kind === 'exchange' || observed.kind === 'delivery';
}

function isWatched(observed: Observed, all: readonly Observed[]): boolean {
  const at = timeOf(observed);
  return all.some((each) => each.kind === 'watch' && timeOf(each) <= at && at <= each.until);
}

function whatOf(observed: Observed, isBroken: boolean): HtmlValue {
  switch (observed.kind) {
    case 'exchange':
      return html`${observed.endpoint === 'other' ? 'call' : observed.endpoint} ${badge(statusOf(observed), isBroken)}`;
    case 'delivery':
      return html`${observed.type ?? 'delivery'} ${badge(statusOf(observed), isBroken)}`;
    case 'action':
      return `${observed.action} by an operator`;
    case 'watch':
      return `watched for ${durationText(observed.until - timeOf(observed))}`;
    default:
      return observed.kind;
  }
}

/** Red is only for what is wrong: a 403 that is due is not. */
function badge(status: number | undefined, isBroken: boolean): Html {
  return html`<span class="badge${isBroken && ' bad'}">${status ?? 'no response'}</span>`;
}

function elapsed(ms: number): string {
  return `${ms < 0 ? '−' : '+'}${durationText(Math.abs(ms))}`;
}

/** Lanes, in pixels from the left. */
const LANES = { client: 22, service: 74, receiver: 126 } as const;
/** Request and answer, in pixels from the top of a row. */
const OUT = 17;
const BACK = 31;
const WIDTH = 148;

function laneHeads(): Html {
  const names = Object.entries(LANES).map(
    ([name, x]) => html`<text x="${x}" y="14" text-anchor="middle">${name}</text>`,
  );
  return html`<svg class="heads" role="img" aria-label="Lanes: client, service, receiver" width="${WIDTH}" height="20">
    ${names}
  </svg>`;
}

/** Draws one row, as high as the row is. The text next to it says the same. */
function laneDrawing(observed: Observed, isWatched: boolean, isBroken: boolean): Html {
  const lines = Object.values(LANES).map((x) => html`<line class="lane" x1="${x}" y1="0" x2="${x}" y2="100%"></line>`);
  const watch =
    isWatched && html`<line class="watched" x1="${LANES.receiver}" y1="-0.5" x2="${LANES.receiver}" y2="100%"></line>`;
  const halo = isBroken && html`<circle class="halo" cx="6" cy="${OUT}" r="4"></circle>`;
  return html`<svg aria-hidden="true" focusable="false" width="${WIDTH}">
    ${watch}${lines}${halo}${moveOf(observed, isBroken)}
  </svg>`;
}

function moveOf(observed: Observed, isBroken: boolean): Html {
  switch (observed.kind) {
    case 'exchange':
      return twoWays(LANES.client, LANES.service, { status: statusOf(observed), isBroken });
    case 'delivery':
      return twoWays(LANES.service, LANES.receiver, { status: statusOf(observed), isBroken });
    case 'action':
      return html`<path class="operator" d="M${LANES.service} ${OUT - 8}l8 8l-8 8l-8 -8z"></path>`;
    default:
      return html`<circle class="eye" cx="${LANES.receiver}" cy="${OUT}" r="7"></circle
        ><circle class="pupil" cx="${LANES.receiver}" cy="${OUT}" r="2.5"></circle>`;
  }
}

interface Way {
  readonly status: number | undefined;
  readonly isBroken: boolean;
}

function twoWays(from: number, to: number, { status, isBroken }: Way): Html {
  const name = `back${isBroken ? ' wrong' : ''}`;
  const back =
    status !== undefined
      ? html`<path class="${name}" d="M${to - 1} ${BACK}H${from + 3}m5 -4l-5 4l5 4"></path>`
      : html`<path class="${name}" d="M${to - 8} ${BACK - 4}l8 8m0 -8l-8 8"></path>`;
  return html`<path class="out" d="M${from + 1} ${OUT}H${to - 3}m-5 -4l5 4l-5 4"></path>${back}`;
}
