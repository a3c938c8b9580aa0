export { pause, systemClock, type Clock } from './lib/clock.ts';
