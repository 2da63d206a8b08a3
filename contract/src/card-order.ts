// Reasons: docs/cards.md

import type { CardPlace } from './card-places.ts'
import type { ShownCard } from './cards.ts'
import type { WasteStream } from './waste-streams.ts'

/** Where a card would be shown: a place, and what its screen is about. An absent part is unknown. */
export type CardSpot = {
  at: CardPlace
  code?: string | null | undefined
  waste_type?: WasteStream | null | undefined
  municipality_id?: number | undefined
}

const isShownAt = (card: ShownCard, { at, code, waste_type, municipality_id }: CardSpot) =>
  card.places.includes(at) &&
  (card.code === null || card.code === code) &&
  (card.waste_type === null || card.waste_type === waste_type) &&
  (card.municipality === null || municipality_id === undefined || card.municipality.id === municipality_id)

/** Returns whether a card is shown at this moment, in ms since 1970. */
export const isCurrent = ({ shown_from, shown_until }: Pick<ShownCard, 'shown_from' | 'shown_until'>, now: number) =>
  Date.parse(shown_from) <= now && now < Date.parse(shown_until)

/**
 * Returns the cards at a spot: those of one municipality, of one code and of one stream first, then the important ones,
 * then the newest.
 */
export const cardsAt = (cards: readonly ShownCard[], spot: CardSpot, now: number) =>
  cards.filter((card) => isCurrent(card, now) && isShownAt(card, spot)).sort(byRelevance)

/** Orders cards by relevance, the most relevant first. */
export function byRelevance(one: ShownCard, other: ShownCard) {
  const first = (has: (card: ShownCard) => boolean) => Number(has(other)) - Number(has(one))
  return (
    first((card) => card.municipality !== null) ||
    first((card) => card.code !== null) ||
    first((card) => card.waste_type !== null) ||
    first((card) => card.important) ||
    Date.parse(other.shown_from) - Date.parse(one.shown_from) ||
    other.id - one.id
  )
}
