import { searchAddresses } from '@rd4-loket/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { someOf } from '../../test/effort.ts'
import { hardAddresses, insertHardAddresses, textOf, withoutAccents } from '../../test/hard-addresses.ts'
import { insertAddress } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'

const { call, db } = await testServer()

const found = async (body: Parameters<typeof call<typeof searchAddresses>>[2]['body']) =>
  (await call('bsgw', searchAddresses, { body })).data

/** Each line: a street, then the ways in which employees type it. */
const typedStreets = `
  Wieënweg | wieënweg | wieenweg | WIEENWEG | Wieënweg | wieen | wiee nweg | wienweg | wieenweeg | wieeenwg | weienweg
  Glück Auf | glück auf | gluck auf | Glueck Auf | glückauf | gluckauf | glükauf | gluckaff | glueckauf
  Professor von Kármánstraat | prof. v. karmanstraat | Professor von Karmanstraat | prof von karman | Prof. von Kármánstr | professor v kar | von karman | karmanstraat | kármánstraat | professor von karmnstraat | proffesor von karmanstraat | proffessor von carmanstraat
  Sint Jansstraat | sint jansstraat | st jansstraat | St. Jansstraat | st.jansstraat | sint-jansstraat | sintjans | jansstraat | sint janstraat | sint jnasstraat
  St. Pieterstraat | st. pieterstraat | sint pieterstraat | Sint-Pieterstraat | st pieter | stpieterstraat | sint pieterstraaat | sint pietestrat
  Burgemeester Waszinkstraat | burg. waszinkstraat | Burg Waszinkstraat | bgm waszinkstraat | burgemeester waszink-straat | burgemeester was | waszinkstraat | waszink | burgemeester wazsinkstraat | burgermeester waszinkstraat | burg. wasinkstraat | burgem. waszinkstraat
  Burg. Hermanslaan | burgemeester hermanslaan | burg hermanslaan | Bgm. Hermanslaan | burg. her | hermanslaan | burgemeester hermanlaan
  2e Stationsstraat | 2e stationsstraat | Tweede Stationsstraat | tweede stations | 2e station | tweede statiosstraat
  Derde Dwarsweg | 3e dwarsweg | derde dwarsweg | 3e dwars | derde dwrasweg
  Jan van der Laarstraat | jan v.d. laarstraat | jan vd laarstraat | Jan van der Laarstraat | j an van der laar | van der laarstraat | laarstraat | jan van de laarstraat | jan van der larstraat
  's-Gravenweg | 's-gravenweg | ’s gravenweg | s gravenweg | sgravenweg | ‘s-Gravenweg | \`s gravenweg | gravenweg | s gravnweg
  't Oelbred | 't oelbred | ’t Oelbred | t oelbred | oelbred | 't olbred | toelberd
  Dr. Schaepmanstraat | dr schaepmanstraat | Doctor Schaepmanstraat | dokter schaepmanstraat | schaepman | dr. schaepmastraat | dr schapmanstraat
  Mgr. Nolensplein | monseigneur nolensplein | mgr nolensplein | Mgr. Nolens-plein | nolensplein | mgr nolenplein | monseigneur nolenspllein
  Koningin Emmaplein | kon. emmaplein | koningin emmaplein | Kon Emmaplein | emmaplein | koningin emaplein
  Prins Hendriklaan | pr. hendriklaan | prins hendriklaan | hendriklaan | prins hendirklaan | prins hendriklan
  Angelsloërdijk | angelsloerdijk | Angelsloe\u0308rdijk | angelsloerdyk | ANGELSLOËRDIJK | angelslordijk
  Daniël Ruynemanlaan | daniel ruynemanlaan | Danie\u0308l Ruynemanlaan | ruynemanlaan | daniel ruijnemanlaan | daniel ruinemanlaan
  Kapelaan Berixstraat | kap. berixstraat | kapelaan berixstraat | berix | kapelaan berikstraat
  Pastoor Schleidenlaan | past. schleidenlaan | pastoor schleidenlaan | pastoor schlijdenlaan | schleidenlaan
  Generaal de Gaullesingel | gen. de gaullesingel | generaal de gaulle | gaullesingel | generaal de gaulesingel
  Laan van Hövell tot Westerflier | laan van hovell tot westerflier | laan v hövell tot westerflier | hövell | westerflier | laan van hoevell tot westerflier | laan van hovel tot westerflier
  Op de Bies | op de bies | opdebies | bies | op d bies | op de biess
  De Ruyterstraat | de ruyterstraat | d ruyterstraat | ruyterstraat | de ruiterstraat | de ruijterstraat
  Groene Boord | groene boord | groeneboord | groen | boord | groene boort | groeneb ord
  Hoofdstraat-Oost | hoofdstraat oost | hoofdstraat o | hoofdstraat-oost | hoofdstraatoost | hofdstraat oost
  Valkenburgerweg | valkenburgerweg | valkenburg | kenburgerweg | valkeburgerweg | valknburgerwg
  Kruisstraat | kruisstraat | kruistraat | kruiss | ruisstraat | kriusstraat
  Séburch | seburch | Séburch | se\u0301burch | sebur | seburg
  Fûgelikkers | fugelikkers | fûgelikkers | gelikkers | fugelikers | fuglikkers
  Joannes Antonides van der Goeskade | joannes antonides van der goeskade | joannes antonides v.d. goeskade | antonides | goeskade | joanes antonides van der goeskade
  Wolfgang Amadeus Mozartpad | wolfgang amadeus mozartpad | amadeus | mozartpad | mozart | wolfgang amadeus mozratpad
  Ambachtsstraat | ambachtsstraat | ambachts | ambachtstraat | ambagtsstraat
  Zuidplein | zuidplein | zuid plein | z plein | zuidpelin | zuidplien
  Straßburger Weg | strassburger weg | straßburgerweg | strasburger weg
  Ons' Genoegen | ons genoegen | ons' genoegen | genoegen | ons genoegn
  K.P. van der Mandelelaan | k.p. van der mandelelaan | kp vd mandelelaan | mandelelaan | k p van der mandelelaan
  Ringoven 1 Noord | ringoven 1 noord | ringoven 1 n | ringoven
  Sint Barbarastraat | sint barbarastraat | st barbarastraat | barbara | sint barabarastraat
  Ir. Lelyweg | ir lelyweg | ingenieur lelyweg | ing. lelyweg | lelyweg
  Akerstraat-Noord | akerstr. noord | Akerstr Noord | akerstr.-noord | akerstraat nrd
  Nieuwe Bouwberg | nwe bouwberg | nwe. bouwberg | nw bouwberg | n. bouwberg
  Prinses Margrietsingel | prs margrietsingel | prs. margrietsgl | pr. margrietsgl | prinses margrietsngl
  Willem Barentszdijk | wm barentszdijk | wm. barentszdk | w. barentszdijk | willem barentszdk.
  Oude Heirweg | o. heirweg | o heirwg | oude heirwg
  Laan van Westenenk | laan westenenk | ln van westenenk | ln. v. westenenk
  Jan van Goyenkade | jan goyenkade | j. van goyenkade | j goyenkd | j. v. goyenkd.
  Frederik Hendrikgracht | fred. hendrikgracht | fred hendrikgr | f hendrikgr.
  Van den Bergh van Eysingaplantsoen | v.d. bergh eysingaplantsoen | van den bergh van eijsingaplantsoen
  Dykje | dijkje
  Rijsdijk | rysdyk | rysdijk
  Verlengde Lindelaan | verl. lindelaan | verl lindeln
  Zuiderdiep ZZ | zuiderdiep zuidzijde
  Eerste Kruisweg | 1e kruisweg | eerste kruisweg | 1e kruis | eeste kruisweg
  A | a
  Ee | ee
`
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [street = '', ...typed] = line.split(' | ').map((part) => part.trim())
    return typed.map((text) => [text, street] as const)
  })

/** Each row: a house number, then the ways to type it. A comma separates the form fields number and extension. */
const typedNumbers = [
  ['118', ['118', ' 118 ', '118,']],
  ['118 A', ['118A', '118a', '118 a', '118-A', '118 - a', '118/a', '118,A', '118,a', '118, a ']],
  ['118 b', ['118b', '118 B', '118-b', '118,B', '118,-b', '118. b']],
  ['118 b-2', ['118b2', '118 b-2', '118-B-2', '118 B 2', '118,b2', '118,b-2', '118,B 2', '118 b/2']],
  ['31 e-3', ['31e3', '31 e-3', '31 E3', '31-e-3', '31,e 3']],
  ['9-2', ['9-2', '9 2', '9,2', '9/2', '9 -2']],
  ['35 III', ['35iii', '35 III', '35-iii', '35,III']],
  ['400 LToe', ['400ltoe', '400 LTOE', '400,ltoe', '400 l toe']],
  ['14-07', ['14-07', '14 07', '14,07', '14,7', '14-7']],
  ['20 bis', ['20bis', '20 BIS', '20-bis', '20,bis', '20 bis ']],
  ['12', ['12', '012', '0012', '12,']],
  ['61 A-I30', ['61a-i30', '61 AI30', '61,ai30', '61 a i30']],
].flatMap(([number, all]) => (all as string[]).map((typed) => [typed, number as string] as const))

/** Ways to type the postal code 6411CD. */
const typedPostalCodes = [
  '6411CD',
  '6411 CD',
  '6411cd',
  ' 6411 cd',
  '6411-cd',
  '6411.CD',
  '6411  c d',
  '6411Cd',
  '64 11 CD',
]

const extensionOf = (number: string) => /^[0-9]+[ -]?(.*)$/.exec(number)?.[1] || null

describe('S3.1 S7.6 the address search', () => {
  beforeAll(async () => {
    for (const street of new Set(typedStreets.map(([, street]) => street)))
      await insertAddress(db, { street, house_number: 1, postal_code: '6399ZZ' })
    for (const number of new Set(typedNumbers.map(([, number]) => number)))
      await insertAddress(db, {
        street: 'Nummerpad',
        alias: `number ${number}`,
        house_number: Number.parseInt(number, 10),
        house_number_extension: extensionOf(number),
        postal_code: '6411CD',
      })
    // Some of these addresses share a postal code in two municipalities, or a street name in two towns. Some street
    // names begin with another street name or contain it.
    const simpelveld = { id: 965, name: 'Simpelveld' }
    await insertAddress(db, { alias: 'heerlen', street: 'Grensweg', house_number: 2, postal_code: '6369AB' })
    await insertAddress(db, {
      alias: 'simpelveld',
      street: 'Grensweg',
      city: 'Simpelveld',
      municipality: simpelveld,
      house_number: 3,
      postal_code: '6369AB',
    })
    await insertAddress(db, { alias: 'containing', street: 'Oude Grensweg', house_number: 2, postal_code: '6369AC' })
    await insertAddress(db, { alias: 'beginning', street: 'Grenswegje', house_number: 2, postal_code: '6369AD' })
  })

  test.each([
    ['Nieuwe Es', 'Noord-es', true],
    ['Aakerstr. Noord', 'Aakerstraat-Noord', false],
  ])('for the typed street "%s", the result in %s is close: %s', async (typed, street, close) => {
    await insertAddress(db, { alias: typed, street, house_number: 977, postal_code: '6398ZZ' })
    const { data, meta } = await call('bsgw', searchAddresses, { body: { street: typed, house_number: '977' } })
    expect([data[0]?.street, meta.close ?? false]).toEqual([street, close])
  })

  test.each(typedStreets)(
    'for the typed street "%s", the first result is in the street %s',
    async (street, expected) => {
      expect((await found({ street }))[0]?.street).toBe(expected)
    },
  )

  test.each(typedNumbers)('for the typed number "%s", the first result has the number %s', async (typed, number) => {
    const [house_number, house_number_extension] = typed.split(',')
    const addresses = await found({ street: 'nummerpad', house_number, house_number_extension })
    expect(addresses[0]?.alias).toBe(`number ${number}`)
    if (extensionOf(number)) expect(addresses).toHaveLength(1)
  })

  test.each(typedPostalCodes)('reads "%s" as the postal code 6411CD', async (postal_code) => {
    expect((await found({ postal_code, house_number: 12 })).map(({ alias }) => alias)).toEqual(['number 12'])
  })

  test('finds a postal code in both its municipalities, or only in the chosen municipality', async () => {
    const aliases = async (body: object) => (await found(body)).map(({ alias }) => alias)
    expect(await aliases({ postal_code: '6369AB' })).toEqual(['heerlen', 'simpelveld'])
    expect(await aliases({ postal_code: '6369AB', municipality_id: 965 })).toEqual(['simpelveld'])
    expect(await aliases({ postal_code: '6369AB', street: 'grens', house_number: 3 })).toEqual(['simpelveld'])
    expect(await aliases({ postal_code: '6369AB', street: 'grnesweg' })).toEqual(['heerlen', 'simpelveld'])
  })

  test('lists streets with exactly the typed name first, then names that begin with it, then names that contain it', async () => {
    const streets = async (body: object) => (await found(body)).map(({ alias }) => alias)
    const all = ['heerlen', 'simpelveld', 'beginning', 'containing']
    expect(await streets({ street: 'grensweg' })).toEqual(all)
    expect(await streets({ street: 'grensweg', municipality_id: 917 })).toEqual(['heerlen', 'beginning', 'containing'])
    expect(await streets({ street: 'grensweg', house_number: 2 })).toEqual(['heerlen', 'beginning', 'containing'])
  })

  test('returns close: true only when no name contains the text, but a name is similar to the text', async () => {
    const metaOf = async (street: string) => (await call('bsgw', searchAddresses, { body: { street } })).meta
    expect(await metaOf('valkeburgerweg')).toEqual({ next: null, close: true, truncated: false })
    expect(await metaOf('valkenburgerweg')).toEqual({ next: null, close: false, truncated: false })
    expect(await metaOf('xyzzyxyzzy')).toEqual({ next: null, close: false, truncated: false })
  })

  test.each(['%', '_', "'", '---', '\\', '’', '\u0308', '*', '('])(
    'finds nothing for the street "%s"',
    async (street) => {
      expect(await found({ street })).toEqual([])
    },
  )

  test('rejects a street in letters that a search ignores', () =>
    expect(found({ street: '中文' })).rejects.toMatchObject({
      errors: { street: ['Gebruik alleen letters van ons alfabet en cijfers'] },
    }))
})

describe.runIf(hardAddresses)('S3.1 every difficult real address', () => {
  beforeAll(() => insertHardAddresses(db))

  // One test per address: all together take as long as a test may take on a busy machine.
  test.each(someOf(hardAddresses ?? []))(
    '%# is the first result for its street and number, with and without accents',
    async (address) => {
      const { street, house_number, house_number_extension, postal_code } = address
      const number = `${house_number} ${house_number_extension ?? ''}`
      const texts = async (body: object) =>
        (await found({ ...body, house_number: number, limit: 100 })).map((one) => textOf(one))
      for (const typed of [street, withoutAccents(street).toUpperCase()]) {
        expect((await texts({ street: typed, postal_code }))[0]).toBe(textOf(address))
        // Without the postal code, the same street and number in another town can be listed first.
        expect(await texts({ street: typed })).toContain(textOf(address))
      }
    },
  )
})
