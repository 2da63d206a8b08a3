import type { EquipmentKind, Malfunction, WasteStream } from '@rd4-loket/contract'
import { type Day, dayOf, dutchMoment } from '../src/platform/runtime/days.ts'
import { type DemoHistory, noEnd } from './history.ts'
import { makeRandom, opaque, type Random } from './random.ts'
import { offsetPoint } from './region/map.ts'
import type { DemoAddress, DemoStreet, InsertedAddress } from './region/streets.ts'
import type { Writer } from './rows.ts'
import type { AddressStory, StoryOf } from './stories.ts'

type DemoContainer = {
  id: number
  number: string
  waste_type: WasteStream
  kind: EquipmentKind
  volume_litres: number
  from: Day
  /** The day on which the container is removed, or `noEnd`. */
  until: Day
}
/** A container of one household. */
export type OwnContainer = DemoContainer & { waste_type: 'residual_waste' | 'gft' | 'paper'; chip_number: string }
/** A container of a collection system. */
export type SharedContainer = DemoContainer & { chip_number: null }
/** The containers of an address: its own containers, and the shared containers that its pass opens. */
export type DemoEquipment = { own: OwnContainer[]; shared: SharedContainer[] }

const ondergronds = 1
const wijkcontainer = 2
const verzamelcontainer = 3
const grondstoffenpark = 4

const addressesPerSite = 120
const numberOf = (container_id: number) => `${30_000_000 + container_id}`
const firstPlaced = dayOf('2012-01-01')

/** Returns a function that adds the containers and collection systems of a street. */
export function equipmentWriter(writer: Writer, { from: historyFrom, until }: DemoHistory, storyOf: StoryOf) {
  const system = writer.table('collection_system', {
    id: 'int',
    alias: 'text',
    object_code: 'text',
    name: 'text',
    kind_id: 'int',
    address_id: 'int',
    street_id: 'int',
    lon: 'number',
    lat: 'number',
  })
  const access = writer.table('collection_system_access', { address_id: 'int', collection_system_id: 'int' })
  const container = writer.table('container', {
    id: 'int',
    number: 'text',
    address_id: 'int',
    collection_system_id: 'int',
    waste_type: 'text',
    kind: 'text',
    volume_litres: 'int',
    chip_number: 'text',
    placed_on: 'day',
    removed_on: 'day',
  })
  const state = writer.table('container_state', {
    container_id: 'int',
    fill_percent: 'int',
    measured_at: 'moment',
    malfunction: 'text',
    malfunction_since: 'moment',
  })

  /** Adds the last report of an underground container, from between 5 and 6 a.m. today. 4 % report a malfunction. */
  function addState(container_id: number, random: Random) {
    const fill_percent = random.below(96)
    const malfunction = random.chance(0.04) ? random.pick(malfunctions) : null
    state.add({
      container_id,
      fill_percent,
      measured_at: dutchMoment(until + 1, 5 * 3600 + random.below(3600)),
      malfunction,
      malfunction_since: malfunction && dutchMoment(until - random.below(6), 8 * 3600 + random.below(9 * 3600)),
    })
  }

  /**
   * Adds the container of a waste stream. In 6 % of cases, and when `story` has `replaced`, this container replaces an
   * older container, which is added too.
   */
  function addOwn(
    address_id: number,
    waste_type: OwnContainer['waste_type'],
    drawn_litres: number,
    random: Random,
    story: Pick<AddressStory, 'volume_litres' | 'replaced'> = {},
  ) {
    const volume_litres = story.volume_litres ?? drawn_litres
    const addContainer = (from: Day, until: Day, chip?: string): OwnContainer => {
      const id = container.nextId()
      const chip_number = chip ?? opaque(id, 'chip').toUpperCase()
      const added = { id, number: numberOf(id), waste_type, kind: 'minicontainer', volume_litres, chip_number } as const
      const removed_on = until === noEnd ? null : until
      container.add({ ...added, address_id, collection_system_id: null, placed_on: from, removed_on })
      return { ...added, from, until }
    }
    const placed = firstPlaced + random.below(historyFrom - firstPlaced)
    const isReplaced = random.chance(0.06)
    const day = isReplaced ? historyFrom + random.below(until - historyFrom) : noEnd
    // Half of the replacements keep the chip of the old container.
    const keepsChip = isReplaced && random.chance(0.5)
    const { on, old_chip, new_chip } = story.replaced ?? { on: day }
    const old = addContainer(placed, on, old_chip)
    if (on === noEnd) return [old]
    return [old, addContainer(on, noEnd, story.replaced ? new_chip : keepsChip ? old.chip_number : undefined)]
  }

  function ownContainers(address_id: number, random: Random, story: AddressStory) {
    const own = addOwn(address_id, 'residual_waste', random.chance(0.62) ? 140 : 240, random, story)
    own.push(...addOwn(address_id, 'gft', random.chance(0.8) ? 140 : 240, random))
    if (random.chance(0.3)) own.push(...addOwn(address_id, 'paper', 240, random))
    return own
  }

  function addSite(
    street: DemoStreet,
    { id, street_id, address }: InsertedAddress,
    kind_id: number,
    name: string,
    contents: readonly { waste_type: WasteStream; volume_litres: number }[],
    random: Random,
  ) {
    const collection_system_id = system.nextId()
    const { lon, lat } = offsetPoint(address, 8 * random.normal(), 8 * random.normal())
    system.add({
      id: collection_system_id,
      alias: opaque(collection_system_id, 'site'),
      object_code: `${`${street.municipality_id}`.padStart(4, '0')}V${`${collection_system_id}`.padStart(6, '0')}`,
      name,
      kind_id,
      address_id: id,
      street_id,
      lon,
      lat,
    })
    const from = firstPlaced + random.below(historyFrom - firstPlaced)
    const containers = contents.map(({ waste_type, volume_litres }): SharedContainer => {
      const id = container.nextId()
      const kind = kind_id === ondergronds ? 'ondergronds' : 'wijkcontainer'
      const added = { id, number: numberOf(id), waste_type, kind, volume_litres, chip_number: null } as const
      container.add({ ...added, address_id: null, collection_system_id, placed_on: from, removed_on: null })
      if (kind_id === ondergronds) addState(id, makeRandom('state', id))
      return { ...added, from, until: noEnd }
    })
    return { collection_system_id, containers }
  }

  /** Adds underground collection systems for the addresses without their own containers. */
  function sharedSites(street: DemoStreet, addresses: InsertedAddress[], random: Random) {
    const found = new Map<number, SharedContainer[]>()
    for (let first = 0; first < addresses.length; first += addressesPerSite) {
      const users = addresses.slice(first, first + addressesPerSite)
      const [site] = users
      if (!site) break
      const contents = underground.filter(({ chance }) => random.chance(chance))
      const name = `${street.name} bij ${site.address.house_number}`
      const { collection_system_id, containers } = addSite(street, site, ondergronds, name, contents, random)
      for (const { id } of users) {
        access.add({ address_id: id, collection_system_id })
        found.set(id, containers)
      }
    }
    return found
  }

  /**
   * Adds public collection systems: some for glass and textiles, some for paper and diapers, and one waste depot per
   * municipality.
   */
  function publicSites(street: DemoStreet, addresses: InsertedAddress[], firstOfMunicipality: boolean, random: Random) {
    const middle = addresses[addresses.length >> 1]
    if (!middle) return []
    const { city, name } = street
    const sites: SharedContainer[] = []
    if (random.chance(addresses.length / 600))
      sites.push(
        ...addSite(street, middle, wijkcontainer, `Glas en textiel ${name}`, glassAndTextiles, random).containers,
      )
    if (random.chance(addresses.length / 4000))
      sites.push(
        ...addSite(street, middle, verzamelcontainer, `Papier en luiers ${name}`, paperAndDiapers, random).containers,
      )
    if (firstOfMunicipality)
      addSite(street, middle, grondstoffenpark, `Grondstoffenpark ${city}`, parkContainers, random)
    return sites
  }

  /** Returns the equipment of each address, and the shared containers that lorries empty. */
  return (street: DemoStreet, addresses: InsertedAddress[], firstOfMunicipality: boolean) => {
    const random = makeRandom('equipment', addresses[0]?.id ?? 0)
    const isShared = !street.isFixed && random.chance(street.isUrban ? 0.17 : 0.04)
    const shares = ({ isFlat }: DemoAddress) => isShared || isFlat
    const sites = sharedSites(
      street,
      addresses.filter(({ address }) => shares(address)),
      random,
    )
    const equipment = addresses.map(
      (at): DemoEquipment =>
        shares(at.address)
          ? { own: [], shared: sites.get(at.id) ?? [] }
          : { own: ownContainers(at.id, random, storyOf(street, at)), shared: [] },
    )
    const emptied = [...new Set(sites.values())]
      .flat()
      .concat(publicSites(street, addresses, firstOfMunicipality, random))
    return { equipment, emptied }
  }
}

// The malfunction 'full' is left out: demo containers are always emptied in time.
const malfunctions = ['drum_stuck', 'lock', 'pass_reader', 'damaged'] as const satisfies Malfunction[]

const underground = [
  { waste_type: 'residual_waste', volume_litres: 5000, chance: 1 },
  { waste_type: 'residual_waste', volume_litres: 5000, chance: 0.4 },
  { waste_type: 'gft', volume_litres: 3000, chance: 0.4 },
  { waste_type: 'paper', volume_litres: 5000, chance: 0.4 },
] as const
const glassAndTextiles = [
  { waste_type: 'glass', volume_litres: 3000 },
  { waste_type: 'glass', volume_litres: 3000 },
  { waste_type: 'textile', volume_litres: 1100 },
] as const
const paperAndDiapers = [
  { waste_type: 'paper', volume_litres: 1100 },
  { waste_type: 'diaper', volume_litres: 1100 },
] as const
const parkContainers = [
  { waste_type: 'pruning_waste', volume_litres: 5000 },
  { waste_type: 'paper', volume_litres: 5000 },
  { waste_type: 'glass', volume_litres: 3000 },
  { waste_type: 'textile', volume_litres: 1100 },
] as const
