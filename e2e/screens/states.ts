import { readdirSync } from 'node:fs'
import type { State } from './state.ts'

const folder = new URL('./states/', import.meta.url)
const features: { states: State[] }[] = await Promise.all(
  readdirSync(folder)
    .sort()
    .map((file) => import(new URL(file, folder).href)),
)

/** All screens in all their states. The files in the folder `states`, one for each feature, contain them. */
export const states = features.flatMap((feature) => feature.states)

/** Returns whether a state is checked on the product for municipalities, where the states change the data. */
export const isOfMunicipality = ({ screen }: State) => /^\/(calendar|services-and-settings)/.test(screen)
