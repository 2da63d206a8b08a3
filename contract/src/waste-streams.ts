import * as z from 'zod/mini'

/** The waste streams the portal knows. */
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

/** What each waste stream is called on screen. */
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

/** The waste streams with their names, as meta lists them (`waste_types` on the wire). */
export const wasteTypes = WasteStream.options.map((id) => ({ id, name: wasteStreamNames[id] }))
