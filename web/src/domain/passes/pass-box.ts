import type { ComponentType } from 'react'
import { makeStore } from '../../kit/browser/store.ts'
import type { DeskTask } from './desk-tasks.ts'

/** What the pass desk does with the box in the header, while the desk is on screen. */
export type DeskBox = {
  /** The box of a task that begins with an address. Undefined while the box takes a pass. */
  AddressBox: ComponentType | undefined
  /** The last text that the desk rejected. `id` differs each time. */
  rejected: { id: string; typed: string } | undefined
  /** The id of the element with the error of the box; undefined if there is no error. */
  errorId: string | undefined
  /** Enters a text. Returns false if the desk rejects or ignores it. */
  enter: (typed: string) => boolean
  chooseAddress: (alias: string) => void
  /** Chooses the next or the previous task. */
  moveTask: (step: 1 | -1) => void
}

/** The desk on screen; undefined on every other page. */
export const deskBox = makeStore<DeskBox | undefined>(undefined)

/** How the box in the header takes keys that were pressed elsewhere. The box sets both functions. */
export const passBox = { enter: (_typed: string) => {}, type: (_typed: string) => {} }

/** The maximum time between the first two characters of a scan, in ms. */
export const readerPause = 250

/** The task that the employee chose in the header for the pass desk. The desk takes it when it is on screen. */
export const deskTask = makeStore<DeskTask | undefined>(undefined)
