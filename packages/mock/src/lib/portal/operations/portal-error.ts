import * as z from 'zod';

/** Kinds of refusal of the portal, and the HTTP status of each. */
export const PORTAL_STATUS = {
  /** The input is not what the operation takes. */
  invalid: 400,
  /** The portal wants its token. */
  unauthorized: 401,
  /** The request comes from somewhere it should not: another site, another host name. */
  forbidden: 403,
  /** There is no such thing. */
  'not-found': 404,
  /** The current state does not allow it. */
  conflict: 409,
} as const;

export type PortalErrorCode = keyof typeof PORTAL_STATUS;

export const portalErrorBody = z
  .strictObject({
    error: z.strictObject({
      code: z.enum(Object.keys(PORTAL_STATUS) as [PortalErrorCode, ...PortalErrorCode[]]),
      message: z.string().meta({ description: 'What is wrong, as one sentence' }),
      issues: z
        .array(z.strictObject({ path: z.string().meta({ description: 'Keys joined by dots' }), message: z.string() }))
        .optional()
        .meta({ description: 'Where the input is wrong' }),
    }),
  })
  .meta({ id: 'PortalError' });

type PortalIssue = NonNullable<z.infer<typeof portalErrorBody>['error']['issues']>[number];

/** Refusal of the portal. Thrown by the methods of the portal, answered as JSON over HTTP. */
export class PortalError extends Error {
  override readonly name = 'PortalError';
  readonly code: PortalErrorCode;
  readonly issues: readonly PortalIssue[];

  constructor(code: PortalErrorCode, message: string, issues: readonly PortalIssue[] = []) {
    super(message);
    this.code = code;
    this.issues = issues;
  }
}

/** Writes an error as the portal answers it. */
export function toPortalErrorBody({ code, message, issues }: PortalError): z.infer<typeof portalErrorBody> {
  return { error: { code, message, ...(issues.length > 0 && { issues: [...issues] }) } };
}

/** Turns what a schema found into an error. */
export function invalidInput({ issues: found }: z.core.$ZodError): PortalError {
  const issues = found.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  const state = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
  return new PortalError('invalid', `Cannot take the input: ${state}.`, issues);
}
