import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../run.ts'
import { equivalentMutants } from './equivalent-mutants.ts'
import { instrument } from './instrument.ts'

/** Returns the changes that are planted in a query, as 'code → replacement'. */
const changesOf = (sql: string) =>
  instrument('a.queries.ts', `const query = allRows(db)\`${sql}\``, 0).mutants.map(({ change }) => change)

/** Executes instrumented code with one planted fault, and returns the value of the variable `result`. */
function execute(source: string, planted?: number) {
  const { code } = instrument('a.ts', source, 0)
  return new Function('isPlanted', `${code}\nreturn result`)((id: number) => id === planted)
}

test.each<[string, string[]]>([
  ['select from pass where number = 1', ['number = 1 → true', '= → <>', '1 → 2']],
  ['select from pass where a and b or c', ['a → true', 'b → false', 'c → false']],
  ['select from pass where day between 1 and 3', ['day between 1 and 3 → true', '1 → 2', '3 → 4']],
  ['select a from b order by a, c desc nulls last', ['a → a desc', 'desc → nothing']],
  ['select a from b where c > now() - d or e < now()', ['c > now() - d → false', 'e < now() → false', '- → +']],
  ['select distinct a from b', ['distinct → nothing']],
  ['select a from b where a is distinct from c', ['a is distinct from c → true', 'distinct → not distinct']],
  ['select a from b where c > 1000', ['c > 1000 → true', '> → >=', '1000 → 10000']],
  ['select a from b limit 3', ['3 → 4', 'limit 3 → nothing']],
  ['select a from b offset 0', ['0 → 1']],
  ['select a from b for update skip locked', ['for update skip locked → nothing', 'skip locked → nothing']],
  ['select a from b left join c using (id)', ['left → nothing']],
  ['select a from b join c on b.id = c.id', ['join → left join', 'b.id = c.id → true', '= → <>']],
  ['select not exists (select from a)', ['not → nothing']],
  ['select coalesce(a, b)', ['coalesce(a, b) → (a)']],
  ['select count(*), a.* from a', []],
  ['select max(a) - b', ['max → min', '- → +']],
  ["select a + interval '1 day'", ['+ → -', "'1 day' → '2 day'"]],
  ['update a set b = 1, c = d where e', ['b = 1, → nothing', ', c = d → nothing', '1 → 2', 'e → true']],
  ['select case when a then b else c end', ['a → false']],
  ["select a at time zone 'Europe/Amsterdam'", ["at time zone 'Europe/Amsterdam' → nothing"]],
  ['insert into a values (b) on conflict do update set c = d', ['do update set c = d → do nothing']],
  [
    'begin isolation level repeatable read read only',
    ['isolation level repeatable read → nothing', 'read only → nothing'],
  ],
  ['set local a; set local b', ['; set local b → nothing', 'set local a; → nothing']],
  // A string, a comment, a character of TypeScript and a value in a hole are no SQL.
  ["select 'a < b' -- 1 < 2", []],
  [String.raw`\u{10ffff}`, []],
])('plants in the SQL %s: %j', (sql, changes) => {
  expect(changesOf(sql).sort()).toEqual(changes.sort())
})

test('each equivalent mutant is a fault that the tool plants', () => {
  const files = Map.groupBy(equivalentMutants, ({ file }) => file)
  for (const [file, equivalent] of files) {
    const { mutants } = instrument(file, readFileSync(join(root, file), 'utf8'), 0)
    const planted = mutants.map(({ code, change }) => ({ code, change }))
    for (const { code, change } of equivalent) expect(planted, file).toContainEqual({ code, change })
  }
})

test('plants faults in the TypeScript between `${` and `}`, and in the SQL around it', () => {
  const source = 'const result = allRows`select ${1} from a where b = ${2}`'
  const { code, mutants } = instrument('a.queries.ts', source, 0)
  expect(mutants.map(({ change }) => change)).toEqual(['1 → 2', '2 → 3', 'b = ${2} → true', '= → <>'])
  const run = new Function('isPlanted', 'allRows', `${code}\nreturn result`)
  const tag = (parts: string[], ...values: number[]) => [...parts, ...values]
  const resultOf = (planted?: number) => run((id: number) => id === planted, tag)
  expect(resultOf()).toEqual(['select ', ' from a where b = ', '', 1, 2])
  expect(resultOf(1)).toEqual(['select ', ' from a where b = ', '', 1, 3])
  expect(resultOf(2)).toEqual(['select ', ' from a where true', 1])
})

test.each<[string, string[]]>([
  ['999 + 5_000', ['999 → 1000', '5_000 → 50000', '+ → -']],
  ['1 < 2', ['1 → 2', '2 → 3', '< → <=']],
  ["true ? 'a' : ''", ['true → false', "'a' → ''", "'' → 'changed'"]],
  ['!true', ['true → false', '!true → true']],
  ['[1, 2].filter(Boolean)', ['1 → 2', '2 → 3', '[1, 2] → []', '[1, 2].filter(Boolean) → [1, 2]']],
  ['Math.min(1)', ['1 → 2', 'min → max']],
  ['undefined ?? 1', ['1 → 2', 'undefined ?? 1 → undefined', 'undefined ?? 1 → 1']],
  ["({ 'a-b': 'c' })['a-b']", ["'c' → ''"]],
  ['[1].toString()', ['1 → 2', '[1] → []']],
])('plants in the expression %s: %j', (expression, changes) => {
  const { mutants } = instrument('a.ts', `const result = ${expression}`, 0)
  expect(mutants.map(({ change }) => change)).toEqual(changes)
})

test('runs the code unchanged without a planted fault, and with one change for a planted fault', () => {
  const source = `let result = 0
function add(count) {
  if (count > 2) throw new Error('Too many')
  result += count
}
add(1)
add(2)`
  expect(execute(source)).toBe(3)
  const outcomes = instrument('a.ts', source, 0).mutants.map(({ id, change }) => {
    try {
      return `${change}: ${execute(source, id)}`
    } catch {
      return `${change}: error`
    }
  })
  expect(outcomes).toContain('add(2) → nothing: 1')
  expect(outcomes).toContain('+= → -=: -3')
  expect(outcomes).toContain('> → >=: error')
  expect(outcomes).toContain('count > 2 → true: error')
  expect(outcomes).toContain("throw new Error('Too many') → nothing: 3")
})

test('the instrumented code can run the function of a transaction outside a transaction', () => {
  const source = 'const result = db.transaction((it) => it)'
  const { code, mutants } = instrument('a.ts', source, 0)
  const planted = mutants.find(({ change }) => change.includes('((it) => it)(db)'))?.id
  const db = { transaction: (use: (it: string) => string) => use('in a transaction') }
  const run = new Function('isPlanted', 'db', `${code}\nreturn result`)
  expect(run(() => false, db)).toBe('in a transaction')
  expect(run((id: number) => id === planted, db)).toBe(db)
})

test('plants no fault in a type, an import, the name of a property or the target of an assignment', () => {
  const source = `import a from 'a'
type B = 'b' | 1
declare module 'g' {
  interface H {}
}
let i, j
export const k = () => ([i, j] = a)
export const c = (d: 'd', { 'e-f': e }: Record<string, 'f'>) => d as 'd'`
  expect(instrument('a.ts', source, 0)).toEqual({ code: source, mutants: [] })
})

test('states whether code is executed only during the import of its file', () => {
  const source = "const a = 1\nconst b = () => 2\nfunction c() { return 3 }\nconst d = ['4'].map((it) => it + '5')"
  const imported = instrument('a.ts', source, 0).mutants.map(({ change, imported }) => `${change}: ${imported}`)
  expect(imported).toEqual(
    expect.arrayContaining(['1 → 2: true', '2 → 3: false', '3 → 4: false', "'4' → '': true", "'5' → '': false"]),
  )
})

test('an else still belongs to the same if', () => {
  const source = `let result = ''
    const add = (text) => { result += text }
    if (false) add('a')
    else if (true) add('b')
    else add('c')`
  expect(execute(source)).toBe('b')
})
