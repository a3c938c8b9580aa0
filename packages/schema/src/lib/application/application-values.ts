/** Values of the status of an application. @see Specification, "Application" */
export const APPLICATION_STATUSES = ['incomplete', 'complete', 'expired'] as const;

/** Values of `other_status.ekyc`. @see Specification, "`other_status`" */
export const EKYC_VALUES = ['pass', 'need_review', 'fail', 'pending'] as const;
