import type { TaskCounts } from '@rd4-loket/contract'
import { useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Tabs } from '../domain/settings/ServicesPage.tsx'
import { useTaskCounts } from '../domain/tasks/task-counts.ts'
import { numberText } from '../kit/browser/format.ts'
import { Page, Skeleton } from '../kit/page/Page.tsx'
import { lazyPart } from '../session/lazy-page.ts'

type WorkPart = {
  id: string
  name: string
  Part: ReturnType<typeof lazyPart>
  /** What waits for the employee in this part. */
  waiting: (counts: Partial<TaskCounts>) => number | undefined
}

/** The parts of 'Werk', each with its own URL. The first is the default. */
const parts: [WorkPart, ...WorkPart[]] = [
  {
    id: 'objections',
    name: 'Bezwaren',
    Part: lazyPart(async () => (await import('../features/handovers/OpenObjectionsPanel.tsx')).OpenObjectionsPanel),
    waiting: ({ handovers }) => handovers,
  },
  {
    id: 'corrections',
    name: 'Correcties',
    Part: lazyPart(async () => (await import('../features/corrections/CorrectionsPanel.tsx')).CorrectionsPanel),
    waiting: ({ corrections }) => corrections,
  },
  {
    id: 'queue',
    name: 'Uitzoeken',
    Part: lazyPart(async () => (await import('../features/quarantine/QuarantinePanel.tsx')).QuarantinePanel),
    waiting: ({ quarantine_lines }) => quarantine_lines,
  },
]

/** The work of provider employees that does not belong to one address, in parts. Each tab names how much waits. */
export function WorkPage() {
  const { part } = useSearch({ strict: false }) as { part?: string }
  const counts = useTaskCounts()
  const shown = parts.find(({ id }) => id === part) ?? parts[0]
  return (
    <Page title={shown.name}>
      <Tabs
        label="Werk"
        tabs={parts.map(({ id, name, waiting }) => {
          const count = waiting(counts)
          return {
            to: '/work',
            name: count ? `${name} (${numberText(count)})` : name,
            search: { part: id },
            current: id === shown.id,
          }
        })}
      />
      <Suspense fallback={<Skeleton lines={8} />}>
        <shown.Part />
      </Suspense>
    </Page>
  )
}
