import { expect, it } from 'vitest';

import { createReport, runConformance } from '../../src/index.ts';

// A resend with less credit changes the past of the application that later calls are about.
it('makes every planned call about applications that are resent while there is less credit', async () => {
  const run = await runConformance({ seed: 1, thorough: true, only: ['resend.status.documented'] });

  expect(createReport(run).plan?.triples?.leftOut.map(({ reason }) => reason)).toEqual([
    'Calls that no chosen rule judges (--only, --skip).',
    'A form without camera steps in a workspace with too little credit.',
  ]);
});
