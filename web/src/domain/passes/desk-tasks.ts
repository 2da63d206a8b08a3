import { purposeNames } from '@rd4-loket/contract'

/**
 * The tasks of the pass desk. A task reads data for the purpose of the same name. For a lost pass, the resident is found
 * by address as for a forgotten pass. That pass is then replaced.
 */
export const deskTasks = [
  'extra_rollen',
  'vraag_inwoner',
  'pas_defect',
  'pas_kwijt',
  'pas_vergeten',
  'eerste_pas',
  'aanslag_bezwaar',
] as const
export type DeskTask = (typeof deskTasks)[number]

/** The Dutch name of each task. */
export const deskTaskNames: Record<DeskTask, string> = { ...purposeNames, pas_kwijt: 'Pas kwijt' }

/** Returns whether a task begins with an address, because there is no pass to scan. */
export const needsAddress = (task: DeskTask) => ['pas_kwijt', 'pas_vergeten', 'eerste_pas'].includes(task)
