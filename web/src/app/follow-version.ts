import { makeStore } from '../kit/browser/store.ts'
import { connectionLost, fetchServedVersion } from '../session/api.ts'
import { portalVersion } from '../session/page-settings.ts'

const pause = 5 * 60_000

/** Whether the server serves another build than the build of this page. */
export const newVersion = makeStore(false)

/** Checks which build is served: when the tab becomes visible, when the connection changes, and every five minutes. */
export function followVersion(own = portalVersion) {
  if (!own) return () => {}
  async function ask() {
    if (document.hidden || newVersion.read()) return
    const served = await fetchServedVersion()
    if (served && served !== own) newVersion.write(true)
  }
  const timer = setInterval(ask, pause)
  document.addEventListener('visibilitychange', ask)
  const stop = connectionLost.listen(ask)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', ask)
    stop()
  }
}
