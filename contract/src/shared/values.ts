/** Results of the records of a batch. */
export const RECORD_OUTCOMES = ['created', 'updated', 'unchanged', 'failed'] as const;
/** Colors of pages and walls. `auto` follows the device. */
export const THEMES = ['auto', 'light', 'dark'] as const;
