import { stringAt } from '@idvkit/json';
import type { ConformanceReport } from '@idvkit/schema/formats';

import type { Observation } from '../../observe/observation.ts';
import { timelinesOf, type Timeline } from '../../observe/timeline.ts';
import { clipped } from '../clipped.ts';
import type { Masker } from '../mask/masker.ts';
import { counted } from '../terminal/page.ts';
import { html, type Html, type HtmlValue } from './html.ts';
import { laneDrawing, laneHeads, type Move } from './lanes.ts';

/** Rows drawn of an application. */
const ROW_LIMIT = 40;
const LINE_LENGTH = 300;

/**
 * Draws what happened to one application, from top to bottom: calls, deliveries and their answers, what an operator did, and
 * how long was watched. It is the one of which most rules are broken, or else the one to which most kinds of things happened.
 */
export function applicationTimeline(
  report: ConformanceReport,
  observations: readonly Observation[],
  masker: Masker,
): Html | undefined {
  const brokenBy = brokenRulesOf(report);
  const timeline = mostTelling(timelinesOf(observations), brokenBy);
  if (timeline === undefined) return undefined;
  const summaries = new Map(report.observed.map(({ id, summary }) => [id, summary]));
  const shown = timeline.observations.slice(0, ROW_LIMIT);
  const start = shown[0]?.at ?? 0;
  const rows = shown.map((observation) => {
    const broken = brokenBy.get(observation.id) ?? [];
    const row = { move: moveOf(observation), isWatched: isWatched(observation, timeline), isBroken: broken.length > 0 };
    return html`<li class="${broken.length > 0 ? 'broken' : 'row'}">
      ${laneDrawing(row)}
      <div>
        <p><time>${elapsed(observation.at - start)}</time> <b>${observation.id}</b> ${whatOf(observation, masker)}</p>
        ${isMessage(observation) && html`<p class="note">${clipped(summaries.get(observation.id) ?? '', LINE_LENGTH)}</p>`}
        ${broken.map((id) => html`<p class="note"><a href="#rule-${id}">✗ ${id}</a></p>`)}
      </div>
    </li> `;
  });
  const more = timeline.observations.length - shown.length;
  return html`<section aria-labelledby="timeline">
    <h2 id="timeline">An application, from the start</h2>
    <p class="note">
      ${masker.slug(timeline.slug)} · ${counted(timeline.observations.length, 'observation')} of what happened to
      it${timeline.formSlug !== undefined && ` · form ${masker.text(timeline.formSlug)}`}
    </p>
    <div class="lanes">
      ${laneHeads()}
      <ol>
        ${rows}
      </ol>
    </div>
    ${more > 0 && html`<p class="note">and ${counted(more, 'more observation')}</p>`}
  </section> `;
}

function brokenRulesOf({ rules }: ConformanceReport): ReadonlyMap<string, readonly string[]> {
  const broken = new Map<string, Set<string>>();
  for (const { id, findings } of rules) {
    for (const { observation } of findings) {
      const known = broken.get(observation) ?? new Set();
      broken.set(observation, known.add(id));
    }
  }
  return new Map([...broken].map(([observation, ids]) => [observation, [...ids]]));
}

function mostTelling(
  timelines: readonly Timeline[],
  brokenBy: ReadonlyMap<string, readonly string[]>,
): Timeline | undefined {
  const score = ({ observations, deliveries, actions, watches, exchanges }: Timeline): readonly number[] => {
    const broken = new Set(observations.flatMap(({ id }) => brokenBy.get(id) ?? [])).size;
    const endpoints = new Set(exchanges.map(({ condition }) => condition.endpoint)).size;
    const kinds = [deliveries, actions, watches].filter((list) => list.length > 0).length;
    return [broken, endpoints + 2 * kinds + Math.min(4, deliveries.length), -observations.length];
  };
  const ranked = timelines.map((timeline) => ({ timeline, score: score(timeline) }));
  ranked.sort((one, other) => {
    const index = one.score.findIndex((part, place) => part !== other.score[place]);
    return index === -1 ? 0 : (other.score[index] ?? 0) - (one.score[index] ?? 0);
  });
  return ranked[0]?.timeline;
}

function moveOf(observation: Observation): Move {
  switch (observation.kind) {
    case 'exchange':
      return {
        kind: 'call',
        isRefused: (observation.response?.status ?? 0) >= 400,
        isAnswered: observation.response !== undefined,
      };
    case 'delivery':
      return {
        kind: 'delivery',
        isRefused: observation.answer.kind === 'status' && observation.answer.status >= 400,
        isAnswered: observation.answer.kind === 'status',
      };
    case 'action':
      return { kind: 'action' };
    default:
      return { kind: 'watch' };
  }
}

/** Of what is no message, there is no more to say than what it was. */
function isMessage({ kind }: Observation): boolean {
  return kind === 'exchange' || kind === 'delivery';
}

/** Whether somebody was watching for deliveries when an observation began. */
function isWatched({ at }: Observation, { watches }: Timeline): boolean {
  return watches.some((watch) => watch.at <= at && at <= watch.until);
}

function whatOf(observation: Observation, masker: Masker): HtmlValue {
  switch (observation.kind) {
    case 'exchange': {
      const { condition, response } = observation;
      const what = condition.endpoint === 'other' ? observation.request.method : condition.endpoint;
      return html`${masker.text(what)} ${badge(response?.status)}`;
    }
    case 'delivery': {
      const type = stringAt(observation.request.body.json, 'event', 'type');
      const what = type === undefined ? 'delivery' : String(masker.value(type, ['event', 'type']));
      return html`${what} ${badge(observation.answer.kind === 'status' ? observation.answer.status : undefined)}`;
    }
    case 'action':
      return `${observation.action} by an operator`;
    case 'watch':
      return `watched for ${elapsed(observation.until - observation.at).slice(1)}`;
    default:
      return observation.kind;
  }
}

function badge(status: number | undefined): Html {
  if (status === undefined) return html`<span class="badge bad">no answer</span>`;
  return html`<span class="badge ${status >= 400 ? 'bad' : 'good'}">${status}</span>`;
}

function elapsed(ms: number): string {
  const sign = ms < 0 ? '−' : '+';
  const size = Math.abs(ms);
  if (size < 1000) return `${sign}${Math.round(size)} ms`;
  if (size < 60_000) return `${sign}${(size / 1000).toFixed(1)} s`;
  const minutes = Math.floor(size / 60_000);
  const seconds = Math.round((size % 60_000) / 1000);
  return `${sign}${minutes} min${seconds === 0 ? '' : ` ${seconds} s`}`;
}
