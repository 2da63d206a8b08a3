/** The first letters of the first and the last word of a name. */
export function initials(name: string) {
  const words = name.split(/\s+/).filter(Boolean)
  const last = words.length > 1 ? words.at(-1) : ''
  return [words[0], last].map((word) => word?.[0]?.toUpperCase() ?? '').join('')
}
