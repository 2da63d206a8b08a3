import { employeeExample } from './account.examples.ts'
import { addressExamples } from './addresses.examples.ts'
import { systemChoices } from './collection-systems.examples.ts'
import type { Examples } from './example.ts'
import type * as meta from './meta.ts'

export const metaExamples = {
  showMeta: {
    reply: { user: employeeExample, municipalities: addressExamples.listMunicipalities.reply, ...systemChoices },
  },
} satisfies Examples<typeof meta>
