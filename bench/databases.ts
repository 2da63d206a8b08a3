const byName = ['bench_100k', 'bench_1m', 'bench_10m']
const server = 'postgres://loket:loket@127.0.0.1:5432'

/** The databases to measure, from small to large: those of BENCH_DATABASE_URLS, or else those that exist by name. */
export const databaseUrls = (): string[] =>
  process.env['BENCH_DATABASE_URLS']?.split(/[,\s]+/).filter((url) => url !== '') ??
  byName.map((name) => `${server}/${name}`)
