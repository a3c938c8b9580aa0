import { answerInput, documentType } from '@idvkit/schema';
import * as z from 'zod';

const check = z.enum(['success', 'fail']);

/** Result of an AML screening: nothing, a politically exposed person, a sanctions match, or more than fits in memory. */
export const amlOutcome = z.enum(['none', 'pep', 'sanctions', 'huge']).meta({ id: 'AmlOutcome' });

/** How the checks of a submission came out. Everything that the payload says of them is derived from it. */
export const submission = z
  .strictObject({
    document: documentType,
    documentScan: check,
    liveness: check,
    /** Failed attempts of each camera check before the last one. */
    retries: z.int().min(0).max(20),
    /** Similarity of selfie and portrait. Counts where both checks succeeded. */
    score: z.number().min(0).max(100),
    aml: amlOutcome,
    /** Size of the hits in bytes, about, where `aml` is `huge`. */
    amlBytes: z.int().min(0),
  })
  .readonly()
  .meta({ id: 'Submission' });

type Chosen = Partial<z.infer<typeof submission>>;

/** Outcomes that people ask for, and what each chooses. What it leaves out comes out as a pass. */
export const OUTCOME_PRESETS = {
  pass: {},
  need_review: { score: 65 },
  fail: { score: 40 },
  pep: { aml: 'pep' },
  sanctions: { aml: 'sanctions' },
} as const satisfies Readonly<Record<string, Chosen>>;

export type OutcomePreset = keyof typeof OUTCOME_PRESETS;

/** Choices of a submission by the portal or the hosted form; everything left out is a pass. */
export const submitOptions = z
  .strictObject({
    ...submission.unwrap().shape,
    answers: answerInput,
    outcome: z
      .enum(Object.keys(OUTCOME_PRESETS) as [OutcomePreset, ...OutcomePreset[]])
      .meta({ description: 'How it comes out as a whole; the other choices go before it' }),
  })
  .partial()
  .readonly()
  .meta({ id: 'SubmitOptions' });

export type AmlOutcome = z.infer<typeof amlOutcome>;
export type Submission = z.infer<typeof submission>;
export type SubmitOptions = z.infer<typeof submitOptions>;

export function found(aml: AmlOutcome): boolean {
  return aml !== 'none';
}
