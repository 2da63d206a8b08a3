import { heerlen } from './addresses.examples.ts'
import type { Examples } from './example.ts'
import type * as nearbySystems from './nearby-systems.ts'

const nearby: nearbySystems.NearbySystem[] = [
  {
    alias: 'd5h9r4b7xz',
    name: 'Glas en textiel Domstraat',
    system: { id: 2, name: 'Wijkcontainer' },
    waste_types: ['glass', 'textile'],
    municipality: heerlen,
    location: { lon: 5.984, lat: 50.8871 },
    distance_metres: 236,
    out_of_order: [],
  },
]

export const nearbySystemExamples = {
  listNearbySystems: { request: ({ alias }) => ({ params: { alias }, query: {} }), reply: nearby },
  listAlternativeSystems: {
    request: ({ system_alias }) => ({ params: { alias: system_alias }, query: { stream: 'residual_waste' } }),
    reply: nearby,
  },
} satisfies Examples<typeof nearbySystems>
