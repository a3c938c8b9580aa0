import * as z from 'zod';

import { ofLength } from '../check/lengths.ts';
const digest = z.strictObject({ sha256: z.hex().check(ofLength(64)) });
const named = z.strictObject({ name: z.string(), digest });

/** Type of the predicate, by which readers of in-toto statements know it. */
export const TEST_RESULT_PREDICATE = 'https://in-toto.io/attestation/test-result/v0.1';

/**
 * Statement about a conformance report, in the layout of in-toto: a test result with what idvkit knows besides. It travels
 * signed, in a DSSE envelope.
 *
 * @see docs/formats.md
 */
export const conformanceStatement = z.strictObject({
  _type: z.literal('https://in-toto.io/Statement/v1'),
  /** The report, by the hash of its file. */
  subject: z.tuple([named]),
  predicateType: z.literal(TEST_RESULT_PREDICATE),
  predicate: z.strictObject({
    result: z.enum(['PASSED', 'WARNED', 'FAILED']),
    /** What the run was checked against: the specification, and the faults that its checks are known to find. */
    configuration: z.array(named),
    passedTests: z.array(z.string()),
    warnedTests: z.array(z.string()),
    failedTests: z.array(z.string()),
    idvkit: z.strictObject({
      format: z.literal('idvkit.conformance-statement'),
      version: z.literal(1),
      tool: z.strictObject({ name: z.string(), version: z.string() }),
      specVersion: z.string(),
      /** The target without its address: equal fingerprints of one signer are one address. */
      target: z.strictObject({ kind: z.string(), fingerprint: z.hex().check(ofLength(32)) }),
      /** How many rules no observation decided. */
      notTested: z.int().min(0),
      /** How many rules of each coverage level were tested. */
      levels: z.array(z.strictObject({ level: z.string(), rules: z.int().min(1), tested: z.int().min(0) })).optional(),
      startedAt: z.iso.datetime(),
      expiresAt: z.iso.datetime(),
    }),
  }),
});

/** DSSE envelope of a statement, signed with one ed25519 key. `keyid` is the SHA-256 of the public key in DER. */
export const statementEnvelope = z.strictObject({
  payloadType: z.literal('application/vnd.in-toto+json'),
  payload: z.base64(),
  signatures: z.tuple([z.strictObject({ keyid: z.hex().check(ofLength(64)), sig: z.base64() })]),
});

/** Statement about a conformance report. */
export type ConformanceStatement = z.infer<typeof conformanceStatement>;
/** Signed envelope of a statement. */
export type StatementEnvelope = z.infer<typeof statementEnvelope>;
