/**
 * Returns the URL of the page, without the hash. With `hasHashRoutes`, the hash is a route, such as `#/pricing?plan=pro`: its path is added to
 * the path of the page, and its query to the query.
 */
export const buildPageUrl = (href: string, hasHashRoutes: boolean): string => {
  const [page, route] = href.split(/#!?\/*/) as [string, string?];
  if (!hasHashRoutes || !route) return page;
  const url = new URL(page);
  const [path, query] = route.split(/\?(.*)/);
  url.pathname = url.pathname.replace(/\/?$/, '/') + path;
  url.search += query ? (url.search && '&') + query : '';
  return url.href;
};
