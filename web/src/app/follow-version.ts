import { makeStore } from '../kit/browser/store.ts'
import { connectionLost, fetchServedVersion } from '../session/api.ts'
import { portalVersion } from '../session/page-settings.ts'

const pause = 5 * 60_000

/** Whether the server now serves a different build of the portal than the build of this page. */
export const newVersion = makeStore(false)

/** Checks for a new build: when the tab becomes visible, when the connection changes, and every five minutes. */
export function followVersion(loadedVersion = portalVersion) {
  if (!loadedVersion) return () => {}
  async function checkVersion() {
    if (document.hidden || newVersion.read()) return
    const servedVersion = await fetchServedVersion()
    if (servedVersion && servedVersion !== loadedVersion) newVersion.write(true)
  }
  const timer = setInterval(checkVersion, pause)
  document.addEventListener('visibilitychange', checkVersion)
  const stop = connectionLost.listen(checkVersion)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', checkVersion)
    stop()
  }
}
