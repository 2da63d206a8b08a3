import { countTasks, type TaskCounts } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { useDraftPlaces } from '../../session/draft-list.ts'
import { useMenu } from '../../session/menu.ts'
import { isOffered } from '../../session/offered.tsx'
import { backgroundQuery } from '../../session/queries.ts'

/**
 * Returns what waits for this employee by kind, and in total: the number at 'Voor mij'. The counts of the server are
 * absent while they load.
 */
export function useTaskCounts(): Partial<TaskCounts> & { drafts: number; total: number } {
  const { enabled } = useMenu()
  const { data } = useQuery({
    ...backgroundQuery(countTasks, {}),
    enabled: enabled && isOffered(countTasks),
    refetchInterval: 60_000,
  })
  // These are not in the list of tasks.
  const { corrections = 0, quarantine_lines = 0, call_backs: _, old_contacts: __, ...tasks } = data ?? {}
  const counts = { ...tasks, drafts: useDraftPlaces().length }
  return {
    ...counts,
    corrections,
    quarantine_lines,
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
  }
}
