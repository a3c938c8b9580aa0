/** Milliseconds in which some systems count processor time. */
const TICK_MS = 5;

/** Returns the milliseconds of processor time that this thread takes until a call resolves, which a busy machine does not make more. */
export async function processorMs(call: () => Promise<unknown>): Promise<number> {
  const began = process.threadCpuUsage();
  await call();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}

/**
 * Returns the milliseconds of processor time that a call takes, which a busy machine does not make more.
 *
 * @param times Number of calls. The shortest counts: in some of them code is compiled and memory tidied.
 */
export function bestProcessorMs(call: () => unknown, times: number): number {
  return Math.min(
    ...Array.from({ length: times }, () => {
      const began = process.threadCpuUsage();
      call();
      const { user, system } = process.threadCpuUsage(began);
      return Math.max(TICK_MS, (user + system) / 1000);
    }),
  );
}
