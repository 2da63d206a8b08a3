import * as z from 'zod/mini'

/** A code of an authenticator app (RFC 6238). Spaces between the digits are removed. */
export const TotpCode = z.string().check(
  z.maxLength(20),
  z.overwrite((typed) => typed.replace(/\s/g, '')),
  z.regex(/^[0-9]{6}$/, 'Vul de zes cijfers uit de app in'),
)

/** The characters of codes that people read from paper. They exclude i, l, o, 0 and 1, which are easily confused. */
export const readableCharacters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A recovery code, such as `k7m2p-x9q4t`. Case, spaces and the hyphen do not matter. */
export const RecoveryCode = z.string().check(
  z.maxLength(30),
  z.overwrite((typed) => typed.toLowerCase().replace(/[\s-]/g, '')),
  z.regex(new RegExp(`^[${readableCharacters}]{10}$`), 'Vul de tien tekens van een herstelcode in'),
)
