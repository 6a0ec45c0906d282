/** Results of the records of a batch. */
export const RECORD_OUTCOMES = ['created', 'updated', 'unchanged', 'failed'] as const;
