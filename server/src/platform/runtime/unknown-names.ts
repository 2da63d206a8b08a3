import { editDistance } from './edit-distance.ts'

/** Variables that Node, PostgreSQL's client or the operating system reads. A settings file may have them. */
const ofOtherPrograms = /^(NODE_|LOKET_|PG|OTEL_|UV_|SSL_CERT_|LC_|(LANG|TZ|TMPDIR|PATH|HTTPS?_PROXY|NO_PROXY)$)/

/** Returns the known name that a name most resembles: at most two letters differ, or one in a short name. */
function findSimilar(name: string, known: string[]) {
  const distances = known.map((it) => ({ it, distance: editDistance(name.toUpperCase(), it, it.length < 8 ? 1 : 2) }))
  const close = distances.filter(({ it, distance }) => distance <= (it.length < 8 ? 1 : 2))
  return close.sort((one, other) => one.distance - other.distance)[0]?.it
}

/**
 * Returns the names that are not known, each with the known name that it resembles. A name outside the file counts only
 * when it resembles one, because other programs have variables too.
 */
export function findUnknownNames(names: string[], inFile: string[], known: string[]) {
  const unknown = [...new Set([...names, ...inFile])].filter((name) => !known.includes(name))
  return unknown
    .map((name) => ({ name, resembles: findSimilar(name, known) }))
    .filter(({ name, resembles }) => resembles || (inFile.includes(name) && !ofOtherPrograms.test(name)))
}
