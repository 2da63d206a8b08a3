import { makeRandom, type Random } from './random.ts'
import type { Municipality } from './region.ts'

const beginnings =
  `Aal Adel Alder Amer Ander Bak Barn Beem Berg Beuk Bies Bloem Boek Bor Bos Brand Breed Broek Bruin Dal Del Den Dier Doorn Drie Duin Eeg
Eem Eik Elst Enk Es Ever Geest Gel Gier Goor Graaf Groen Haar Hage Hal Ham Hazel Heem Heide Hel Helm Hoen Hol Hoog Horst IJsel Kaag Kamer Kat Kerk Klim Kool
Kraai Kroon Laar Lang Leem Lier Linde Loen Maar Made Meer Mid Mier Molen Mos Nes Nieuw Noord Oever Olm Oost Oud Over Paal Peel Pol Raam Ree Rij Roer Roos Ruig
Schaap Schoon Sier Slag Sneeuw Spaar Steen Stok Terp Til Toren Uil Veen Vier Vlier Voor Vos Waal Wal Water Weer West Wier Wild Wil Win Wolf Zand Zee Zilver Zuid Zwaan`.split(
    /\s+/,
  )
const endings =
  `akker beek berg bos broek brug burg daal dam dijk donk drecht erf gaarde geest gouw haar haven heem heide hoek hof hoven horst huizen kamp kerke laar lo loo
maat meer mond muiden oord poel polder rade rijk rode schot sluis stede terp veen veld venne voort waard wal wegen werd wijk wolde woude zijl`.split(
    /\s+/,
  )
const everyName = endings.flatMap((ending) =>
  beginnings.filter((beginning) => beginning.toLowerCase() !== ending).map((beginning) => beginning + ending),
)

/** A code that Statistics Netherlands gives to no municipality; these go up from it. */
const firstId = 9001
/** Postcodes of the region and around it are real and stay its own. */
const regionDigits = { from: 6100, until: 6500 }
const inhabitantsPerAddress = 2.4
const inhabitantsPerArea = 5500

/** Invented municipalities with enough inhabitants for so many addresses; the same ones, and more, for more addresses. */
export function inventedMunicipalities(addresses: number): Municipality[] {
  const names = shuffled(makeRandom('names of places'), everyName)
  const digits = postcodeDigits()
  const found: Municipality[] = []
  for (
    let inhabitants = 0;
    inhabitants < addresses * inhabitantsPerAddress;
    inhabitants += found.at(-1)?.inhabitants ?? 0
  )
    found.push(invent(firstId + found.length, names, digits))
  return found
}

function invent(id: number, names: Iterator<string, string>, digits: Iterator<number, number>): Municipality {
  const random = makeRandom('municipality', id)
  const inhabitants = Math.round(Math.min(250_000, Math.max(8000, 45_000 * Math.exp(0.8 * random.bell()))))
  const middle = { lat: random.between(51.6, 53), lon: random.between(4.7, 6.7) }
  const villages = random.below(9)
  const shares = [random.between(2, 8), ...Array.from({ length: villages }, () => random.between(0.1, 1))]
  const sum = shares.reduce((sofar, share) => sofar + share, 0)
  const places = shares.map((share, index) => {
    const inhabitantsHere = (inhabitants * share) / sum
    const away = index === 0 ? 0 : 0.05
    const at = { lat: middle.lat + away * random.bell(), lon: middle.lon + away * random.bell() }
    const areas = Array.from({ length: Math.ceil(inhabitantsHere / inhabitantsPerArea) }, (_, area) => ({
      digits: digits.next().value,
      lat: at.lat + (area === 0 ? 0 : 0.015 * random.bell()),
      lon: at.lon + (area === 0 ? 0 : 0.02 * random.bell()),
      weight: random.between(0.6, 1.4),
    }))
    const weights = areas.reduce((sofar, { weight }) => sofar + weight, 0)
    return {
      city: names.next().value,
      areas: areas.map((area) => ({ ...area, weight: (area.weight * inhabitantsHere) / weights / 100 })),
    }
  })
  return { id, name: places[0]?.city ?? '', inhabitants, places }
}

function* shuffled(random: Random, names: string[]): Iterator<string, string> {
  const left = [...names]
  while (left.length > 0) {
    const [name = ''] = left.splice(random.below(left.length), 1)
    yield name
  }
  return ''
}

/** Every four digits outside the region, once; with very many addresses a second time. */
function* postcodeDigits(): Iterator<number, number> {
  for (;;)
    for (let digits = 1011; digits < 10_000; digits += 1)
      if (digits < regionDigits.from || digits >= regionDigits.until) yield digits
}
