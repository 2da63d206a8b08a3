import * as z from 'zod/mini'
import { Municipality } from './addresses.ts'
import { endpoint } from './endpoint.ts'
import { checkPeriodOrder, Day, DayInput, MunicipalityId, NumberInPath, requiredText } from './fields.ts'
import { ofLines } from './readable-text.ts'

/** A dashboard message for the employees of a municipality (null: of all), shown from `valid_from` to `valid_to`. */
export const Notice = z.object({
  id: z.number(),
  title: z.string(),
  /** Rich text as safe HTML: paragraphs, lists, bold, italic and links. */
  html: z.string(),
  valid_from: Day,
  valid_to: Day,
  municipality: z.nullable(Municipality),
})
export type Notice = z.infer<typeof Notice>

/** The input of a new or changed notice. */
const NoticeInput = z
  .strictObject({
    title: requiredText(100),
    html: ofLines(requiredText(10_000)),
    valid_from: DayInput,
    valid_to: DayInput,
    /** Absent: the employee's own municipality, or all municipalities when the employee has none. */
    municipality_id: z.nullish(MunicipalityId),
  })
  .check(checkPeriodOrder('valid_from', 'valid_to'))

export const listNotices = endpoint('GET /counter/notices', {
  summary: 'Geeft de mededelingen die vandaag gelden voor de ingelogde medewerker',
  access: 'employees',
  municipality: 'own',
  data: z.array(Notice),
})

export const listNoticesToEdit = endpoint('GET /counter/settings/notices', {
  summary: 'Geeft alle mededelingen van de gemeente, ook die nog niet of niet meer gelden',
  access: 'municipal_employee',
  municipality: 'own',
  data: z.array(Notice),
})

export const addNotice = endpoint('POST /counter/settings/notices', {
  summary: 'Maakt een mededeling',
  access: 'municipal_employee',
  municipality: 'own',
  body: NoticeInput,
  data: Notice,
})

export const changeNotice = endpoint('PUT /counter/settings/notices/:notice_id', {
  summary: 'Wijzigt een mededeling',
  access: 'municipal_employee',
  municipality: 'own',
  params: z.strictObject({ notice_id: NumberInPath }),
  body: NoticeInput,
  data: Notice,
})

export const removeNotice = endpoint('DELETE /counter/settings/notices/:notice_id', {
  summary: 'Verwijdert een mededeling',
  access: 'municipal_employee',
  municipality: 'own',
  params: z.strictObject({ notice_id: NumberInPath }),
  data: z.null(),
})
