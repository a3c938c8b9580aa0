/** Fixed text of `error.detail` on every 401. @see Specification, "Errors" */
export const DETAIL_401 = 'No permission -- see authorization schemes';
/** Fixed text of `error.detail` on every 403. @see Specification, "Errors" */
export const DETAIL_403 = 'Request forbidden -- authorization will not help';
