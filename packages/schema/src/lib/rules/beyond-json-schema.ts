import type { RuleId } from './catalogue.ts';

/**
 * Rules about how parts of a body agree, which the zod schemas check and JSON Schema has no words for. Whatever validates
 * with the published JSON Schemas or the OpenAPI document alone does not see these broken.
 */
export const RULES_BEYOND_JSON_SCHEMA: readonly RuleId[] = [
  'application.no.derived',
  'other-status.ekyc.follows-face-compare',
  'other-status.ekyc.pass-needs-checks',
  'answers.answer.updated-at',
  'answers.nid.check-digit',
  'answers.nid.national-id-only',
  'answers.home-address-country.present',
  'face-compare.status.follows-score',
  'face-compare.implies-both-passed',
  'liveness.attempts.numbered',
  'liveness.attempts.ordered',
  'identity-document.attempts.numbered',
  'identity-document.attempts.ordered',
  'image.url.path',
  'image.exp.15-minutes-after-event',
  'aml.run.input-is-editable-name',
  // The entries of a run stand under a key that is only known from outside of it.
  'aml.run.output-nested-provider',
  'aml.entry.shape',
  'aml.entry.output-shape',
  'aml.entry.result-flags',
  'aml.entry.hits-empty-when-not-found',
  'create.info.absolute',
  'info.data.application-id-differs',
];
