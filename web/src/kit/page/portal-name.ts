const attributeOf = (selector: string, attribute: string) => document.querySelector(selector)?.getAttribute(attribute)

/** The name of the portal, which the server writes into the page. */
export const portalName = attributeOf('meta[name="application-name"]', 'content') || 'Rd4 Loket'

const icon = attributeOf('link[rel="icon"]', 'href')

/** The path of the logo of the organisation. Undefined: the portal shows its own emblem. */
export const portalLogo = icon?.startsWith('/logo') ? icon : undefined
