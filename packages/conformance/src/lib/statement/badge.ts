import { html } from '@idvkit/cli-kit/html';
import { counted } from '@idvkit/cli-kit/text';
import type { ConformanceStatement } from '@idvkit/schema/formats';

/** Content of a badge. */
export interface Badge {
  readonly message: string;
  readonly color: 'green' | 'red' | 'grey';
}

/** Returns the badge of a statement that holds. */
export function badgeOf({ predicate }: ConformanceStatement): Badge {
  const { result, passedTests, failedTests } = predicate;
  if (failedTests.length > 0) return { message: `${counted(failedTests.length, 'rule')} failed`, color: 'red' };
  return { message: `${counted(passedTests.length, 'rule')} passed`, color: result === 'FAILED' ? 'red' : 'green' };
}

/** Returns the badge of a statement that does not hold. */
export function greyBadge(message: 'expired' | 'not verified'): Badge {
  return { message, color: 'grey' };
}

const LABEL = 'idv conformance';
const COLORS = { green: '#1a7f4b', red: '#b9252b', grey: '#6a737d' } as const;

/** Writes a badge for shields.io. @see https://shields.io/badges/endpoint-badge */
export function shieldsBadge({ message, color }: Badge): string {
  return `${JSON.stringify({ schemaVersion: 1, label: LABEL, message, color: COLORS[color], isError: color === 'grey' })}\n`;
}

/** Writes a badge as an image. */
export function svgBadge({ message, color }: Badge): string {
  const [left, right] = [widthOf(LABEL), widthOf(message)];
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${left + right}"
    height="20"
    role="img"
    aria-label="${LABEL}: ${message}"
  >
    <title>${LABEL}: ${message}</title>
    <rect width="${left}" height="20" fill="#444c56" />
    <rect x="${left}" width="${right}" height="20" fill="${COLORS[color]}" />
    <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
      <text x="${left / 2}" y="14">${LABEL}</text>
      <text x="${left + right / 2}" y="14">${message}</text>
    </g>
  </svg> `.text;
}

/** Returns the width of a text of 11 pixels with its margins. */
function widthOf(text: string): number {
  return Math.round(text.length * 6.6) + 12;
}
