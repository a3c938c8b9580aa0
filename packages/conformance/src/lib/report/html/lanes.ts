import { html, type Html } from '@idvkit/cli-kit/html';

export type Move =
  | { readonly kind: 'call' | 'delivery'; readonly isRefused: boolean; readonly isAnswered: boolean }
  | { readonly kind: 'action' | 'watch' };

export interface LaneRow {
  readonly move: Move;
  readonly isWatched: boolean;
  readonly isBroken: boolean;
}

/** Lanes, in pixels from the left. */
const LANES = { client: 22, service: 74, receiver: 126 } as const;
/** Request and answer, in pixels from the top of a row. */
const OUT = 17;
const BACK = 31;
const WIDTH = 148;

export function laneHeads(): Html {
  const names = Object.entries(LANES).map(
    ([name, x]) => html`<text x="${x}" y="14" text-anchor="middle">${name}</text>`,
  );
  return html`<svg class="heads" role="img" aria-label="Lanes: client, service, receiver" width="${WIDTH}" height="20">
    ${names}
  </svg>`;
}

/** Draws one row, as high as the row is. The text next to it says the same. */
export function laneDrawing({ move, isWatched, isBroken }: LaneRow): Html {
  const lines = Object.values(LANES).map((x) => html`<line class="lane" x1="${x}" y1="0" x2="${x}" y2="100%"></line>`);
  const watch =
    isWatched && html`<line class="watched" x1="${LANES.receiver}" y1="-0.5" x2="${LANES.receiver}" y2="100%"></line>`;
  const halo = isBroken && html`<circle class="halo" cx="6" cy="${OUT}" r="4"></circle>`;
  return html`<svg aria-hidden="true" focusable="false" width="${WIDTH}">${watch}${lines}${halo}${drawn(move)}</svg>`;
}

function drawn(move: Move): Html {
  switch (move.kind) {
    case 'call':
      return twoWays(LANES.client, LANES.service, move);
    case 'delivery':
      return twoWays(LANES.service, LANES.receiver, move);
    case 'action':
      return html`<path class="operator" d="M${LANES.service} ${OUT - 8}l8 8l-8 8l-8 -8z"></path>`;
    case 'watch':
      return html`<circle class="eye" cx="${LANES.receiver}" cy="${OUT}" r="7"></circle
        ><circle class="pupil" cx="${LANES.receiver}" cy="${OUT}" r="2.5"></circle>`;
  }
}

function twoWays(
  from: number,
  to: number,
  { isRefused, isAnswered }: { readonly isRefused: boolean; readonly isAnswered: boolean },
): Html {
  const back = isAnswered
    ? html`<path class="back${isRefused && ' refused'}" d="M${to - 1} ${BACK}H${from + 3}m5 -4l-5 4l5 4"></path>`
    : html`<path class="back refused" d="M${to - 8} ${BACK - 4}l8 8m0 -8l-8 8"></path>`;
  return html`<path class="out" d="M${from + 1} ${OUT}H${to - 3}m-5 -4l5 4l-5 4"></path>${back}`;
}
