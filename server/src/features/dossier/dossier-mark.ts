import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Purpose } from '@rd4-loket/contract'
import type { DossierFacts } from './dossier-facts.ts'

/** The version of `DossierFacts` and of the mark. The facts of different versions cannot be compared. */
const version = 2

/** The facts about a dossier that `loket verify dossier` reads from the file. */
export type DossierMark = {
  alias: string
  year: number
  /** The purpose of the dossier. The purpose determines which households the dossier shows. */
  purpose: Purpose
  /** The SHA-256 of the canonical JSON of the facts. */
  sha256: string
  /** The beginning of the SHA-256 of each part of the facts. */
  parts: Record<keyof DossierFacts, string>
  lifts: number
  objections: number
  total_cents: number | null
}

const sortKeys = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** Returns JSON with sorted keys and without spaces (RFC 8785). With `indent`, returns indented JSON for readers. */
export const canonicalJson = (value: unknown, indent?: number) => JSON.stringify(value, sortKeys, indent)

const sha256 = (value: unknown) => createHash('sha256').update(canonicalJson(value)).digest('hex')

export const markOf = (facts: DossierFacts, purpose: Purpose): DossierMark => ({
  alias: facts.address.alias,
  year: facts.year,
  purpose,
  sha256: sha256(facts),
  parts: Object.fromEntries(
    Object.entries(facts).map(([name, part]) => [name, sha256(part).slice(0, 8)]),
  ) as DossierMark['parts'],
  lifts: facts.lifts.length,
  objections: facts.objections.length,
  total_cents: facts.total_cents,
})

const noSeal = '0'.repeat(64)
const markPattern = /rd4-loket-dossier\/(\d+) ([\w-]+) ([0-9a-f]{64})/g

/** Returns the text of a mark. The seal in the text is empty until the file is complete. */
export const markText = (mark: DossierMark) =>
  `rd4-loket-dossier/${version} ${Buffer.from(canonicalJson(mark)).toString('base64url')} ${noSeal}`

/** Finds the last mark of a file. An earlier text in the dossier could look like a mark. */
function findMark(file: Buffer) {
  const match = [...file.toString('latin1').matchAll(markPattern)].at(-1)
  if (!match) return undefined
  const [text, markVersion = '', content = '', seal = ''] = match
  return { version: Number(markVersion), content, seal, sealAt: match.index + text.length - seal.length }
}

const sealOf = (file: Buffer, key: Buffer) => createHmac('sha256', key).update('dossier\n').update(file).digest('hex')

/**
 * Seals a file in place: replaces the empty seal of its mark by an HMAC-SHA256 over the whole file. Only a portal with
 * this key can compute the seal. A later edit of the file is therefore detected, even when the facts have changed.
 */
export function seal(file: Buffer, key: Buffer) {
  const found = findMark(file)
  if (!found) throw new Error('A dossier must contain its mark')
  file.write(sealOf(file, key), found.sealAt, 'latin1')
  return file
}

/**
 * Reads the mark of a file. Returns 'none' for a file without a mark, and 'changed' for a file that was edited or that
 * another portal made. Returns 'other_version' for a file of another version of the facts.
 */
export function readMark(file: Buffer, key: Buffer): DossierMark | 'none' | 'changed' | 'other_version' {
  const found = findMark(file)
  if (!found) return 'none'
  const unsealed = Buffer.from(file)
  unsealed.write(noSeal, found.sealAt, 'latin1')
  if (!timingSafeEqual(Buffer.from(sealOf(unsealed, key)), Buffer.from(found.seal))) return 'changed'
  if (found.version !== version) return 'other_version'
  return JSON.parse(Buffer.from(found.content, 'base64url').toString()) as DossierMark
}
