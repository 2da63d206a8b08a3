import { countTasks, type TaskCounts } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { useDraftPlaces } from '../../session/draft-list.ts'
import { useMenu } from '../../session/menu.ts'
import { isOffered } from '../../session/offered.tsx'
import { backgroundQuery } from '../../session/queries.ts'

const none: TaskCounts = {
  objections: 0,
  handovers: 0,
  missed_reports: 0,
  outcomes: 0,
  malfunctions: 0,
  invitations: 0,
  months: 0,
}

/**
 * Returns what waits for this employee by kind, and in total: the number at 'Voor mij'. The counts of the server are 0
 * while they load.
 */
export function useTaskCounts(): TaskCounts & { drafts: number; total: number } {
  const { enabled } = useMenu()
  const { data = none } = useQuery({
    ...backgroundQuery(countTasks, {}),
    enabled: enabled && isOffered(countTasks),
    refetchInterval: 60_000,
  })
  const counts = { ...data, drafts: useDraftPlaces().length }
  return { ...counts, total: Object.values(counts).reduce((sum, count) => sum + count, 0) }
}
