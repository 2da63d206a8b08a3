import {
  type Endpoint,
  listNearbySystems,
  listPickupAppointments,
  type Reply,
  showCalendar,
  WasteStream,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { QueryClient } from '@tanstack/react-query'
import { type Session, sessionQuery } from '../src/session/session.ts'
import { administrator, makeCalendarMeta, makeCollection, makeNearbySystem } from '../src/test/make.ts'

const answer = <E extends Endpoint>({ method, path }: E, reply: Reply<E>) => ({ method, path, reply })

const systems = [
  makeNearbySystem(),
  makeNearbySystem({
    alias: 's3',
    name: 'Burgemeester Waszinkstraat bij de Sint-Antonius van Paduakerk 112',
    location: { lon: 5.9795, lat: 50.8861 },
    waste_types: ['residual_waste', 'gft', 'paper'],
    distance_metres: 410,
    out_of_order: ['paper'],
  }),
]

/** What the parts that ask the server themselves are told here. */
const answers = [
  answer(listNearbySystems, systems),
  answer(showCalendar, {
    data: [
      makeCollection({ start: '2099-11-24' }),
      makeCollection({ start: '2099-12-01', category: 'residual_waste' }),
    ],
    meta: makeCalendarMeta({ unpublished: [{ year: 2100, published_on: '2099-12-01' }] }),
  }),
  answer(listPickupAppointments, {
    data: [{ id: 1, day: '2099-11-27', volume_litres: 2_000, changeable: true }],
    meta: { retired: false, days: [{ day: '2099-12-04', left_litres: 4_000 }] },
  }),
]

const session: Session = {
  user: administrator,
  municipalities: [
    { id: 917, name: 'Heerlen' },
    { id: 1903, name: 'Eijsden-Margraten' },
  ],
  systems: [{ id: 1, name: 'Ondergrondse container' }],
  waste_types: WasteStream.options.map((id) => ({ id, name: wasteStreamNames[id] })),
}

/** A cache that has every answer before it is asked for, so that the gallery needs no server. */
export function answeredClient() {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  })
  client.setQueryData(sessionQuery.queryKey, session)
  client.getQueryCache().subscribe(({ type, query }) => {
    const [method, path] = query.queryKey
    const known = answers.find((it) => it.method === method && it.path === path)
    if (type === 'added' && known) query.setData(known.reply)
  })
  return client
}
