/**
 * The part of the contract that is independent of waste. The server's platform and the web's kit import only this part.
 */
export * from './brand.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export * from './fields.ts'
export * from './list-files.ts'
export * from './paging.ts'
export * from './parse-input.ts'
export * from './readable-text.ts'
export * from './refusal.ts'
export * from './roles.ts'
