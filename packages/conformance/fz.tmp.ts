import { runConformance } from './src/index.ts';
const t = performance.now();
const [, , runs = '20', seed = '1', fault] = process.argv;
const run = await runConformance({
  seed: Number(seed),
  fuzz: { runs: Number(runs), scenarios: false },
  ...(fault ? { faults: fault.split(',') } : {}),
});
console.log(
  run.problem,
  run.stopped,
  JSON.stringify(run.fuzz, null, 1),
  run.observations.length,
  run.outcomes
    .filter((o) => o.broken)
    .map((o) => [o.rule.id, o.findings[0]?.message, JSON.stringify(o.findings[0]).slice(0, 600)]),
  Math.round(performance.now() - t) + 'ms',
  (process.memoryUsage().rss / 2 ** 20) | 0,
);
