import { at, numberAt, stringAt } from '@idvkit/json';
import type { DocumentSummary, ReadingProblem } from '@idvkit/schema/formats';
import { privacyOf } from '@idvkit/schema/privacy';

import type { PlainPayload } from '../collect/collect-plain.ts';
import { highestOf } from '../collect/hit-totals.ts';
import type { HitsOptions } from '../collect/hits-collector.ts';
import type { CollectedPayload, ScreenedPayload } from '../collect/payload-collector.ts';
import { shown, shownOf, shownText } from '../collect/shown-text.ts';
import { submissionKey } from '../collect/submission-key.ts';
import type { DocumentFacts, PlainProvider } from '../corpus/document-facts.ts';
import { evidenceOf } from './evidence.ts';
import { plainProviders, providerSummaries } from './provider-summaries.ts';
import type { ScreenedProvider } from './screening-warnings.ts';
import { elementsAt, integerAt, membersAt } from './value-at.ts';
import { MAX_WARNINGS, warningsOf } from './warnings.ts';

/** Most tries of the camera checks that are listed. */
const MAX_ATTEMPTS = 64;
/** Most status columns that are listed. */
const MAX_COLUMNS = 64;

const FIELDS = {
  event: privacyOf(['event', 'type']),
  createdAt: privacyOf(['event', 'created_at']),
  form: privacyOf(['application', 'form']),
  status: privacyOf(['application', 'status']),
  submittedAt: privacyOf(['application', 'submitted_at']),
  ekyc: privacyOf(['application', 'other_status', 'ekyc']),
  column: privacyOf(['application', 'other_status', '']),
  faceStatus: privacyOf(['extra', 'ekyc', 'face_compare', 'status']),
  documentType: privacyOf(['extra', 'ekyc', 'identity_document', 'type']),
};

/** Position of a document in its input, and the problem that ended its reading. */
export interface DocumentReading {
  readonly index: number;
  readonly source?: string | undefined;
  readonly problem?: ReadingProblem | undefined;
}

/** Makes the summary of a payload that was collected. */
export function documentSummary(
  payload: CollectedPayload,
  { index, source, problem, profile, reveal }: DocumentReading & Pick<HitsOptions, 'profile' | 'reveal'>,
): DocumentSummary {
  const { root } = payload.skeleton;
  const providers = providerSummaries(payload);
  const { event, application, outcome, warnings } = partsOf(payload, providers, problem);
  const { reviewed } = payload;
  const dropped = warnings.length - MAX_WARNINGS;
  return {
    index,
    ...(source !== undefined && { source }),
    offset: payload.offset,
    bytes: payload.bytes,
    complete: problem === undefined,
    ...(problem && { problem }),
    event,
    application,
    outcome,
    attempts: (['liveness', 'identity_document'] as const).flatMap((check) => attemptsOf(root, check)),
    answers: payload.skeleton.countOf(at(root, 'answers')),
    hits: payload.hits,
    hitBytes: payload.hitBytes,
    blacklistHits: payload.blacklistHits,
    screening: payload.screening,
    ...(reviewed && { evidence: evidenceOf({ ...payload, reviewed }, providers, { profile, reveal }) }),
    tree: payload.tree,
    providers,
    warnings: warnings.slice(0, MAX_WARNINGS),
    limits: [
      ...payload.limits,
      ...(dropped > 0 ? [{ bound: 'warnings' as const, path: '', kept: MAX_WARNINGS, dropped }] : []),
    ],
  };
}

/** Makes what a corpus adds up of a whole payload; the same facts as its summary has. */
export function documentFacts(
  payload: PlainPayload,
  { source, line }: Pick<DocumentFacts, 'source' | 'line'>,
  { top }: Pick<HitsOptions, 'top'>,
): DocumentFacts {
  const providers = plainProviders(payload);
  const { warnings, ...parts } = partsOf(payload, providers, undefined);
  const { bytes, hits, hitBytes, blacklistHits } = payload;
  return {
    source,
    line,
    complete: true,
    bytes,
    hits,
    hitBytes,
    blacklistHits,
    ...parts,
    screening: { highest: highestHits(providers, top), duplicates: payload.duplicateIds },
    providers,
    warnings: warnings.slice(0, MAX_WARNINGS),
  };
}

/** Finds the hits of all entries that have the highest scores. */
function highestHits(providers: readonly PlainProvider[], top: number): DocumentFacts['screening']['highest'] {
  const found: DocumentFacts['screening']['highest'] = [];
  for (const { name: provider, runs } of providers) {
    for (const { index: run, entries } of runs) {
      for (const { index: entry, hits } of entries) {
        for (const hit of hits.highest) found.push({ provider, run, entry, ...hit });
      }
    }
  }
  return highestOf(found, top);
}

function partsOf(
  payload: ScreenedPayload<unknown>,
  providers: readonly ScreenedProvider[],
  problem: ReadingProblem | undefined,
): Pick<DocumentFacts, 'event' | 'application' | 'outcome' | 'warnings'> {
  const { root } = payload.skeleton;
  const version = numberAt(root, 'event', 'version');
  return {
    event: {
      ...shown('type', stringAt(root, 'event', 'type'), FIELDS.event),
      ...(version !== undefined && { version }),
      ...shown('createdAt', stringAt(root, 'event', 'created_at'), FIELDS.createdAt),
    },
    application: applicationOf(at(root, 'application')),
    outcome: outcomeOf(root),
    warnings: warningsOf(payload, providers, { isWhole: problem === undefined }),
  };
}

function applicationOf(application: unknown): DocumentSummary['application'] {
  const id = integerAt(application, 'id');
  const submittedAt = at(application, 'submitted_at');
  const submission = submissionKey(stringAt(application, 'slug'), stringAt(application, 'submitted_at'));
  return {
    ...(id !== undefined && { id }),
    ...shown('form', stringAt(application, 'form'), FIELDS.form),
    ...shown('status', stringAt(application, 'status'), FIELDS.status),
    ...(submission !== undefined && { submission }),
    ...(submittedAt === null && { submittedAt }),
    ...(typeof submittedAt === 'string' && { submittedAt: shownOf(submittedAt, FIELDS.submittedAt) }),
  };
}

function outcomeOf(root: unknown): DocumentSummary['outcome'] {
  const faceScore = numberAt(root, 'extra', 'ekyc', 'face_compare', 'score');
  return {
    ...shown('ekyc', stringAt(root, 'application', 'other_status', 'ekyc'), FIELDS.ekyc),
    ...(faceScore !== undefined && { faceScore }),
    ...shown('faceStatus', stringAt(root, 'extra', 'ekyc', 'face_compare', 'status'), FIELDS.faceStatus),
    ...shown('documentType', stringAt(root, 'extra', 'ekyc', 'identity_document', 'type'), FIELDS.documentType),
    columns: membersAt(root, 'application', 'other_status')
      .filter(([name, value]) => name !== 'ekyc' && typeof value === 'string')
      .slice(0, MAX_COLUMNS)
      .map(([name, value]) => ({ name: shownText(name), value: shownOf(String(value), FIELDS.column) })),
  };
}

function attemptsOf(root: unknown, check: 'liveness' | 'identity_document'): DocumentSummary['attempts'] {
  const path = ['extra', 'ekyc', check, 'attempts'] as const;
  const [status, createdAt] = [privacyOf([...path, 0, 'status']), privacyOf([...path, 0, 'created_at'])];
  return elementsAt(root, ...path)
    .slice(0, MAX_ATTEMPTS)
    .map((each) => {
      const attempt = integerAt(each, 'attempt');
      return {
        check,
        ...(attempt !== undefined && { attempt }),
        ...shown('status', stringAt(each, 'status'), status),
        ...shown('createdAt', stringAt(each, 'created_at'), createdAt),
      };
    });
}
