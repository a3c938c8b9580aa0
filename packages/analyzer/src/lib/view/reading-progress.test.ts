import { describe, expect, it } from 'vitest';

import { readingProgress, timeText } from './reading-progress.ts';

describe('readingProgress()', () => {
  it('says how far, how fast and how long yet', () => {
    expect([
      readingProgress({ bytes: 1e9, totalBytes: 4e9, elapsedMs: 1000 }),
      readingProgress({ bytes: 1e9, totalBytes: 4e9, elapsedMs: 100 }),
      readingProgress({ bytes: 4e9, totalBytes: 4e9, elapsedMs: 4000, documents: 1204 }),
      readingProgress({ bytes: 12_300_000, elapsedMs: 2000, documents: 1 }),
      readingProgress({ bytes: 0, totalBytes: 0, elapsedMs: 0 }),
      readingProgress({ bytes: 5, totalBytes: 3, elapsedMs: 0 }),
    ]).toEqual([
      '25 % · 1.0 GB of 4.0 GB · 1.0 GB/s · 3 s left',
      '25 % · 1.0 GB of 4.0 GB',
      '100 % · 4.0 GB of 4.0 GB · 1,204 documents · 1.0 GB/s',
      '12 MB read · 1 document · 6.2 MB/s',
      '100 % · 0 B of 0 B',
      '100 % · 5 B of 3 B',
    ]);
  });
});

describe('timeText()', () => {
  it('takes the two largest units', () => {
    expect([0.2, 59.5, 61, 3599, 3600, 100_000].map(timeText)).toEqual([
      '1 s',
      '1 min 0 s',
      '1 min 1 s',
      '59 min 59 s',
      '1 h 0 min',
      '27 h 46 min',
    ]);
  });
});
