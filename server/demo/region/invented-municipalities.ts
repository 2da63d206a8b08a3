import { makeRandom, type Random } from '../random.ts'
import type { DemoMunicipality } from './region.ts'

const beginnings = `
  Aal Adel Alder Amer Ander Bak Barn Beem Berg Beuk Bies Bloem Boek Bor Bos Brand Breed Broek Bruin Dal Del Den Dier
  Doorn Drie Duin Eeg Eem Eik Elst Enk Es Ever Geest Gel Gier Goor Graaf Groen Haar Hage Hal Ham Hazel Heem Heide Hel
  Helm Hoen Hol Hoog Horst IJsel Kaag Kamer Kat Kerk Klim Kool Kraai Kroon Laar Lang Leem Lier Linde Loen Maar Made
  Meer Mid Mier Molen Mos Nes Nieuw Noord Oever Olm Oost Oud Over Paal Peel Pol Raam Ree Rij Roer Roos Ruig Schaap
  Schoon Sier Slag Sneeuw Spaar Steen Stok Terp Til Toren Uil Veen Vier Vlier Voor Vos Waal Wal Water Weer West Wier
  Wild Wil Win Wolf Zand Zee Zilver Zuid Zwaan`
  .trim()
  .split(/\s+/)
const endings = `
  akker beek berg bos broek brug burg daal dam dijk donk drecht erf gaarde geest gouw haar haven heem heide hoek hof
  hoven horst huizen kamp kerke laar lo loo maat meer mond muiden oord poel polder rade rijk rode schot sluis stede
  terp veen veld venne voort waard wal wegen werd wijk wolde woude zijl`
  .trim()
  .split(/\s+/)
const everyName = endings.flatMap((ending) =>
  beginnings.filter((beginning) => beginning.toLowerCase() !== ending).map((beginning) => beginning + ending),
)

/** The code of the first invented municipality. Statistics Netherlands assigns no codes from 9001 on. */
const firstId = 9001
/** The digits of real postal codes in and around the region. Invented municipalities do not use these digits. */
const regionDigits = { from: 6100, until: 6500 }
const inhabitantsPerAddress = 2.4
const inhabitantsPerArea = 5500

/**
 * Returns invented municipalities with enough inhabitants for this number of addresses. A higher number adds
 * municipalities and does not change the others.
 */
export function inventedMunicipalities(addresses: number): DemoMunicipality[] {
  const names = shuffled(makeRandom('names of places'), everyName)
  const digits = postalDigits()
  const found: DemoMunicipality[] = []
  for (
    let inhabitants = 0;
    inhabitants < addresses * inhabitantsPerAddress;
    inhabitants += found.at(-1)?.inhabitants ?? 0
  )
    found.push(invent(firstId + found.length, names, digits))
  return found
}

function invent(id: number, names: Iterator<string, string>, digits: Iterator<number, number>): DemoMunicipality {
  const random = makeRandom('municipality', id)
  const inhabitants = Math.round(Math.min(250_000, Math.max(8000, 45_000 * Math.exp(0.8 * random.normal()))))
  const centre = { lat: random.between(51.6, 53), lon: random.between(4.7, 6.7) }
  const villages = random.below(9)
  const sizes = [random.between(2, 8), ...Array.from({ length: villages }, () => random.between(0.1, 1))]
  const sum = sizes.reduce((total, size) => total + size, 0)
  const towns = sizes.map((size, index) => {
    const inhabitantsHere = (inhabitants * size) / sum
    const distance = index === 0 ? 0 : 0.05
    const at = { lat: centre.lat + distance * random.normal(), lon: centre.lon + distance * random.normal() }
    const areas = Array.from({ length: Math.ceil(inhabitantsHere / inhabitantsPerArea) }, (_, area) => ({
      digits: digits.next().value,
      lat: at.lat + (area === 0 ? 0 : 0.015 * random.normal()),
      lon: at.lon + (area === 0 ? 0 : 0.02 * random.normal()),
      weight: random.between(0.6, 1.4),
    }))
    const weights = areas.reduce((total, { weight }) => total + weight, 0)
    return {
      city: names.next().value,
      areas: areas.map((area) => ({ ...area, weight: (area.weight * inhabitantsHere) / weights / 100 })),
    }
  })
  return { id, name: towns[0]?.city ?? '', inhabitants, towns }
}

function* shuffled(random: Random, names: string[]): Iterator<string, string> {
  const left = [...names]
  while (left.length > 0) {
    const [name = ''] = left.splice(random.below(left.length), 1)
    yield name
  }
  return ''
}

/** Yields the first four digits of all postal codes outside the region, and then starts again. */
function* postalDigits(): Iterator<number, number> {
  for (;;)
    for (let digits = 1011; digits < 10_000; digits += 1)
      if (digits < regionDigits.from || digits >= regionDigits.until) yield digits
}
