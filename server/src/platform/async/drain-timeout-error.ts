/** Work that has to end first did not end in time. */
export class DrainTimeoutError extends Error {}
