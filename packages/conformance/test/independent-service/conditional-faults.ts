import type { ConditionalFault } from './conditional-faults/conditional-fault.ts';
import { FAULTS_OF_APPLICATIONS } from './conditional-faults/of-applications.ts';
import { FAULTS_OF_CREDENTIALS } from './conditional-faults/of-credentials.ts';
import { FAULTS_OF_DELIVERIES } from './conditional-faults/of-deliveries.ts';
import { FAULTS_OF_ENDPOINTS } from './conditional-faults/of-endpoints.ts';
import { FAULTS_OF_IMAGES } from './conditional-faults/of-images.ts';
import { FAULTS_OF_PAYLOADS } from './conditional-faults/of-payloads.ts';

/**
 * Faults that show under one condition only, as teams ship them. They were written from the specification, without a look at how rules are
 * checked or at what a run calls.
 */
export const CONDITIONAL_FAULTS: readonly ConditionalFault[] = [
  ...FAULTS_OF_APPLICATIONS,
  ...FAULTS_OF_PAYLOADS,
  ...FAULTS_OF_IMAGES,
  ...FAULTS_OF_ENDPOINTS,
  ...FAULTS_OF_CREDENTIALS,
  ...FAULTS_OF_DELIVERIES,
];
