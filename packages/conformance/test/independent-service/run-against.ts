import { reservePort } from '../../../../tools/testing/reserve-port.ts';
import { type ConformanceRun, type ReceiverOptions, runConformance, type RunOptions } from '../../src/index.ts';
import { type IndependentServiceOptions, startIndependentService } from './start.ts';
import { configFor, operatorsOf } from './write-config.ts';

/** Runs against a service of its own, with everything configured: two receivers, all types of events, every operator and fixture. */
export async function runAgainst(
  options: IndependentServiceOptions,
  change: (config: RunOptions) => RunOptions = (config) => config,
): Promise<ConformanceRun> {
  const port = await reservePort();
  const hook = { url: `http://127.0.0.1:${port}/idv`, secret: 'whsec-8d21' };
  const second = { url: `http://127.0.0.1:${port}/idv/copy`, secret: 'whsec-55c0' };
  const independent = await startIndependentService({ hooks: [hook, second], ...options });
  try {
    // The writer of the configuration writes what the schema of the configuration takes.
    const config = configFor(independent, { listen: `127.0.0.1:${port}`, ...hook, second }) as RunOptions;
    const receiver: ReceiverOptions = { ...config.receiver, events: ['submit_form', 'update_status', 'drop_off'] };
    return await runConformance(change({ ...config, operator: operatorsOf(independent), receiver }));
  } finally {
    await independent.close();
  }
}
