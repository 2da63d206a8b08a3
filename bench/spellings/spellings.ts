/**
 * Measures how often the search box finds an address that is spelled as callers and letters spell it.
 * Usage: node bench/spellings/spellings.ts <database> <addresses.csv.zst> [seed] [count]. The database has demo data,
 * so that the measurement can log in, and then the addresses of the file (`loket import addresses`).
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createZstdDecompress } from 'node:zlib'
import { median, percentile, table } from '../figures.ts'
import { type Portal, startPortal } from '../portal.ts'
import { makeRandom, type SeededRandom } from '../random.ts'
import { type RegisteredAddress, type WayToSpell, waysToSpell } from './ways-to-spell.ts'

type FoundHit = {
  kind: string
  street?: string
  house_number?: number
  house_number_extension?: string | null
  city?: string
}
type Outcome = { way: string; line: string; address: RegisteredAddress; first: FoundHit | undefined; us: number }

/** Returns the addresses with a postal code in a compressed CSV file without quotation marks. */
async function readAddresses(file: string): Promise<RegisteredAddress[]> {
  const lines = createInterface({ input: createReadStream(file).pipe(createZstdDecompress()) })
  const addresses: RegisteredAddress[] = []
  let header: string[] | undefined
  for await (const line of lines) {
    const fields = line.split(';')
    if (!header) {
      header = fields
      continue
    }
    const column = (name: string) => fields[header?.indexOf(name) ?? -1] ?? ''
    const extension = [column('huisletter'), column('huisnummertoevoeging')].filter(Boolean).join('-')
    const number = `${column('huisnummer')}${/^\d/.test(extension) ? '-' : ''}${extension}`
    const [street, postal_code, city] = [column('straat'), column('postcode'), column('woonplaats')]
    if (postal_code) addresses.push({ street, number, postal_code, city })
  }
  return addresses
}

function pickWay(random: SeededRandom): WayToSpell {
  let at = random.below(waysToSpell.reduce((sum, { weight }) => sum + weight, 0))
  for (const way of waysToSpell) {
    at -= way.weight
    if (at < 0) return way
  }
  throw new Error('There is no way to spell an address.')
}

const maxAttempts = 5000

/** Draws a way to spell, and an address to which it applies. Draws another way if it applies to no address. */
function drawLine(addresses: RegisteredAddress[], random: SeededRandom) {
  const way = pickWay(random)
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const address = addresses[random.below(addresses.length)] as RegisteredAddress
    const line = way.spell(address, random)
    if (line !== undefined) return { way: way.name, line, address }
  }
  return drawLine(addresses, random)
}

const plainNumber = (number: string) => number.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Several addresses can have the same street, number and town; each of them is a hit. */
const isHit = ({ first, address }: Outcome) =>
  first?.kind === 'address' &&
  first.street === address.street &&
  first.city === address.city &&
  plainNumber(`${first.house_number}${first.house_number_extension ?? ''}`) === plainNumber(address.number)

async function search(portal: Portal, text: string) {
  const reply = await portal.call({ method: 'POST', path: '/api/v1/counter/search', body: { text, limit: 8 } })
  if (reply.status !== 200) throw new Error(`${reply.status} for ${text}: ${reply.body}`)
  const { data } = JSON.parse(reply.body) as { data: FoundHit[] }
  return { first: data[0], us: reply.us }
}

const share = (outcomes: Outcome[]) => `${((100 * outcomes.filter(isHit).length) / outcomes.length).toFixed(1)} %`

const [databaseUrl, file, seed = '1', count = '2000'] = process.argv.slice(2)
if (!databaseUrl || !file) throw new Error('Name a database and a file of addresses.')
const [addresses, random] = [await readAddresses(file), makeRandom(Number(seed))]
const lines = Array.from({ length: Number(count) }, () => drawLine(addresses, random))
const portal = await startPortal(databaseUrl)
const outcomes: Outcome[] = []
try {
  for (const drawn of lines) outcomes.push({ ...drawn, ...(await search(portal, drawn.line)) })
} finally {
  await portal.stop()
}
const row = (name: string, of: Outcome[]) => {
  const times = of.map(({ us }) => us / 1000)
  return [name, `${of.length}`, share(of), median(times).toFixed(1), percentile(times, 0.99).toFixed(1)]
}
console.log(
  table(
    ['way to spell', 'lines', 'at rank 1', 'p50 ms', 'p99 ms'],
    [
      ...waysToSpell.flatMap(({ name }) => {
        const ofWay = outcomes.filter(({ way }) => way === name)
        return ofWay.length === 0 ? [] : [row(name, ofWay)]
      }),
      row('all', outcomes),
    ],
  ),
)
const hitText = (hit: FoundHit | undefined) =>
  hit ? `${hit.street} ${hit.house_number ?? ''} ${hit.house_number_extension ?? ''}, ${hit.city}` : 'nothing'
for (const outcome of outcomes.filter((it) => !isHit(it)).sort((one, other) => one.way.localeCompare(other.way)))
  console.log(
    `${outcome.way}: ${JSON.stringify(outcome.line)} is ${outcome.address.street} ${outcome.address.number}, ` +
      `${outcome.address.postal_code} ${outcome.address.city}; found ${hitText(outcome.first)}`,
  )
