import { setTimeout } from 'node:timers/promises'
import { TOTP } from 'otpauth'

const step_ms = 30_000

/** Returns a function that returns the next unused code of an authenticator app. It waits when no step is left. */
export function codeMaker(secret: string) {
  const totp = new TOTP({ secret })
  let lastStep = 0
  return async () => {
    const step = () => Math.max(Math.floor(Date.now() / step_ms), lastStep + 1)
    // The server also accepts the code of the next step.
    while (step() * step_ms > Date.now() + step_ms) await setTimeout(1000)
    lastStep = step()
    return totp.generate({ timestamp: lastStep * step_ms })
  }
}
