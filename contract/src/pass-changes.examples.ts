import type { Examples, SampleKeys } from './example.ts'
import type * as passChanges from './pass-changes.ts'

const ofPass = ({ pass_number }: SampleKeys) => ({ environmental_pass_number: pass_number })

export const passChangeExamples = {
  issuePass: {
    request: ({ alias_without_pass, unused_pass_number }) => ({
      body: { alias: alias_without_pass, new_pass_number: unused_pass_number, name: 'A. Janssen' },
    }),
    reply: { change_id: 21 },
  },
  blockPass: { request: (of) => ({ body: { ...ofPass(of), reason: 'loss' } }), reply: { change_id: 22 } },
  replacePass: {
    request: (of) => ({ body: { ...ofPass(of), reason: 'defect', new_pass_number: of.unused_pass_number } }),
    reply: { change_id: 23 },
  },
  listPassSystems: {
    request: (of) => ({ body: ofPass(of) }),
    reply: [{ alias: 's3v8n2c6wd', name: 'Akerstraat bij 100', is_chosen: false }],
  },
  activatePass: {
    request: (of) => ({ body: { ...ofPass(of), collection_system: of.system_alias } }),
    reply: { change_id: 24 },
  },
  undoPassChange: { request: ({ pass_change_id }) => ({ params: { change_id: pass_change_id } }), reply: null },
} satisfies Examples<typeof passChanges>
