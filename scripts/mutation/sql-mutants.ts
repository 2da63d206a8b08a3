import { type Edit, otherNumber } from './edits.ts'
import { alwaysFindsRow } from './required-references.ts'

type Token = { text: string; start: number; end: number }

/** The words that end a condition, at the same depth of parentheses. */
const conditionEnds = new Set(
  (
    'and or where group order limit offset having returning for union intersect except on join left right cross inner ' +
    'full window then else when end do as from set over ; ,'
  ).split(' '),
)
/** The words that end a list of assignments or of sort terms. */
const listEnds = new Set('where from returning limit offset for rows range union on ; order do'.split(' '))
const swaps = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['=', '<>'],
  ['<>', '='],
  ['min', 'max'],
  ['max', 'min'],
  ['least', 'greatest'],
  ['greatest', 'least'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['bool_or', 'bool_and'],
  ['bool_and', 'bool_or'],
  ['true', 'false'],
  ['false', 'true'],
])
const arithmetic = new Map([
  ['+', '-'],
  ['-', '+'],
  ['*', '/'],
  ['/', '*'],
])
const functions = new Set('min max least greatest floor ceil bool_or bool_and'.split(' '))
const operand = /^[\w)\]]/
const keywordBeforeOperand = /^(?:select|where|and|or|then|else|when|by|in|returning|case|on)$/
/** Phrases that are dropped as a whole. */
const phrases = [
  / for (?:no key )?(?:update|share|key share)(?: of [\w, ]+?)?(?: skip locked| nowait)?(?= *(?:\)|$|;))/g,
  / skip locked/g,
  / isolation level (?:repeatable read|serializable)/g,
  / read only(?! *;?\w)/g,
  // `offset 0` only limits the choices of the planner.
  / (?:limit|offset(?! 0\b)) \w+/g,
  /(?<=from) only(?= )/g,
]

/**
 * Returns the faults to plant in an SQL text from `start` to `end` of the source. `holes` are the positions of `${…}`.
 * Most faults are valid SQL: they drop, negate or replace one condition, term, lock, limit or operator.
 */
export function sqlEdits(source: string, start: number, end: number, holes: [number, number][]): Edit[] {
  const sql = masked(source, start, end, holes)
  const tokens = [...sql.matchAll(/[a-z_][\w]*|\d+(?:\.\d+)?|[<>=!@#%&|~?+\-*/^:]+|[(),;.[\]]/g)].map(
    ({ 0: text, index }): Token => ({ text, start: start + index, end: start + index + text.length }),
  )
  const edits: Edit[] = []
  const text = (index: number) => tokens[index]?.text ?? ''
  const replace = (first: number, last: number, by: string) => {
    const [from, to] = [tokens[first], tokens[last]]
    if (from && to && last >= first) edits.push({ start: from.start, end: to.end, text: by })
  }
  const assignments = new Set<number>()

  tokens.forEach((token, index) => {
    const [before, word, after] = [text(index - 1), token.text, text(index + 1)]
    const isBetween = word === 'and' && isEndOfBetween(tokens, index)
    const opensCondition =
      (/^(?:where|having|or)$/.test(word) && after !== ';') ||
      (word === 'and' && !isBetween) ||
      (word === 'on' && after !== 'conflict' && before !== 'distinct') ||
      (word === 'when' && (before === 'case' || isSearchedCase(tokens, index)))
    if (opensCondition) {
      const last = extent(tokens, index + 1, conditionEnds)
      const isAlternative = word === 'or' || word === 'when' || text(last + 1) === 'or'
      if (!/^(?:true|false)$/.test(after) || last > index + 1)
        replace(index + 1, last, isAlternative ? 'false' : 'true')
    }
    if (word === 'set' && after !== 'local' && text(index + 2) === '=') {
      const items = itemsOf(tokens, index + 1, extent(tokens, index + 1, listEnds))
      for (const [first] of items) assignments.add(first + 1)
      if (items.length > 1)
        items.forEach(([first, last], item) => {
          if (item > 0) replace(first - 1, last, '')
          else replace(first, last + 1, '')
        })
    }
    if (word === 'by' && before === 'order') {
      for (const [first, last] of itemsOf(tokens, index + 1, extent(tokens, index + 1, listEnds))) {
        const direction = [...Array(last - first + 1).keys()]
          .map((n) => first + n)
          .find((n) => /^(?:asc|desc)$/.test(text(n)) && depthBetween(tokens, first, n) === 0)
        const sorted = text(last) === 'last' || text(last) === 'first' ? last - 2 : last
        if (direction !== undefined) replace(direction, direction, text(direction) === 'desc' ? '' : 'desc')
        else if (!isHole(tokens, first, last)) replace(sorted, sorted, `${sourceOf(source, tokens[sorted])} desc`)
      }
    }
    const other = swaps.get(word)
    const isUnobservable = /^[<>]=?$/.test(word) && (isNow(tokens, index + 1) || isNow(tokens, index - 3))
    if (other && !assignments.has(index) && !isUnobservable && (after === '(' || !functions.has(word)))
      replace(index, index, other)
    const opposite = arithmetic.get(word)
    if (opposite && operand.test(before) && !keywordBeforeOperand.test(before) && operand.test(after))
      replace(index, index, opposite)
    if (/^\d/.test(word) && before !== '.') replace(index, index, otherNumber(word))
    if (word === 'coalesce' && after === '(') {
      const close = extent(tokens, index + 2, new Set()) + 1
      const [firstArgument] = itemsOf(tokens, index + 2, close - 1)
      if (firstArgument) replace(index, close, `(${textOf(source, tokens, ...firstArgument)})`)
    }
    if (word === 'distinct' && after !== 'from' && after !== 'on') replace(index, index, '')
    if (word === 'distinct' && after === 'from')
      if (before === 'not') replace(index - 1, index - 1, '')
      else replace(index, index, 'not distinct')
    if (word === 'null' && before === 'is') replace(index, index, 'not null')
    if (word === 'not' && before !== 'if' && after !== 'distinct') replace(index, index, '')
    if (word === 'exists' && before !== 'not' && before !== 'if') replace(index, index, 'not exists')
    if (word === 'join' && before === 'left') replace(index - 1, index - 1, '')
    if (word === 'join' && !/^(?:left|cross|right|full|inner)$/.test(before))
      if (!alwaysFindsRow(sql, token.start - start)) replace(index, index, 'left join')
    if (word === 'union') replace(index, after === 'all' ? index + 1 : index, after === 'all' ? 'union' : 'union all')
    if (word === 'do' && after === 'update')
      replace(index, extent(tokens, index + 1, new Set(['returning'])), 'do nothing')
    if (word === 'at' && after === 'time' && text(index + 2) === 'zone') {
      const literal = /^\s*'[^']*'/.exec(source.slice(tokens[index + 2]?.end))
      const zone = tokens[index + 2]
      if (literal && zone) edits.push({ start: token.start, end: zone.end + literal[0].length, text: '' })
    }
    if (word === ';' && after) {
      const last = extent(tokens, index + 1, new Set([';']))
      edits.push({ start: token.start, end: tokens[last]?.end ?? end, text: '' })
      if (!tokens.slice(0, index).some((it) => it.text === ';')) edits.push({ start, end: token.end, text: '' })
    }
  })
  for (const phrase of phrases)
    for (const { 0: found, index } of sql.replaceAll(/\s/g, ' ').matchAll(phrase))
      edits.push({ start: start + index, end: start + index + found.length, text: ' ' })
  edits.push(...literalEdits(source, start, end, holes))
  return edits
}

/** Returns the SQL in lower case, of the same length, with holes as one word and without literals and comments. */
function masked(source: string, start: number, end: number, holes: [number, number][]): string {
  let text = source.slice(start, end).toLowerCase()
  const blank = (from: number, to: number, by: string) => {
    text = text.slice(0, from) + by.repeat(to - from) + text.slice(to)
  }
  for (const [from, to] of holes) blank(from - start, to - start, 'ø')
  text = text.replaceAll('ø', '_')
  for (const { 0: found, index } of text.matchAll(/'[^']*'|"[^"]*"|\\u\{\w+\}|--[^\n]*|\/\*[\s\S]*?\*\//g)) {
    const isComment = /^(?:--|\/\*)/.test(found)
    blank(index, index + found.length, isComment ? ' ' : '_')
  }
  return text
}

/** Changes the number of an interval, and the bounds of a range. */
function literalEdits(source: string, start: number, end: number, holes: [number, number][]): Edit[] {
  const literals = [...source.slice(start, end).matchAll(/'([^']*)'/g)]
  return literals.flatMap(({ 0: quoted, 1: content = '', index }) => {
    const position = start + index
    if (holes.some(([from, to]) => position >= from && position < to)) return []
    const bounds = content === '[]' ? '[)' : content === '[)' ? '[]' : undefined
    const before = source.slice(Math.max(start, position - 10), position)
    const longer = /^\d+ \w+$/.test(content) && /interval\s+$/i.test(before)
    const changed = bounds ?? (longer ? content.replace(/^\d+/, (count) => String(Number(count) + 1)) : undefined)
    return changed ? [{ start: position, end: position + quoted.length, text: `'${changed}'` }] : []
  })
}

/** Returns the index of the last token before one of `ends`, or before the closing parenthesis around `first`. */
function extent(tokens: Token[], first: number, ends: Set<string>): number {
  let depth = 0
  let isBetween = false
  for (let index = first; index < tokens.length; index++) {
    const word = tokens[index]?.text ?? ''
    if (depth === 0 && word === 'between') isBetween = true
    else if (depth === 0 && word === 'and' && isBetween) isBetween = false
    else if (depth === 0 && word === 'from' && tokens[index - 1]?.text === 'distinct') continue
    else if (depth === 0 && ends.has(word)) return index - 1
    if (/^[([]$/.test(word) || word === 'case') depth++
    if (/^[)\]]$/.test(word) || word === 'end') depth--
    if (depth < 0) return index - 1
  }
  return tokens.length - 1
}

/** Splits the tokens from `first` to `last` at commas. */
function itemsOf(tokens: Token[], first: number, last: number): [number, number][] {
  const items: [number, number][] = []
  let from = first
  while (from <= last) {
    const to = Math.min(extent(tokens, from, new Set([','])), last)
    items.push([from, to])
    from = to + 2
  }
  return items
}

function depthBetween(tokens: Token[], first: number, last: number): number {
  return tokens.slice(first, last).reduce((depth, { text }) => depth + Number(text === '(') - Number(text === ')'), 0)
}

function isEndOfBetween(tokens: Token[], and: number): boolean {
  let depth = 0
  for (let index = and - 1; index >= 0; index--) {
    const word = tokens[index]?.text ?? ''
    if (/^[)\]]$/.test(word)) depth++
    if (/^[([]$/.test(word)) depth--
    if (depth < 0 || (depth === 0 && /^(?:and|or|where|on|when)$/.test(word))) return false
    if (depth === 0 && word === 'between') return true
  }
  return false
}

/** Returns whether the `case` of this `when` has no value to compare with. */
function isSearchedCase(tokens: Token[], when: number): boolean {
  let depth = 0
  for (let index = when - 1; index >= 0; index--) {
    const word = tokens[index]?.text ?? ''
    if (word === 'end' || word === ')') depth++
    if (word === '(') depth--
    if (word === 'case' && depth-- === 0) return tokens[index + 1]?.text === 'when'
  }
  return false
}

/** Returns whether `now()` is at an index. No test can reach the microsecond at which `<` and `<=` differ. */
const isNow = (tokens: Token[], index: number) =>
  tokens[index]?.text === 'now' && tokens[index + 1]?.text === '(' && tokens[index + 2]?.text === ')'

const isHole = (tokens: Token[], first: number, last: number) =>
  first === last && /^_+$/.test(tokens[first]?.text ?? '')

const sourceOf = (source: string, token: Token | undefined) => (token ? source.slice(token.start, token.end) : '')

const textOf = (source: string, tokens: Token[], first: number, last: number) =>
  source.slice(tokens[first]?.start, tokens[last]?.end)
