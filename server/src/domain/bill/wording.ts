import { type EquipmentKind, type WasteStream, wasteStreamWords } from '@rd4-loket/contract'

const monthFormat = new Intl.DateTimeFormat('nl-NL', { month: 'long', timeZone: 'UTC' })
const months = Array.from({ length: 12 }, (_, month) => monthFormat.format(Date.UTC(2000, month)))

/** Returns a day in Dutch without the year: `15 mei`. */
export const spokenDay = (day: string) => `${Number(day.slice(8, 10))} ${months[Number(day.slice(5, 7)) - 1]}`

/** Returns a day in Dutch with the year: `15 mei 2025`. */
export const dayWithYear = (day: string) => `${spokenDay(day)} ${day.slice(0, 4)}`

/** Joins texts: 'a, b en c'. */
export const listFormat = new Intl.ListFormat('nl-NL', { type: 'conjunction' })

/** The Dutch noun of the container of each stream. */
export const containerWords: Record<WasteStream, string> = {
  residual_waste: 'restafvalcontainer',
  gft: 'gft-container',
  paper: 'papiercontainer',
  pmd: 'pmd-container',
  best_bag: 'container voor de BEST-tas',
  pruning_waste: 'snoeiafvalcontainer',
  christmas_trees: 'container voor kerstbomen',
  glass: 'glascontainer',
  diaper: 'luiercontainer',
  textile: 'textielcontainer',
}

/** One lift, and several lifts, of the container of each stream. */
export const liftNouns: Record<WasteStream, [one: string, several: string]> = {
  residual_waste: ['restafvallediging', 'restafvalledigingen'],
  gft: ['gft-lediging', 'gft-ledigingen'],
  paper: ['papierlediging', 'papierledigingen'],
  pmd: ['pmd-lediging', 'pmd-ledigingen'],
  best_bag: ['BEST-taslediging', 'BEST-tasledigingen'],
  pruning_waste: ['snoeiafvallediging', 'snoeiafvalledigingen'],
  christmas_trees: ['kerstboomlediging', 'kerstboomledigingen'],
  glass: ['glaslediging', 'glasledigingen'],
  diaper: ['luierlediging', 'luierledigingen'],
  textile: ['textiellediging', 'textielledigingen'],
}

const wordsOfKind: Record<EquipmentKind, (stream: WasteStream) => { name: string; verb: string }> = {
  minicontainer: (stream) => ({ name: `de ${containerWords[stream]}`, verb: 'geleegd' }),
  citybin: (stream) => ({ name: `de citybin voor ${wasteStreamWords[stream]}`, verb: 'geleegd' }),
  zak: (stream) => ({ name: `de zak voor ${wasteStreamWords[stream]}`, verb: 'opgehaald' }),
  ondergronds: (stream) => ({ name: `de ondergrondse container voor ${wasteStreamWords[stream]}`, verb: 'geopend' }),
  wijkcontainer: (stream) => ({ name: `de wijkcontainer voor ${wasteStreamWords[stream]}`, verb: 'geleegd' }),
}

/** Returns the Dutch noun of a lift with its article, and the participle of its verb: 'de citybin', 'geleegd'. */
export const liftWords = ({ kind, waste_type }: { kind: EquipmentKind | null; waste_type: WasteStream | null }) =>
  kind && waste_type ? wordsOfKind[kind](waste_type) : { name: 'het grondstoffenpark', verb: 'bezocht' }

/** The maximum number of words in a sentence that is read aloud. An amount is one word. */
const maxWords = 18

/** Returns whether a sentence is short enough to be read aloud. */
export const isSpeakable = (sentence: string) => sentence.split(' ').length <= maxWords
