import {
  accessOf,
  contactHeader,
  type Endpoint,
  listFileTypes,
  listRowsHeader,
  Problem,
  purposeHeader,
  rolesWith,
} from '@rd4-loket/contract'
import { endpoints } from '@rd4-loket/contract/endpoints'
import { exampleKeys, exampleReply, exampleRequest } from '@rd4-loket/contract/examples'
import * as z from 'zod/mini'
import { apiVersion } from '../platform/http/api.ts'
import type { Config } from '../platform/runtime/config.ts'

type Schema = Record<string, unknown>

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Schema => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

/** Returns the object of a schema that may transform this object. */
function objectIn(schema: z.ZodMiniType): z.ZodMiniObject {
  if (schema instanceof z.ZodMiniObject) return schema
  if (schema instanceof z.ZodMiniPipe) return objectIn(schema._zod.def.in as z.ZodMiniType)
  throw new Error('The parameters of a call are no object')
}

type ExampleInput = { params?: Schema; query?: Schema; body?: unknown }

function parametersOf({ params, query, idempotent, personal }: Endpoint, example: ExampleInput) {
  const parametersIn = (schema: z.ZodMiniType | undefined, location: 'path' | 'query', values: Schema | undefined) => {
    if (!schema) return []
    const object = objectIn(schema)
    const { required = [] } = schemaOf(object, 'input') as { required?: string[] }
    return Object.entries(object._zod.def.shape).map(([name, property]) => {
      const [input, output] = (['input', 'output'] as const).map((io) => schemaOf(property as z.ZodMiniType, io))
      // The input of a number is the text of its digits. The document states the number.
      const isNumber = output?.['type'] === 'integer'
      const value = values?.[name]
      return {
        name,
        in: location,
        required: required.includes(name),
        schema: isNumber ? output : input,
        ...(value !== undefined && { example: isNumber ? Number(value) : value }),
      }
    })
  }
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Mag ontbreken, want de specificatie kent hem niet. Zonder deze kop telt elke herhaling opnieuw.',
    schema: { type: 'string', maxLength: 100 },
  }
  const purpose = {
    name: purposeHeader,
    in: 'header',
    required: false,
    schema: personal?.provider_purposes
      ? { type: 'string', enum: [...personal.purposes, ...personal.provider_purposes] }
      : { type: 'string', enum: personal?.purposes, default: personal?.purposes[0] },
  }
  const contact = {
    name: contactHeader,
    in: 'header',
    required: false,
    description: 'De klant waarover de aanroep gaat. Het antwoord noemt dezelfde klant.',
    schema: { type: 'string', format: 'uuid' },
  }
  return [
    ...parametersIn(params, 'path', example.params),
    ...parametersIn(query, 'query', example.query),
    ...(idempotent ? [key] : []),
    ...(personal ? [purpose, contact] : []),
  ]
}

/** The headers of responses. The first two are in every response. */
const headers = {
  'API-Version': { description: 'De versie van de API', schema: { type: 'string' } },
  'X-Request-Id': { description: 'Het kenmerk van het verzoek, ook in de logboeken', schema: { type: 'string' } },
  'Retry-After': { description: 'Na hoeveel seconden een nieuw verzoek zin heeft', schema: { type: 'integer' } },
  'Cache-Control': { description: 'Hoe lang het antwoord bewaard mag worden', schema: { type: 'string' } },
  ETag: { description: 'Het kenmerk van deze versie, voor If-None-Match', schema: { type: 'string' } },
  'Content-Disposition': { description: 'De naam van het bestand', schema: { type: 'string' } },
  Location: { description: 'Het adres waar de browser heen gaat', schema: { type: 'string' } },
  [listRowsHeader]: { description: 'Het aantal rijen, als dat vooraf bekend is', schema: { type: 'integer' } },
}

const headersNamed = (...names: (keyof typeof headers)[]) =>
  Object.fromEntries(
    ['API-Version', 'X-Request-Id', ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )

const problem = (description: string, ...names: (keyof typeof headers)[]) => ({
  description,
  headers: headersNamed(...names),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

const isCacheable = ({ fresh_seconds, revalidated }: Endpoint) => Boolean(fresh_seconds || revalidated)

function headersOf(endpoint: Endpoint) {
  if (endpoint.file) return headersNamed('Content-Disposition', listRowsHeader)
  if (endpoint.download) return headersNamed('Content-Disposition')
  return isCacheable(endpoint) ? headersNamed('Cache-Control', 'ETag') : headersNamed()
}

/** Returns the tag of an endpoint: the first part of its path, without the common start of the counter's paths. */
const tagOf = ({ path }: Endpoint) => path.replace(/^\/counter(?=\/)/, '').split('/')[1] ?? ''

function operation(name: string, endpoint: Endpoint) {
  const { access, personal, body, data, meta, unwrapped, type, file, download, redirects, form, upload } = endpoint
  const properties = { data: schemaOf(data, 'output'), ...(meta && { meta: schemaOf(meta, 'output') }) }
  const reply =
    unwrapped || type || file || download
      ? properties.data
      : { type: 'object', properties, required: Object.keys(properties) }
  const input: ExampleInput = exampleRequest(endpoint, exampleKeys)
  const result = exampleReply(endpoint)
  const isText = unwrapped || type || file
  const example = isText || meta ? result : { data: result }
  // An example of a document or a workbook would be unreadable.
  const hasExample = (it: string) => it === 'application/json' || (isText && it.startsWith('text/'))
  const conflicts = [
    endpoint.conflict,
    endpoint.idempotent && 'Dezelfde sleutel met andere gegevens',
    personal && 'De klant van het verzoek is afgesloten of heeft een ander adres',
  ].filter(Boolean)
  const types = download ?? (file ? Object.values(listFileTypes) : [type ?? 'application/json'])
  return {
    operationId: name,
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    description:
      access === 'everyone'
        ? 'Voor iedereen.'
        : access === 'employees'
          ? 'Voor elke ingelogde medewerker.'
          : `Voor medewerkers met de rol ${rolesWith(access).join(' of ')}.`,
    security:
      access === 'everyone'
        ? []
        : access === 'employees'
          ? [{ token: [] }]
          : rolesWith(access).map((role) => ({ token: [role] })),
    // For each kind of caller: no access, access to the caller's municipality, or access to all municipalities.
    'x-access': accessOf(endpoint),
    parameters: parametersOf(endpoint, input),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          [form ? 'application/x-www-form-urlencoded' : upload ? 'application/octet-stream' : 'application/json']: {
            ...(upload ? { schema: {} } : { schema: schemaOf(body, 'input'), example: input.body }),
          },
        },
      },
    }),
    responses: {
      ...(redirects
        ? { 303: { description: 'Stuurt de browser verder', headers: headersNamed('Location') } }
        : {
            [endpoint.status ?? 200]: {
              description: 'Gelukt',
              headers: headersOf(endpoint),
              content: Object.fromEntries(
                types.map((it) => [it, { schema: reply, ...(hasExample(it) && { example }) }]),
              ),
            },
          }),
      ...(isCacheable(endpoint) && {
        304: { description: 'Niet veranderd', headers: headersNamed('Cache-Control', 'ETag') },
      }),
      400: problem('Dit is geen leesbaar verzoek'),
      ...(access !== 'everyone' && {
        401: problem('Niet ingelogd, of de sessie is afgelopen'),
        403: problem('De rol geeft geen toegang'),
      }),
      ...(access === 'everyone' &&
        !unwrapped &&
        !type && {
          401: problem('De inloggegevens of het cookie kloppen niet'),
          403: problem('Een andere website stuurde dit verzoek'),
        }),
      // A list with `meta` is empty when nothing matches. It has a 404 only as the list of a person or address.
      ...((endpoint.params || personal || (body && !meta && access !== 'everyone')) && {
        404: problem('Bestaat niet, of is niet aan u om te weten'),
      }),
      ...(conflicts.length > 0 && { 409: problem(conflicts.join('; of: ')) }),
      413: problem('De gegevens zijn te groot'),
      415: problem('De gegevens hebben een onbekend formaat'),
      422: problem('De invoer klopt niet; errors noemt de velden'),
      429: problem('Te veel verzoeken; Retry-After zegt wanneer het weer kan', 'Retry-After'),
      500: problem('Er is iets misgegaan; het kenmerk staat ook in de logboeken'),
      503: problem('Een onderdeel is tijdelijk niet bereikbaar; Retry-After zegt wanneer het weer kan', 'Retry-After'),
    },
  }
}

type ContactSettings = Pick<Config, 'letterhead' | 'mail_from' | 'public_url' | 'host' | 'port'>

/** Returns the OpenAPI 3.1 document of all endpoints in the contract. */
export function apiDocument({ letterhead: [name], mail_from, public_url, host, port }: ContactSettings) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const otherServer = endpoint.base && { servers: [{ url: endpoint.base }] }
    paths[path] = { ...paths[path], ...otherServer, [endpoint.method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rd4 Loket',
      version: apiVersion,
      description: 'De aanroepen van het loket voor medewerkers van de afvalinzamelaar en de gemeenten.',
      contact: { name, email: mail_from.address, url: public_url ?? `http://${host}:${port}` },
      license: { name: 'EUPL-1.2', identifier: 'EUPL-1.2' },
    },
    servers: [{ url: `/api/v${apiVersion.split('.')[0]}` }],
    tags: [...new Set(Object.values(endpoints).map(tagOf))].sort().map((tag) => ({ name: tag })),
    paths,
    components: {
      headers,
      schemas: { Problem: schemaOf(Problem, 'output') },
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}
