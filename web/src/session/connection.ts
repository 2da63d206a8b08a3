import { makeStore } from '../kit/browser/store.ts'

/** Does the server answer? Every call that is made tells; `follow-connection.ts` watches until a lost one is back. */
export const connectionLost = makeStore(false)
