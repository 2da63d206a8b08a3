const meta = (selector: string) => document.querySelector<HTMLMetaElement>(`meta${selector}`)

/** What the server wrote into the page; in development nobody did, and the placeholder still stands there. */
const written = (text: string | undefined) => (text && !text.startsWith('%') ? text : '')

/** The host that answers the calls; empty when it is the one that served this page. */
export const apiHost = written(meta('[name="api-host"]')?.content)

/** Which build of the portal this page is; empty in development. */
export const portalVersion = written(meta('[name="portal-version"]')?.content)

/** Where the calendar's days come from: the server (`api`), or the specification's `sample`. */
export const calendarSetting = () =>
  written(meta('[name="calendar-source"]')?.content) === 'sample' ? 'sample' : 'api'

/** Where the pictures of a map come from, with {z}, {x} and {y} in it; empty when no setting names a server of them. */
export const mapTiles = () => written(meta('[name="map-tiles"]')?.content)

/** Whose map it is, as it asks to be named. */
export const mapCredit = () => written(meta('[name="map-credit"]')?.content)
