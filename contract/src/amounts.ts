const formatOf = (options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat('nl-NL', { minimumFractionDigits: 2, maximumFractionDigits: 2, ...options })
const withSymbol = formatOf({ style: 'currency', currency: 'EUR' })
const withoutSymbol = formatOf({})

const format = (numbers: Intl.NumberFormat, cents: number) =>
  `${cents < 0 ? '−' : ''}${numbers.format(Math.abs(cents) / 100)}`

/** An amount in Dutch: `€ 1.234,50`, or `−€ 1,70` if it is negative. */
export const euroText = (cents: number) => format(withSymbol, cents)

/** An amount in euros without the symbol, for a table whose header states it: `1.234,50` or `−1,70`. */
export const amountText = (cents: number) => format(withoutSymbol, cents)
