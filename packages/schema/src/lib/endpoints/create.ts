import * as z from 'zod';

import { answerValue } from '../answers/answer.ts';
import { notEmpty } from '../check/lengths.ts';
import { URL_PARTS, webUrl } from '../conventions/web-url.ts';
import { decoded } from '../ekyc/image-url.ts';

const { origin, segment, path, query, fragment } = URL_PARTS;

/** A flat map of question key to value, as create and submit take it; never nested. */
export const answerInput = z
  .record(z.string(), answerValue)
  .meta({ id: 'AnswerInput', description: 'Values by question key' });

/** Body of a create call; it may also be left out. @see Specification, "1. Create application" */
export const createRequest = z
  .strictObject({ answers: answerInput.optional() })
  .meta({ id: 'CreateRequest', description: 'Body of a create call' });

/** Details of a new application. `step` and `section` depend on the flow. */
export const createDetail = z
  .strictObject({
    form: z.string().check(notEmpty()).meta({ description: 'The form_slug of the call' }),
    slug: z.string().check(notEmpty()).meta({ description: 'The correlation key; treat it as a secret' }),
    step: z.string().optional().meta({ description: 'First step of the flow' }),
    section: z.string().optional().meta({ description: 'First section of the step' }),
    submitted_at: z.null().optional().meta({ description: 'Null: no one has submitted yet' }),
  })
  .meta({ id: 'CreateDetail', description: 'The new application' });

/** Body of the 201. @see Specification, "1. Create application" */
export const createResponse = z
  .strictObject({
    form_url: webUrl(`${origin}${path}(?:\\?${query})?${fragment}`, 'must be an absolute http or https URL').meta({
      description: "The applicant's own form",
    }),
    // The specification shows neither a query nor a fragment here, and excludes neither.
    info: webUrl(
      `${origin}${path}/${segment}/api/forms/${segment}/applied-forms/${segment}/info/(?:\\?${query})?${fragment}`,
      'must be an info endpoint',
    ).meta({ description: 'Absolute URL of the info endpoint for this application' }),
    detail: createDetail,
  })
  .refine(
    ({ info, detail: { form, slug } }) => {
      const [path = ''] = info.split(/[?#]/, 1);
      const [infoForm = '', , infoSlug = ''] = path.split('/').slice(-5).map(decoded);
      return infoForm === form && infoSlug === slug;
    },
    { path: ['info'], message: 'must be the info endpoint of this application' },
  )
  .meta({ id: 'CreateResponse' });

export type AnswerInput = z.infer<typeof answerInput>;
export type CreateRequest = z.infer<typeof createRequest>;
export type CreateResponse = z.infer<typeof createResponse>;
