import { listUndoable, mayUse } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { isOffered } from '../../session/offered.tsx'
import { backgroundQuery } from '../../session/queries.ts'
import { useSession } from '../../session/session.ts'

// Apart from undo.tsx, because every screen asks whether there is something to undo.

const undoableQuery = backgroundQuery(listUndoable, {})

/** Returns whether this employee can undo actions, on this server. */
export function useMayUndo() {
  const user = useSession()?.user
  return isOffered(listUndoable) && user?.renew_password !== true && mayUse(listUndoable.access, user)
}

/** The query of the actions that the employee can undo. */
export const useUndoableQuery = () => useQuery({ ...undoableQuery, enabled: useMayUndo() })
