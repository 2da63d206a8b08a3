/**
 * Returns whether a path belongs to a page of the portal. `path`: as a URL parser returns it. A browser reads `//host`
 * as another host. The parser also makes `//host` of `/.//host`, and some proxies decode `/%2Fhost`. So the path is
 * `/`, or starts with a letter, as every page does.
 */
export const isPagePath = (path: string) => /^\/([a-z]|$)/i.test(path)
