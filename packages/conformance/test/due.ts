/** Calls of a run that covers every pair of conditions: more would take time only. */
export const DUE = { calls: 1800 };

/** Calls of a run that makes every call of the scenarios, and few beyond. */
export const FEW = { calls: 800 };
