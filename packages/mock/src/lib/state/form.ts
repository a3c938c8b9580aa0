import { documentType, platformLocale, type PlatformLocale } from '@idvkit/schema';
import * as z from 'zod';

const key = z.string().regex(/^[a-z][a-z0-9_]*$/, 'must be lower-case letters, digits and underscores');

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** Kind of a field, which decides which values pass: a `date` is YYYY-MM-DD, a `country` an alpha-3 code. */
export const fieldType = z.enum(['text', 'number', 'checkbox', 'date', 'country', 'choice']).meta({ id: 'FieldType' });

export const formField = z
  .strictObject({
    /** The question key under which its answer travels. */
    key,
    type: fieldType,
    /** True if a submission needs it. Create never asks for it. */
    required: z.boolean(),
    /** Section that shows it; one of those that the form's steps list. */
    section: z.string().min(1),
    /** Source of the answer: the applicant by hand, the document by its scan, or the service itself (never shown). */
    source: z.enum(['applicant', 'document', 'service']),
    /** Only on submissions with this document. Both where absent. */
    document: documentType.exactOptional(),
    /** Regular expression that the whole text must match. */
    pattern: z.string().refine(isPattern, 'must be a regular expression').exactOptional(),
    /** Check digit that the text must carry. */
    checksum: z.literal('national-id').exactOptional(),
    /** Values to choose from, where the type is `choice`. */
    choices: z.array(z.string()).readonly().exactOptional(),
    /** Label on the hosted form if no translation of the key is built in. */
    label: z.string().exactOptional(),
  })
  .readonly()
  .meta({ id: 'FormField' });

/** One step of a flow. A `document-scan` or `liveness` step makes the flow a camera flow. */
export const formStep = z
  .strictObject({
    key,
    kind: z.enum(['questions', 'document-scan', 'liveness']),
    sections: z.array(z.string().min(1)).min(1).readonly(),
  })
  .readonly()
  .meta({ id: 'FormStep' });

/** A value that the client may pass along at create, and gets back in the webhook. */
export const inputParameter = z
  .strictObject({ key, type: z.enum(['string', 'number', 'boolean']) })
  .readonly()
  .meta({ id: 'InputParameter' });

/** A flow of the form builder. @see Specification, "Endpoints" */
export const form = z
  .strictObject({
    slug: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/, 'must be letters, digits, hyphens and underscores'),
    name: z.string().min(1),
    steps: z.array(formStep).min(1).readonly(),
    fields: z.array(formField).readonly(),
    inputParameters: z.array(inputParameter).readonly(),
    availableLocales: z.array(platformLocale).min(1).readonly(),
    /** Rendered where the locale of the path is not among the available ones. */
    defaultLocale: platformLocale,
    /** True if a submission is screened: it then carries `extra.identity_aml`. */
    screening: z.boolean(),
    /** Credit that the whole flow takes. */
    creditCost: z.int().min(0),
  })
  .readonly()
  .meta({ id: 'Form' });

export type FormField = z.infer<typeof formField>;
export type FormStep = z.infer<typeof formStep>;
export type InputParameter = z.infer<typeof inputParameter>;
export type Form = z.infer<typeof form>;

/** Returns the locale in which a form renders: the one asked for, or the form's default if it does not list that one. */
export function localeOf(form: Form, lang: PlatformLocale): PlatformLocale {
  return form.availableLocales.includes(lang) ? lang : form.defaultLocale;
}

/** Returns whether a flow takes the applicant's camera. Such a flow cannot be submitted over JSON. */
export function isCameraFlow(form: Form): boolean {
  return cameraCaptures(form).length > 0;
}

/** Question keys of the captures that a flow needs, in the order of its steps. */
export function cameraCaptures(form: Form): readonly CameraCapture[] {
  return form.steps.flatMap(({ kind }): CameraCapture[] => {
    if (kind === 'document-scan') return ['ekyc_document'];
    return kind === 'liveness' ? ['ekyc_liveness'] : [];
  });
}

/** Question key of a camera capture. @see Specification, "4. Submit an application" */
export type CameraCapture = 'ekyc_document' | 'ekyc_liveness';
