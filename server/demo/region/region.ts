/** A municipality with its towns. Each town has areas of one four-digit postal code. */
export type DemoMunicipality = { id: number; name: string; inhabitants: number; towns: DemoTown[] }
type DemoTown = { city: string; areas: PostalCodeArea[] }
/** `weight` is in proportion to the number of addresses: 1 is about a hundred inhabitants. */
type PostalCodeArea = { digits: number; lat: number; lon: number; weight: number }

const town = (city: string, ...areas: [digits: number, lat: number, lon: number, weight: number][]): DemoTown => ({
  city,
  areas: areas.map(([digits, lat, lon, weight]) => ({ digits, lat, lon, weight })),
})

/**
 * The ten municipalities. Names, CBS codes, towns and postal codes are real; weights and coordinates are approximate.
 */
export const region: DemoMunicipality[] = [
  {
    id: 917,
    name: 'Heerlen',
    inhabitants: 87_000,
    towns: [
      town(
        'Heerlen',
        [6411, 50.888, 5.979, 90],
        [6412, 50.895, 5.966, 60],
        [6413, 50.909, 5.957, 95],
        [6414, 50.916, 5.968, 75],
        [6415, 50.893, 5.992, 75],
        [6416, 50.883, 5.999, 80],
        [6417, 50.877, 5.984, 85],
        [6418, 50.866, 6.003, 75],
        [6419, 50.873, 5.961, 55],
        [6421, 50.924, 5.952, 4],
        [6422, 50.857, 6.019, 4],
      ),
      town('Hoensbroek', [6431, 50.927, 5.925, 70], [6432, 50.92, 5.929, 65], [6433, 50.912, 5.926, 50]),
    ],
  },
  {
    id: 928,
    name: 'Kerkrade',
    inhabitants: 45_000,
    towns: [
      town(
        'Kerkrade',
        [6461, 50.866, 6.066, 60],
        [6462, 50.857, 6.069, 55],
        [6463, 50.873, 6.066, 60],
        [6464, 50.88, 6.071, 45],
        [6465, 50.852, 6.026, 55],
        [6466, 50.86, 6.029, 50],
        [6467, 50.866, 6.026, 40],
        [6468, 50.877, 6.047, 35],
        [6469, 50.887, 6.047, 10],
      ),
      town('Eygelshoven', [6471, 50.893, 6.058, 52]),
    ],
  },
  {
    id: 882,
    name: 'Landgraaf',
    inhabitants: 37_000,
    towns: [
      town(
        'Landgraaf',
        [6371, 50.901, 6.015, 120],
        [6372, 50.887, 6.016, 100],
        [6373, 50.907, 6.029, 85],
        [6374, 50.915, 6.048, 65],
      ),
    ],
  },
  {
    id: 1954,
    name: 'Beekdaelen',
    inhabitants: 36_000,
    towns: [
      town('Nuth', [6361, 50.918, 5.885, 56]),
      town('Schinnen', [6365, 50.941, 5.882, 34]),
      town('Puth', [6155, 50.954, 5.872, 17]),
      town('Sweikhuizen', [6174, 50.954, 5.848, 4]),
      town('Amstenrade', [6436, 50.939, 5.922, 33]),
      town('Oirsbeek', [6438, 50.95, 5.911, 37]),
      town('Doenrade', [6439, 50.967, 5.907, 11]),
      town('Hulsberg', [6336, 50.89, 5.854, 42]),
      town('Schimmert', [6333, 50.903, 5.821, 32]),
      town('Wijnandsrade', [6363, 50.906, 5.887, 16]),
      town('Merkelbeek', [6447, 50.955, 5.936, 14]),
      town('Schinveld', [6451, 50.968, 5.982, 49]),
      town('Jabeek', [6454, 50.98, 5.943, 7]),
      town('Bingelrade', [6456, 50.971, 5.935, 8]),
    ],
  },
  {
    id: 899,
    name: 'Brunssum',
    inhabitants: 28_000,
    towns: [
      town(
        'Brunssum',
        [6441, 50.949, 5.967, 55],
        [6442, 50.952, 5.981, 45],
        [6443, 50.942, 5.977, 50],
        [6444, 50.941, 5.959, 50],
        [6445, 50.934, 5.974, 40],
        [6446, 50.935, 5.943, 40],
      ),
    ],
  },
  {
    id: 1903,
    name: 'Eijsden-Margraten',
    inhabitants: 26_000,
    towns: [
      town('Eijsden', [6245, 50.778, 5.713, 85]),
      town('Gronsveld', [6247, 50.807, 5.73, 36]),
      town('Eckelrade', [6251, 50.808, 5.767, 9], [6252, 50.805, 5.767, 2]),
      town('Noorbeek', [6255, 50.772, 5.817, 12]),
      town('Mheer', [6261, 50.782, 5.794, 10]),
      town('Banholt', [6262, 50.79, 5.808, 9]),
      town('Sint Geertruid', [6265, 50.796, 5.77, 15]),
      town('Cadier en Keer', [6267, 50.829, 5.765, 36]),
      town('Bemelen', [6268, 50.846, 5.768, 4]),
      town('Margraten', [6269, 50.822, 5.821, 38]),
      town('Scheulder', [6307, 50.829, 5.844, 4]),
    ],
  },
  {
    id: 1729,
    name: 'Gulpen-Wittem',
    inhabitants: 14_000,
    towns: [
      town('Gulpen', [6271, 50.814, 5.889, 41]),
      town('Ingber', [6273, 50.818, 5.858, 3]),
      town('Reijmerstok', [6274, 50.8, 5.839, 6]),
      town('Heijenrath', [6276, 50.775, 5.876, 2]),
      town('Slenaken', [6277, 50.768, 5.858, 3]),
      town('Beutenaken', [6278, 50.782, 5.856, 1]),
      town('Mechelen', [6281, 50.793, 5.925, 18]),
      town('Epen', [6285, 50.772, 5.911, 10]),
      town('Wittem', [6286, 50.81, 5.938, 8]),
      town('Eys', [6287, 50.827, 5.94, 17]),
      town('Elkenrade', [6289, 50.841, 5.919, 2]),
      town('Wijlre', [6321, 50.836, 5.892, 25]),
    ],
  },
  {
    id: 986,
    name: 'Voerendaal',
    inhabitants: 12_000,
    towns: [
      town('Voerendaal', [6367, 50.874, 5.933, 76]),
      town('Klimmen', [6343, 50.877, 5.886, 34]),
      town('Ransdaal', [6311, 50.865, 5.891, 7], [6312, 50.863, 5.893, 3]),
    ],
  },
  {
    id: 965,
    name: 'Simpelveld',
    inhabitants: 10_000,
    towns: [
      town('Simpelveld', [6369, 50.836, 5.98, 52]),
      town('Bocholtz', [6351, 50.818, 6.005, 50]),
      town('Baneheide', [6353, 50.819, 5.973, 2]),
    ],
  },
  {
    id: 981,
    name: 'Vaals',
    inhabitants: 10_000,
    towns: [
      town('Vaals', [6291, 50.772, 6.017, 76]),
      town('Vijlen', [6294, 50.786, 5.961, 15]),
      town('Lemiers', [6295, 50.785, 5.99, 7]),
    ],
  },
]
