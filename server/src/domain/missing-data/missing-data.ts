import { type MissingData, wasteStreamWords } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { findMissingFacts, type MissingFact } from './missing-data.queries.ts'

const texts: Record<Exclude<MissingFact['kind'], 'tariff'>, Omit<MissingData, 'count'>> = {
  chip: { what: 'container zonder chip', deliver: 'Lever de chip mee in het bestand van de containers' },
  double_chip: {
    what: 'chip in twee containers tegelijk',
    deliver: 'Geef de oude container een dag van verwijdering',
  },
  household_size: {
    what: 'huishouden zonder grootte',
    deliver: 'Lever de grootte mee in het bestand van de bewoning',
  },
  access: { what: 'verzamelsysteem zonder toegang', deliver: 'Lever welke adressen het systeem gebruiken' },
  resident: { what: 'pas zonder inwoner', deliver: 'Lever de naam mee in het bestand van de passen' },
}

function describe({ kind, waste_type, volume_litres, count }: MissingFact): MissingData {
  if (kind !== 'tariff') return { ...texts[kind], count }
  const stream = waste_type === null ? '' : wasteStreamWords[waste_type]
  return {
    what: `container zonder tarief: ${stream} ${volume_litres} l`,
    count,
    deliver: `Lever het tarief voor ${stream} ${volume_litres} l, met de eerste dag`,
  }
}

/** Returns the number of things that deliveries lack, and what they are. */
export const missingText = (fact: MissingFact) => `${fact.count.toLocaleString('nl')} × ${describe(fact).what}`

/** Returns what only a delivery solves, in Dutch. With a municipality: what is missing there. */
export const findMissingData = async (db: Db, municipality_id?: number) =>
  (await findMissingFacts(db, municipality_id)).filter(({ count }) => count > 0).map(describe)
