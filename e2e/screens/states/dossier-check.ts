import type { State } from '../state.ts'
import { submit } from '../steps.ts'

/** The screens of the feature 'dossier check'. */
export const states: State[] = [
  { screen: '/dossier-controleren', state: 'first', main: true, shows: 'Dossier (pdf, csv of json)' },
  {
    screen: '/dossier-controleren',
    state: 'no file',
    act: submit('Controleer'),
    shows: /Kies een bestand/,
  },
  {
    screen: '/dossier-controleren',
    state: 'changed',
    act: async (page) => {
      const file = { name: 'dossier.pdf', mimeType: 'application/pdf', buffer: Buffer.from('geen dossier') }
      await page.getByLabel('Dossier (pdf, csv of json)').setInputFiles(file)
      await page.getByRole('button', { name: 'Controleer', exact: true }).click()
    },
    shows: /^Iemand heeft dit bestand veranderd/,
  },
]
