/** Where a link that somebody typed in rich text leads: `www.rd4.nl` → `https://www.rd4.nl`. */
export const linkTarget = (typed: string) =>
  typed.trim().startsWith('http') ? typed.trim() : `https://${typed.trim()}`
