import type * as collectionRules from './collection-rules.ts'
import type { Examples, SampleKeys } from './example.ts'

const schedule = ({ municipality_id, area_id, planned_day }: SampleKeys) => ({
  body: {
    municipality_id: Number(municipality_id),
    area_id: Number(area_id),
    category: 'gft' as const,
    from: planned_day,
    rhythm: 'weeks' as const,
    every_weeks: 2,
    first_day: planned_day,
  },
})
const list = ({ municipality_id, area_id, planned_day }: SampleKeys) => ({
  body: {
    municipality_id: Number(municipality_id),
    area_id: Number(area_id),
    text: `datum;afvalstroom\n${planned_day};gft\n`,
  },
})

const effect = { area: { id: 1, name: 'Heerlen 6411' }, addresses: 4120, published: [2026], withdrawn: 0 }
const scheduleChange = { ...effect, before: ['2026-11-24', '2026-12-01'], after: ['2026-11-24', '2026-12-08'] }
const listChange: collectionRules.CollectionListChange = {
  ...effect,
  years: [2026],
  streams: [{ category: 'gft', before: 6, after: 3 }],
  rejected_lines: 1,
  rejected: [{ line: 4, text: '31-2-2026;gft', reason: 'Deze dag bestaat niet' }],
}

export const collectionRuleExamples = {
  previewSchedule: { request: schedule, reply: scheduleChange },
  saveSchedule: { request: schedule, reply: scheduleChange },
  previewCollectionList: { request: list, reply: listChange },
  saveCollectionList: { request: list, reply: { ...listChange, rejected_lines: 0, rejected: [] } },
} satisfies Examples<typeof collectionRules>
