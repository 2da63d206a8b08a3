import * as z from 'zod/mini'

/** The waste streams; the values are external keys. */
export const WasteStream = z.enum([
  'residual_waste',
  'gft',
  'paper',
  'pmd',
  'best_bag',
  'pruning_waste',
  'christmas_trees',
  'glass',
  'diaper',
  'textile',
])
export type WasteStream = z.infer<typeof WasteStream>

/** The screen text of each waste stream. */
export const wasteStreamNames: Record<WasteStream, string> = {
  residual_waste: 'Restafval',
  gft: 'GFT en etensresten',
  paper: 'Papierafval',
  pmd: 'PMD-verpakkingen',
  best_bag: 'BEST-tas',
  pruning_waste: 'Snoeiafval op afspraak',
  christmas_trees: 'Kerstbomen',
  glass: 'Glas',
  diaper: 'Luiers',
  textile: 'Textiel',
}

/** The waste streams with their names, in the form of the field `waste_types` of the meta endpoints. */
export const wasteTypes = WasteStream.options.map((id) => ({ id, name: wasteStreamNames[id] }))
