/** Milliseconds in which some systems count processor time. */
const TICK_MS = 5;

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
