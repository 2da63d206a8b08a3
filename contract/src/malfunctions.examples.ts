import { heerlen } from './addresses.examples.ts'
import type { RecordedMalfunction } from './equipment.ts'
import type { Examples } from './example.ts'
import type * as malfunctions from './malfunctions.ts'

const recorded: RecordedMalfunction = {
  id: 3,
  malfunction: 'lock',
  note: 'De monteur komt vrijdag',
  recorded_by: 'Kim de Vries',
  recorded_at: '2026-11-17T14:05:00+01:00',
  expected_end: '2026-11-20',
  closed_by: null,
  closed_at: null,
}
const closed = { ...recorded, closed_by: 'Kim de Vries', closed_at: '2026-11-18T09:30:00+01:00' }
const listed: malfunctions.ListedMalfunction = {
  collection_system: { alias: 's3v8n2c6wd', name: 'Akerstraat bij 100', municipality: heerlen },
  container_number: '70000113',
  waste_type: 'residual_waste',
  malfunction: 'lock',
  since: '2026-11-17T14:05:00+01:00',
  recorded,
}

const mail = { recipient: 'storingen@heerlen.example' }

export const malfunctionExamples = {
  recordMalfunction: {
    request: ({ system_alias, container_id }) => ({
      params: { alias: system_alias },
      body: { container_id: Number(container_id), malfunction: 'lock', note: 'De monteur komt vrijdag' },
    }),
    reply: recorded,
  },
  changeMalfunction: {
    request: ({ malfunction_id }) => ({
      params: { malfunction_id },
      body: { malfunction: 'lock', note: 'De monteur komt maandag', expected_end: '2099-11-23' },
    }),
    reply: { ...recorded, note: 'De monteur komt maandag', expected_end: '2099-11-23' },
  },
  closeMalfunction: { request: ({ malfunction_id }) => ({ params: { malfunction_id } }), reply: closed },
  showMalfunctionMail: { request: ({ municipality_id }) => ({ params: { municipality_id } }), reply: mail },
  saveMalfunctionMail: { request: ({ municipality_id }) => ({ params: { municipality_id }, body: mail }), reply: mail },
  listMalfunctions: { reply: { data: [listed], meta: { total: 1 } } },
  listSystemMalfunctions: {
    request: ({ system_alias }) => ({ params: { alias: system_alias } }),
    reply: [{ ...listed, recorded: closed }],
  },
} satisfies Examples<typeof malfunctions>
