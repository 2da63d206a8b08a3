const tag = /<[a-z][^>]*>/gi
const rejectedAttributes = /\s(?:style|on\w+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*)/gi

/**
 * Removes style and event attributes from pasted HTML. The editor drops them too, but the browser would first report
 * them as violations of the page's content security policy.
 */
export const withoutRejectedAttributes = (html: string) =>
  html.replace(tag, (text) => text.replace(rejectedAttributes, ''))
