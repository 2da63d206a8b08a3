import type { ReactNode } from 'react'
import { undoableText, useUndo, useUndoable } from '../../domain/undo/undo.tsx'
import { useUndoKey } from '../../domain/undo/undo-key.ts'
import type { KeyNote } from '../../kit/browser/keys.ts'
import { failureLine } from '../../kit/page/Page.tsx'
import { Bar } from './Bar.tsx'

const undoNotes: KeyNote[] = [{ keys: ['Ctrl', 'Z'], action: 'Ongedaan maken wat u het laatst deed' }]

/** `otherwise` is shown while the employee can undo nothing. */
export type UndoBarProps = { otherwise: ReactNode }

/** The latest action that can be undone. The pass desk itself lists all actions that can be undone. */
export function UndoBar({ otherwise }: UndoBarProps) {
  const [latest] = useUndoable()
  const { variables: tried, error, isPending, mutate } = useUndo()
  const isTried = tried?.kind === latest?.kind && tried?.id === latest?.id
  const isUndoing = isPending && isTried
  useUndoKey('Ongedaan maken', undoNotes, () => latest && !isUndoing && mutate(latest))
  if (!latest) return otherwise
  return (
    <Bar
      text={error && isTried ? failureLine(error) : undoableText(latest)}
      action="Ongedaan maken"
      busy={isUndoing}
      onAct={() => mutate(latest)}
    />
  )
}
