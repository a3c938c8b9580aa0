/** Calls of a run that covers every pair of conditions: more would take time only. */
export const DUE = { calls: 1800 };
