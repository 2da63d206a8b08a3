import type { Examples } from './example.ts'
import type * as passForm from './pass-form.ts'
import type { PassForm } from './pass-number.ts'

const tenDigits: PassForm = { characters: 'digits', min_length: 10, max_length: 10, prefixes: ['*'], suffixes: [] }

export const passFormExamples = {
  showPassForm: {
    request: ({ municipality_id }) => ({ params: { municipality_id } }),
    reply: { ...tenDigits, other_passes: 2 },
  },
  savePassForm: {
    request: ({ municipality_id }) => ({ params: { municipality_id }, body: tenDigits }),
    reply: { ...tenDigits, other_passes: 0 },
  },
} satisfies Examples<typeof passForm>
