import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from './run.ts'

type Description = { shortDescription: string; longDescription: string; features: string[]; screenshots?: string[] }

const documents = globSync(['*.md', 'docs/*.md'], { cwd: root, exclude: ['CHANGELOG.md'] })
const files = globSync('{.ci,bench,contract,deploy,docs,e2e,scripts,server,web,.}/**/*.*', {
  cwd: root,
  exclude: ['**/{node_modules,dist,test-results,.cache}/**'],
})

/** The names of files in a document, such as `search.ts` or `server/src/search.ts`. */
const namedFile = /`([\w@./-]+\.(?:ts|tsx|mjs|sql|css|grit|yml))`/g

test('every file that a document names exists', () => {
  const named = documents.flatMap((document) =>
    [...readFileSync(join(root, document), 'utf8').matchAll(namedFile)].map(([, name = '']) => ({ document, name })),
  )
  expect(named.length).toBeGreaterThan(500)
  const absent = named.filter(({ name }) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
  expect(absent.map(({ document, name }) => `${document}: ${name}`)).toEqual([])
})

/** The numbers of the items of ASVS 5.0.0 (levels 1 and 2) and of BIO2 1.3, by section. */
const items: Record<string, Record<string, number[]>> = JSON.parse(
  readFileSync(join(root, 'scripts/security-items.json'), 'utf8'),
)

test.each([
  ['asvs', '## ASVS 5.0.0', 1],
  ['bio2', '## BIO2 1.3', 2],
])(
  'docs/security.md has each item of %s once, with a valid state, and with a reason if it is not met',
  (name, title, digits) => {
    const [, after = ''] = readFileSync(join(root, 'docs/security.md'), 'utf8').split(`\n${title}`)
    const [text = ''] = after.split('\n## ')
    const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+[^|]*) \| [^|]+ \| ([^|]+) \| (.*)\|$/gm)]
    const all = Object.entries(items[name] ?? {}).flatMap(([section, numbers]) =>
      numbers.map((at) => `${section}.${String(at).padStart(digits, '0')}`),
    )
    expect(rows.flatMap(([, listed = '']) => listed.split(', ')).sort()).toEqual(all.sort())
    const isRight = (state: string, reason: string) =>
      ['met', 'operator', 'none'].includes(state) ||
      (['accepted', 'partly', 'not met'].includes(state) && reason.trim() !== '')
    expect(rows.filter(([, , state = '', reason = '']) => !isRight(state, reason)).map(([row]) => row)).toEqual([])
  },
)

describe('publiccode.yml, by version 0.7 of its standard', () => {
  const { description, ...file } = parse(readFileSync(join(root, 'publiccode.yml'), 'utf8'))

  test('has the mandatory keys, and no unknown or deprecated key', () => {
    const known = [
      ...['publiccodeYmlVersion', 'name', 'applicationSuite', 'url', 'landingURL', 'isBasedOn', 'softwareVersion'],
      ...['releaseDate', 'logo', 'platforms', 'categories', 'usedBy', 'fundedBy', 'roadmap', 'developmentStatus'],
      ...['softwareType', 'supports', 'organisation', 'intendedAudience', 'legal', 'maintenance', 'localisation'],
      'dependsOn',
    ]
    expect(Object.keys(file).filter((key) => !known.includes(key))).toEqual([])
    expect(file).toMatchObject({
      publiccodeYmlVersion: '0.7',
      name: expect.any(String),
      url: expect.stringMatching(/^https:\/\//),
      platforms: ['web'],
      developmentStatus: expect.stringMatching(/^(concept|development|beta|stable|obsolete)$/),
      softwareType: expect.stringMatching(/^standalone\/(mobile|iot|desktop|web|backend|other)$/),
      localisation: { localisationReady: expect.any(Boolean), availableLanguages: ['nl'] },
      intendedAudience: { countries: ['NL'] },
    })
    for (const { id } of file.supports) expect(id).toMatch(/^(alias:(gdpr|eidas|nis2|cra)|https:\/\/.+)$/)
    const { type, contractors, contacts } = file.maintenance
    expect(contractors !== undefined).toBe(type === 'contract')
    expect(type === 'none' || type === 'contract' || contacts?.length > 0).toBe(true)
  })

  test('has the version and the licence of the project', () => {
    const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(file).toMatchObject({ softwareVersion: version, legal: { license } })
  })

  test('describes the product in Dutch and English, within the limits, with pictures that exist', () => {
    expect(Object.keys(description)).toEqual(['nl', 'en'])
    for (const { shortDescription, longDescription, features, screenshots = [] } of Object.values<Description>(
      description,
    )) {
      expect(shortDescription.length).toBeLessThanOrEqual(150)
      expect(longDescription.length).toBeGreaterThanOrEqual(150)
      expect(features.length).toBeGreaterThan(0)
      expect(screenshots.filter((path) => !/\.(png|jpg)$/.test(path) || !existsSync(join(root, path)))).toEqual([])
    }
  })
})
