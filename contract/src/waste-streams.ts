import type * as z from 'zod/mini'
import { enumOf } from './fields.ts'

/** The screen text of each waste stream. */
export const wasteStreamNames = {
  residual_waste: 'Restafval',
  gft: 'GFT',
  paper: 'Papier',
  pmd: 'PMD',
  best_bag: 'BEST-tas',
  pruning_waste: 'Snoeiafval op afspraak',
  christmas_trees: 'Kerstbomen',
  glass: 'Glas',
  diaper: 'Luiers',
  textile: 'Textiel',
}

/** The waste streams; the values are external keys. */
export const WasteStream = enumOf(wasteStreamNames)
export type WasteStream = z.infer<typeof WasteStream>

/** The waste streams with their names, in the form of the field `waste_types` of the meta endpoints. */
export const wasteTypes = WasteStream.options.map((id) => ({ id, name: wasteStreamNames[id] }))
