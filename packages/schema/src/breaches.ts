export { breachesOf } from './lib/breaches/all-breaches.ts';
export { breached, type Breach, type BreachKind } from './lib/breaches/breach.ts';
export { moved, text } from './lib/breaches/change.ts';
