/** Form of the keys of custom fields and of custom statuses. */
export const KEY_PATTERN = '^[a-z][a-z0-9_]{0,39}$';
