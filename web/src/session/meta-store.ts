import type { Reply, showMeta } from '@rd4-loket/contract'
import { localStore } from '../kit/browser/storage.ts'

/** Lists that do not depend on the employee: municipalities, systems and waste types. */
export type Meta = Omit<Reply<typeof showMeta>, 'user'>

const storeName = 'loket.meta'
const noMeta: Meta = { municipalities: [], systems: [], waste_types: [] }

/** Stores the lists in local storage, without the employee. */
export const storeMeta = ({ municipalities, systems, waste_types }: Meta) =>
  localStore.write(storeName, JSON.stringify({ municipalities, systems, waste_types }))

/** Returns the stored lists, or empty lists. */
export function readStoredMeta(): Meta {
  try {
    return { ...noMeta, ...JSON.parse(localStore.read(storeName) ?? '{}') }
  } catch {
    // The stored text is not JSON, because another script has overwritten it.
    return noMeta
  }
}

export const clearMeta = () => localStore.remove(storeName)
