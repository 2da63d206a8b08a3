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

/** Each waste stream in a Dutch sentence, with its article if it needs one. */
export const wasteStreamWords: Record<WasteStream, string> = {
  residual_waste: 'restafval',
  gft: 'gft',
  paper: 'papier',
  pmd: 'pmd',
  best_bag: 'de BEST-tas',
  pruning_waste: 'snoeiafval',
  christmas_trees: 'kerstbomen',
  glass: 'glas',
  diaper: 'luiers',
  textile: 'textiel',
}

/** The waste streams with their names, in the form of the field `waste_types` of the meta endpoints. */
export const wasteTypes = WasteStream.options.map((id) => ({ id, name: wasteStreamNames[id] }))
