const shortened = (word: string) => (word.includes('.') ? word : `${[...word.replace(/^['’]/, '')][0] ?? ''}.`)

/** A name of which only initials and the beginning of the surname are left: `J. v. d. B•••` of J. van den Berg. */
export function maskedName(name: string) {
  const words = name.trim().split(/\s+/)
  const [first = ''] = words.pop() ?? ''
  return [...words.map(shortened), `${first}•••`].join(' ')
}
