/** A project of ES modules that uses the packages that open archives, and the parts of commands. */
import { ok, strictEqual } from 'node:assert/strict';

import { summarize } from '@idvkit/analyzer';
import { Archive } from '@idvkit/archive';
import { ExitCode, runCli, type Main } from '@idvkit/cli-kit';
import { createTestIo } from '@idvkit/cli-kit/testing';
import { checkBody, createReport, type ConformanceRun } from '@idvkit/conformance';
import { startCapture } from '@idvkit/replay';
import { fixtures } from '@idvkit/schema/fixtures';

const sent = fixtures.submitForm({ outcome: 'need_review' });
const bytes = new TextEncoder().encode(JSON.stringify(sent));

// An archive.
const archive = Archive.create('deliveries');
const capture = await startCapture({ archive, port: 0, answers: [204] });
strictEqual((await fetch(capture.url, { method: 'POST', body: bytes })).status, 204);
await capture.close();
strictEqual(archive.captures().length, 1);

// Judges and summaries.
const run: ConformanceRun = checkBody(sent);
strictEqual(createReport(run).summary.failed, 0);
strictEqual((await summarize([bytes])).complete, true);

const main: Main = (argv, io) =>
  runCli({
    name: 'idv-say',
    version: '1.2.3',
    argv,
    io,
    program: (program, { run: runs }) => program.action(runs(() => ExitCode.ok)),
  });
const io = createTestIo();
strictEqual(await main(['--version'], io), 0);
ok(io.stdoutText.includes('1.2.3'));
