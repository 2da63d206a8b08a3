import type { Examples } from './example.ts'
import type * as letterSender from './letter-sender.ts'

const sender: letterSender.LetterSender = {
  contact: 'Telefoon (045) 123 45 67\nafvalstoffenheffing@loket.example',
  opening_hours: 'maandag tot en met vrijdag van 9.00 tot 17.00 uur',
  names_employee: true,
}

export const letterSenderExamples = {
  showLetterSender: {
    request: ({ municipality_id }) => ({ params: { municipality_id } }),
    reply: sender,
  },
  saveLetterSender: {
    request: ({ municipality_id }) => ({ params: { municipality_id }, body: sender }),
    reply: sender,
  },
} satisfies Examples<typeof letterSender>
