import { countTasks, type TaskCounts } from '@rd4-loket/contract'
import { useQuery } from '@tanstack/react-query'
import { useMenu } from '../../session/menu.ts'
import { isOffered } from '../../session/offered.tsx'
import { backgroundQuery } from '../../session/queries.ts'

const none: TaskCounts = { objections: 0, handovers: 0, malfunctions: 0, invitations: 0, months: 0 }

/** Returns what waits for this employee by kind, and in total: the number at 'Voor mij'. All are 0 while it loads. */
export function useTaskCounts(): TaskCounts & { total: number } {
  const { enabled } = useMenu()
  const { data = none } = useQuery({
    ...backgroundQuery(countTasks, {}),
    enabled: enabled && isOffered(countTasks),
    refetchInterval: 60_000,
  })
  return { ...data, total: Object.values(data).reduce((sum, count) => sum + count, 0) }
}
