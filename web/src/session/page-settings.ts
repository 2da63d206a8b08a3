import type { Organisation } from '@rd4-loket/contract'
import { hasExtraCalls } from './offered.tsx'

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

/** A value that the server wrote into the page. In development the placeholder is still there. */
const settingOf = (text: string | undefined) => (text && !text.startsWith('%') ? text : '')

/** The host of the API; empty when it is the host of this page. */
export const apiHost = settingOf(meta('api-host'))

/** The build of the portal that this page belongs to; empty in development. */
export const portalVersion = settingOf(meta('portal-version'))

/** The source of the calendar's days: the server (`api`), or the specification's `sample`. */
export const calendarSetting = () =>
  settingOf(meta('calendar-source')) === 'sample' || !hasExtraCalls.read() ? 'sample' : 'api'

/** The lifetime of a token that does not state its own, in minutes. */
export const tokenMinutes = () => Number(settingOf(meta('jwt-ttl'))) || 60

/** The URL of the map's tiles, with {z}, {x} and {y}; empty when no setting names a tile server. */
export const mapTiles = () => settingOf(meta('map-tiles'))

/** The attribution that the map's owner requires. */
export const mapCredit = () => settingOf(meta('map-credit'))

/** The organisations where employees can log in. The page of another server lists none. */
export const organisations = (): Organisation[] => JSON.parse(settingOf(meta('organisations')) || '[]')
