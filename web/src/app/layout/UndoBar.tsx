import type { UndoableAction } from '@rd4-loket/contract'
import type { ReactNode } from 'react'
import { undoableText, useUndo, useUndoable } from '../../domain/undo/undo.tsx'
import { useUndoKey } from '../../domain/undo/undo-key.ts'
import type { KeyNote } from '../../kit/browser/keys.ts'
import { failureLine } from '../../kit/page/Page.tsx'
import { Bar } from './Bar.tsx'

const undoNotes: KeyNote[] = [{ keys: ['Ctrl', 'Z'], action: 'Ongedaan maken wat u het laatst deed' }]

function ActionBar({ of }: { of: UndoableAction }) {
  const undo = useUndo()
  useUndoKey('Ongedaan maken', undoNotes, () => {
    if (document.querySelector('dialog[open]')) return false
    if (!undo.isPending) undo.mutate(of)
    return true
  })
  return (
    <Bar
      text={undo.error ? failureLine(undo.error) : undoableText(of)}
      action="Ongedaan maken"
      busy={undo.isPending}
      onAct={() => undo.mutate(of)}
    />
  )
}

/** `otherwise` is shown while the employee can undo nothing. */
export type UndoBarProps = { otherwise: ReactNode }

/** The latest action that can be undone. The pass desk itself lists all actions that can be undone. */
export function UndoBar({ otherwise }: UndoBarProps) {
  const [latest] = useUndoable()
  return latest ? <ActionBar key={`${latest.kind} ${latest.id}`} of={latest} /> : otherwise
}
