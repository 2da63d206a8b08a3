// Reasons: docs/cards.md

import { type CardPlace, offeredPlaceholders, type Placeholder, placeholderWords } from './card-places.ts'

const placeholder = /\{([^{}]*)\}/g

/** The maximum length of a text to read aloud, and of a sentence in it, in words. */
export const spokenLimits = { characters: 600, words: 18 }

const sentencesIn = (text: string) =>
  text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter(Boolean)

const link = /https?:|www\.|\S+@\S+|\b[\w-]+\.(nl|com|eu|org|net)\b/i
const informal = /\b(je|jij|jou|jouw|jullie)\b/i

function faultsOfSentence(sentence: string, number: number) {
  const words = sentence.split(/\s+/).length
  const you = informal.exec(sentence)?.[0]
  return [
    words > spokenLimits.words && `Zin ${number} heeft ${words} woorden.`,
    you && `Zin ${number} zegt ‘${you}’. Schrijf ‘u’ of ‘uw’.`,
    link.test(sentence) && `Zin ${number} heeft een link.`,
    !/[.!?]$/.test(sentence) && `Zin ${number} heeft geen punt aan het einde.`,
  ].filter((fault) => typeof fault === 'string')
}

/** Returns the placeholders that every one of these places fills in. */
export const commonPlaceholders = (places: readonly CardPlace[]): Placeholder[] =>
  (Object.keys(placeholderWords) as Placeholder[]).filter(
    (name) => places.length > 0 && places.every((place) => offeredPlaceholders[place].includes(name)),
  )

function faultOfName(name: string, places: readonly CardPlace[]) {
  const offered = commonPlaceholders(places)
  if (offered.some((it) => it === name)) return []
  const choices = offered.map((it) => `{${it}}`).join(', ')
  return [`{${name}} kan hier niet. ${choices ? `Kies uit: ${choices}.` : 'Schrijf de tekst zonder accolades.'}`]
}

/** Returns each fault of a text to read aloud at these places, in Dutch. */
export function spokenFaults(text: string, places: readonly CardPlace[]): string[] {
  const names = [...text.matchAll(placeholder)].map(([, name = '']) => name)
  const isUnclosed = /[{}]/.test(text.replace(placeholder, ''))
  return [
    ...[...new Set(names)].flatMap((name) => faultOfName(name, places)),
    ...(isUnclosed ? ['Een accolade staat alleen.'] : []),
    ...sentencesIn(text).flatMap((sentence, index) => faultsOfSentence(sentence, index + 1)),
  ]
}

/** The values of placeholders on a screen. A value that the screen does not know is undefined or null. */
export type PlaceholderValues = { [Name in Placeholder]?: string | number | null | undefined }

/**
 * Returns a text to read aloud with its values. If the screen does not know one of them, returns the sentence that says
 * so instead.
 */
export function spokenText(text: string, values: PlaceholderValues): string {
  const isName = (name: string): name is Placeholder => name in placeholderWords
  const valueFor = (name: string) => (isName(name) ? (values[name] ?? '') : '')
  const unknown = [...text.matchAll(placeholder)].map(([, name = '']) => name).find((name) => valueFor(name) === '')
  if (unknown !== undefined) return `${isName(unknown) ? placeholderWords[unknown] : 'Dit'} is niet bekend.`
  return text.replace(placeholder, (_, name: string) => `${valueFor(name)}`)
}
