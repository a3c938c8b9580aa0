import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

import { parseJson } from '@idvkit/json';
import {
  conformanceStatement,
  statementEnvelope,
  type ConformanceStatement,
  type StatementEnvelope,
} from '@idvkit/schema/formats';

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** Writes a statement as a signed DSSE envelope: one line of JSON. @param key Private ed25519 key. */
export function signedStatement(statement: ConformanceStatement, key: KeyObject): string {
  const payload = Buffer.from(JSON.stringify(statement));
  const signature = sign(undefined, signedBytes(payload), key);
  return envelopeText({
    payloadType: PAYLOAD_TYPE,
    payload: payload.toString('base64'),
    signatures: [{ keyid: keyId(createPublicKey(key)), sig: signature.toString('base64') }],
  });
}

/** Result of opening an envelope: its statement, or why it has none that can be relied on, as the end of a sentence. */
export type OpenedStatement =
  | { readonly ok: true; readonly statement: ConformanceStatement }
  | { readonly ok: false; readonly isUnreadable: boolean; readonly state: string };

/**
 * Reads a signed statement. Every byte counts: text that differs from what {@link signedStatement} writes is refused, also where
 * its meaning is the same.
 *
 * @param key Public ed25519 key.
 */
export function openStatement(bytes: Uint8Array, key: KeyObject): OpenedStatement {
  const read = parseJson(bytes, { maxBytes: MAX_BYTES });
  const envelope = statementEnvelope.safeParse(read.ok ? read.value : undefined);
  if (!envelope.success) return { ok: false, isUnreadable: true, state: 'it is not a statement of idv-conformance' };
  const { data } = envelope;
  const [{ keyid, sig }] = data.signatures;
  const payload = Buffer.from(data.payload, 'base64');
  const own = envelopeText({
    payloadType: PAYLOAD_TYPE,
    payload: payload.toString('base64'),
    signatures: [{ keyid, sig: Buffer.from(sig, 'base64').toString('base64') }],
  });
  if (!Buffer.from(own).equals(bytes))
    return { ok: false, isUnreadable: false, state: 'it was changed after it was signed' };
  if (keyid !== keyId(key)) return { ok: false, isUnreadable: false, state: 'it is signed with another key' };
  if (!verify(undefined, signedBytes(payload), key, Buffer.from(sig, 'base64'))) {
    return { ok: false, isUnreadable: false, state: 'it was changed after it was signed' };
  }
  const parsed = parseJson(payload, { maxBytes: MAX_BYTES });
  const statement = conformanceStatement.safeParse(parsed.ok ? parsed.value : undefined);
  if (!statement.success)
    return { ok: false, isUnreadable: true, state: 'another version of idv-conformance wrote it' };
  return { ok: true, statement: statement.data };
}

const MAX_BYTES = 1_000_000;

function envelopeText(envelope: StatementEnvelope): string {
  return `${JSON.stringify(envelope)}\n`;
}

/** Returns what DSSE signs: the type and the payload, each after its length. */
function signedBytes(payload: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `), payload]);
}

/** Returns the SHA-256 of a public key in DER. */
function keyId(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}
