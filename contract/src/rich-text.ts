// Reasons: docs/web.md

/** Returns the target of a link typed in rich text: `www.rd4.nl` → `https://www.rd4.nl`. */
export const linkTarget = (typed: string) =>
  typed.trim().startsWith('http') ? typed.trim() : `https://${typed.trim()}`
