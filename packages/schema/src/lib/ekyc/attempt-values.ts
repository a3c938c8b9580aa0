/** Documents that are accepted, or asked for. @see Specification, "Answer" */
export const DOCUMENT_TYPES = ['front_card', 'passport'] as const;

/** How a try may end. @see Specification, "`extra.ekyc`" */
export const ATTEMPT_STATUSES = ['success', 'fail'] as const;
