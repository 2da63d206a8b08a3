// Reasons: docs/cards.md

import { flagRuleNames } from './bill.ts'
import { malfunctionNames } from './equipment.ts'
import { missedCollectionTexts } from './missed-collection-texts.ts'
import { nonClearanceReasonNames, nonClearanceTexts } from './non-clearances.ts'
import { filedReasonNames } from './objections.ts'

/** The Dutch words of each placeholder of a spoken text, as the subject of 'is niet bekend'. */
export const placeholderWords = {
  straat: 'De straat',
  gemeente: 'De gemeente',
  jaar: 'Het jaar',
  bedrag: 'Het bedrag',
  verschil: 'Het verschil',
  datum: 'De datum',
  afvalstroom: 'De afvalstroom',
  reden: 'De reden',
  uur: 'Het uur',
  volgende_ophaaldag: 'De volgende ophaaldag',
  rollen_over: 'Het aantal rollen',
}
export type Placeholder = keyof typeof placeholderWords

/** The Dutch name of each place where a card is shown. */
export const cardPlaceNames = {
  dashboard: 'Dashboard',
  search: 'Zoeken',
  bill: 'Aanslag',
  objection: 'Bezwaar',
  flag: 'Na te gaan',
  not_emptied: 'Niet geleegd',
  pickup: 'Ophaalafspraak',
  rolls: 'Rollen',
  pass_broken: 'Pas werkt niet',
  first_pass: 'Eerste pas',
  no_pass: 'Zonder pas',
  question: 'Vraag van inwoner',
  calendar_day: 'Dag in de kalender',
  malfunction: 'Storing',
  close_contact: 'Contact afsluiten',
}
export type CardPlace = keyof typeof cardPlaceNames

/** The placeholders that the screen of each place fills in. */
export const offeredPlaceholders: Record<CardPlace, readonly Placeholder[]> = {
  dashboard: [],
  search: [],
  bill: ['straat', 'gemeente', 'jaar', 'bedrag', 'verschil'],
  objection: ['straat', 'gemeente', 'jaar', 'datum', 'afvalstroom', 'reden'],
  flag: ['straat', 'gemeente', 'jaar', 'datum', 'reden'],
  not_emptied: ['straat', 'gemeente', 'datum', 'afvalstroom', 'reden', 'uur', 'volgende_ophaaldag'],
  pickup: ['straat', 'gemeente', 'datum'],
  rolls: ['rollen_over'],
  pass_broken: [],
  first_pass: [],
  no_pass: [],
  question: ['rollen_over'],
  calendar_day: ['gemeente', 'datum', 'afvalstroom', 'reden'],
  malfunction: ['straat', 'gemeente', 'datum', 'afvalstroom', 'reden'],
  close_contact: [],
}

/** The codes of a place that has any, with their Dutch names: a reason, a flag or a cause. */
export const cardCodes: Partial<Record<CardPlace, Record<string, string>>> = {
  objection: filedReasonNames,
  flag: flagRuleNames,
  not_emptied: {
    ok: 'melden kan',
    street_likely_missed: 'hele straat gemeld',
    records_differ: 'gegevens spreken elkaar tegen',
    emptied: 'wel geleegd',
    open_report: 'al gemeld',
    open_report_overdue: 'al gemeld, te laat',
    recollection_planned: 'wagen komt opnieuw',
    street_missed: 'wagen was niet in de straat',
    decided: 'al bekeken',
    crew_not_done: 'wagen nog onderweg',
    outside_window: 'te lang geleden',
    not_collection_day: 'geen ophaaldag',
    moved_day: 'dag verplaatst',
    holiday: 'dag verplaatst voor een feestdag',
    cancelled: 'ging niet door',
    no_container: 'geen container',
    no_container_yet: 'nog geen container',
    container_removed: 'container weggehaald',
    shared_container: 'verzamelcontainer',
    no_collection_days: 'geen ophaaldagen',
    ...nonClearanceReasonNames,
  } satisfies Record<keyof typeof missedCollectionTexts | keyof typeof nonClearanceReasonNames, string>,
  calendar_day: { moved: 'dag verplaatst', cancelled: 'gaat niet door' },
  malfunction: malfunctionNames,
}

/** The text to read aloud of each code that has a standard text. A card with the same place and code replaces it. */
export const standardTexts: Partial<Record<CardPlace, Record<string, string>>> = {
  not_emptied: { ...missedCollectionTexts, ...nonClearanceTexts },
}
