import type { Reply, showMeta } from '@rd4-loket/contract'
import { localStore } from '../kit/browser/local-store.ts'

/** What does not depend on who is logged in: municipalities, systems and waste types. */
export type Meta = Omit<Reply<typeof showMeta>, 'user'>

const place = 'loket.meta'
const nothing: Meta = { municipalities: [], systems: [], waste_types: [] }

/** Keeps meta in local storage; of the employee nothing is kept there. */
export const keepMeta = ({ municipalities, systems, waste_types }: Meta) =>
  localStore.write(place, JSON.stringify({ municipalities, systems, waste_types }))

/** Meta as it was last kept; empty lists before the first time. */
export function keptMeta(): Meta {
  try {
    return { ...nothing, ...JSON.parse(localStore.read(place) ?? '{}') }
  } catch {
    // Somebody else wrote there.
    return nothing
  }
}

/** Takes meta out of local storage. */
export const forgetMeta = () => localStore.remove(place)
