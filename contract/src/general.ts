/** The part of the contract without knowledge of waste: all that the server's platform and the web's kit import. */
export * from './access-matrix.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export * from './fields.ts'
export * from './list-files.ts'
export * from './paging.ts'
export * from './parse-input.ts'
export * from './roles.ts'
