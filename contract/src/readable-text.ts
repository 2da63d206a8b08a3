import type * as z from 'zod/mini'

// The one rule for the characters of every text: calls, imports and settings that are printed.

/**
 * Control characters (C0 and C1) other than tabs and line ends, replacement characters, and half characters. No
 * keyboard types them: the text was read in a wrong encoding or damaged, so other letters can be wrong too. PostgreSQL
 * cannot store NUL.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the rejected characters.
const unreadable = /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufffd-\uffff\p{Surrogate}]/u

/**
 * Characters without a shape: direction marks (U+061C, U+200E, U+200F, U+202A–U+202E, U+2066–U+206F), spaces and
 * joiners without width, soft hyphens, and tags. They come along when a text is copied. Without them no letter changes,
 * equal texts are equal, and no printed text reverses its order. A joiner inside an emoji remains.
 */
const invisible =
  /((?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d)|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

// Most texts need no further check.
const isPlain = /^[ -~]*$/
const lineEnd = /\r\n|[\n\v\f\r\x85\u2028\u2029]/g

/**
 * Returns a text without invisible characters, in one line. In a text of several `lines`, each line end becomes LF. An
 * accent is part of its letter (NFC), so that the printed text is the stored text.
 * Returns undefined when the text has an unreadable character.
 */
export function readableText(text: string, { lines = false } = {}): string | undefined {
  if (isPlain.test(text)) return text
  if (unreadable.test(text)) return undefined
  return text
    .replace(invisible, (_, joined = '') => joined)
    .replace(lineEnd, lines ? '\n' : ' ')
    .replaceAll('\t', ' ')
    .normalize('NFC')
}

const valueOfDigit = (digit: string) => {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  // The digits of a script follow one another, from 0 to 9.
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value % 10)
}

/**
 * Returns a text without full-width forms, and with the digits 0 to 9 in place of those of other scripts: `１１８` →
 * `118`.
 */
export const decimalDigits = (text: string) =>
  text.replace(/[\uff01-\uff5e]/g, (sign) => sign.normalize('NFKC')).replace(/[^\P{Nd}0-9]/gu, valueOfDigit)

/** The message of a field with an unreadable character. */
export const unreadableMessage = 'Hier staat een teken dat niet gelezen kan worden'

const textsOfLines = new WeakSet<z.ZodMiniType>()

/**
 * Marks the schema of a text that may have several lines, such as a note. All other texts have one line.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function ofLines<T extends z.ZodMiniType>(schema: T): T {
  textsOfLines.add(schema)
  return schema
}

const exactTexts = new WeakSet<z.ZodMiniType>()

/**
 * Marks the schema of a text that is read exactly as it was sent: an identifier in a path.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function asSent<T extends z.ZodMiniType>(schema: T): T {
  exactTexts.add(schema)
  return schema
}

/**
 * Returns an input whose texts are readable, in the places that the schema knows. Calls `reject` with the path of each
 * text that has an unreadable character.
 */
export function withReadableTexts(
  schema: z.ZodMiniType,
  input: unknown,
  reject: (path: PropertyKey[]) => void,
  { path = [], lines = false }: { path?: PropertyKey[]; lines?: boolean } = {},
): unknown {
  if (exactTexts.has(schema)) return input
  const def = schema._zod.def as SchemaDefinition
  const within = { path, lines: lines || textsOfLines.has(schema) }
  const inner = def.innerType ?? def.in
  if (inner) return withReadableTexts(inner, input, reject, within)
  if (typeof input === 'string') {
    const text = readableText(input, within)
    if (text === undefined) reject(path)
    return text ?? input
  }
  // An option of a union changes only the texts of its own fields.
  if (def.options)
    return def.options.reduce<unknown>((value, option) => withReadableTexts(option, value, reject, within), input)
  if (Array.isArray(input)) {
    const { element } = def
    if (!element) return input
    return input.map((item, at) => withReadableTexts(element, item, reject, { ...within, path: [...path, at] }))
  }
  const { shape, valueType } = def
  if (typeof input !== 'object' || input === null || !(shape || valueType)) return input
  const fields = valueType ? Object.keys(input).map((key) => [key, valueType] as const) : Object.entries(shape ?? {})
  const texts = fields
    .filter(([key]) => Object.hasOwn(input, key))
    .map(([key, field]) => {
      const value = (input as Record<string, unknown>)[key]
      return [key, withReadableTexts(field, value, reject, { path: [...path, key] })]
    })
  // The input can have a field `__proto__`, which an assignment would not copy.
  return Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(input),
      ...Object.getOwnPropertyDescriptors(Object.fromEntries(texts)),
    },
  )
}

/** The parts of the schemas of this contract that contain other schemas. */
type SchemaDefinition = {
  type: string
  innerType?: z.ZodMiniType
  in?: z.ZodMiniType
  element?: z.ZodMiniType
  options?: z.ZodMiniType[]
  shape?: Record<string, z.ZodMiniType>
  /** Of a record. */
  valueType?: z.ZodMiniType
}
