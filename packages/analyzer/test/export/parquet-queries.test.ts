import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DuckDBInstance } from '@duckdb/node-api';
import { createTestIo } from '@idvkit/cli-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { main } from '../command-line.ts';
import { screeningPayload } from '../view/screening-payload.ts';

/** Ids that are numbers, as they are written. */
const NUMBERS = ['12345678901234567891', '1.0', '1e0'];

let folder: string;
let ask: (query: string) => Promise<unknown[][]>;
let close: () => void;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-queries-'));
  const first = JSON.stringify(screeningPayload(40));
  // A retry of the first, and a second submission that has one hit of the first.
  await writeFile(join(folder, '1.json'), first);
  await writeFile(join(folder, '2.json'), first.replace('nounce-secret', 'other'));
  await writeFile(
    join(folder, 'numbers.json'),
    JSON.stringify(screeningPayload(3)).replaceAll(/"id-(\d)"/g, (_, at) => NUMBERS[Number(at)] ?? ''),
  );
  await writeFile(join(folder, '3.json'), JSON.stringify(screeningPayload(1)).replace('slug-secret', 'slug-other'));
  const io = createTestIo({ cwd: folder });
  const outputs = ['--report', 'hits=hits.parquet', '--report', 'submissions=submissions.parquet'];
  if ((await main(['1.json', '2.json', '3.json', ...outputs], io)) !== 0) throw new Error('The files were not written');
  const numbers = createTestIo({ cwd: folder });
  if ((await main(['numbers.json', '--report', 'hits=numbers.parquet'], numbers)) !== 0) throw new Error('Not written');
  const database = await DuckDBInstance.create(':memory:');
  const connection = await database.connect();
  ask = async (query) => {
    const placed = query.replaceAll(
      /'(hits|submissions|numbers)\.parquet'/g,
      (_, name: string) => `'${folder}/${name}.parquet'`,
    );
    return (await connection.runAndReadAll(placed)).getRowsJson();
  };
  close = () => {
    connection.closeSync();
    database.closeSync();
  };
});

afterAll(async () => {
  close();
  await rm(folder, { recursive: true });
});

describe('the queries of the guide', () => {
  it('find what is in the files', async () => {
    const guide = await readFile(new URL('../../../../docs/guides/payloads.md', import.meta.url), 'utf8');
    const queries = (/```sql\n(.*?)```/s.exec(guide)?.[1] ?? '').trim().split('\n');
    expect(queries).toHaveLength(5);
    const [byStatus, byType, highest, repeated, outcomes] = await Promise.all(queries.map((query) => ask(query)));
    expect(byStatus?.toSorted()).toEqual([
      ['potential_match', 'high', '32'],
      ['potential_match', 'low', '32'],
      ['true_positive', 'high', '8'],
      ['true_positive', 'low', '9'],
    ]);
    expect(byType?.toSorted()).toEqual([
      ['provider', 'adverse-media', '60'],
      ['provider', 'pep', '21'],
      ['provider', 'sanction', '21'],
    ]);
    expect(highest?.slice(0, 2).toSorted()).toEqual([
      ['1.json', 27, 9.9, 'person'],
      ['2.json', 27, 9.9, 'person'],
    ]);
    expect(repeated).toEqual([['id-0', '2']]);
    expect(outcomes).toEqual([['need_review', '2', '81']]);
  });

  it('can skip row groups, by the smallest and largest values of columns that are not personal', async () => {
    const statistics = await ask(
      `select path_in_schema from parquet_metadata('hits.parquet') where stats_max_value is null order by column_id`,
    );
    // These hits name no sources.
    expect(statistics).toEqual([['id'], ['label'], ['sources, list, element'], ['hit_json']]);
    expect(await ask(`select distinct typeof(hit_json) from 'hits.parquet'`)).toEqual([['JSON']]);
  });

  it('find ids that are numbers as they are written', async () => {
    expect(await ask(`select id from 'numbers.parquet' order by number`)).toEqual(NUMBERS.map((id) => [id]));
  });

  it('find whole numbers and times as such', async () => {
    const columns = `application_id, delivered_at, submitted_at, typeof(application_id), typeof(delivered_at)`;
    expect(await ask(`select distinct ${columns} from 'submissions.parquet'`)).toEqual([
      ['7', '2026-01-05 03:00:45', '2026-01-05 03:00:31', 'BIGINT', 'TIMESTAMP'],
    ]);
  });
});
