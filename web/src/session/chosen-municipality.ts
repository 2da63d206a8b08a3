import { tabStore } from '../kit/browser/storage.ts'

const storeName = 'loket.municipality'

/**
 * The municipality that an employee of all municipalities chose in this tab. It survives a reload, and ends at logout.
 */
export const chosenMunicipality = {
  read: () => Number(tabStore.read(storeName)) || undefined,
  write: (id: number) => tabStore.write(storeName, String(id)),
  clear: () => tabStore.remove(storeName),
}
