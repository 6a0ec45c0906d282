const ID = /^[a-z]{2,4}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/**
 * Returns the path of a request from the pattern of its route. Only ids of the form `fb_…` are filled in: slugs, names and codes may contain
 * or be personal data or secrets, and appear as `{name}`.
 */
export const fillPath = (route: string, params: Record<string, unknown>): string =>
  route.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    return typeof value === 'string' && ID.test(value) ? value : `{${name}}`;
  });
