import type { Examples } from './example.ts'
import type * as publicCalendar from './public-calendar.ts'

export const publicCalendarExamples = {
  showWasteCalendar: {
    request: ({ today }) => ({ query: { postal_code: '6411CD', house_number: '118', year: today.slice(0, 4) } }),
    reply: {
      success: true,
      code: 200,
      message: '',
      data: { items: [[{ date: '2026-11-24', month: 11, type: 'gft' }]], info_text: '' },
    },
  },
} satisfies Examples<typeof publicCalendar>
