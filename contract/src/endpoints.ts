import type { Endpoint, EndpointName } from './endpoint.ts'
import * as contract from './index.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value

/** Every endpoint of the contract by its name. A page that imports this list contains every endpoint. */
export const endpoints = Object.fromEntries(
  Object.entries<unknown>(contract).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
) as Readonly<Record<EndpointName<typeof contract>, Endpoint>>
