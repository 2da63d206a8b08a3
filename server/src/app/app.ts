import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import { ApiError, contactHeader, listRowsHeader, purposeHeader } from '@rd4-loket/contract'
import { type FastifyRequest, fastify, LogController } from 'fastify'
import { accessLog } from '../domain/access-log/access-log.ts'
import { appendAuditEvent, appendSecurityEvent } from '../domain/access-log/audit-log.queries.ts'
import { takeAttempts } from '../domain/attempts/attempts.queries.ts'
import { attemptKey } from '../domain/attempts/attempts.ts'
import { objectionRules } from '../domain/bill/objection-terms.ts'
import type { FactorCheck } from '../domain/second-factor/log-in-factor.ts'
import { passkeySite } from '../domain/second-factor/passkeys.ts'
import { makeSeal } from '../domain/second-factor/seal.ts'
import { readAccessToken } from '../domain/sessions/session-cookie.ts'
import { type SessionFinder, sessionFinder } from '../domain/sessions/session-finder.ts'
import type { Tokens } from '../domain/sessions/tokens.ts'
import { accountRoutes } from '../features/account/account.routes.ts'
import { addressRoutes } from '../features/addresses/addresses.routes.ts'
import { allowanceRoutes } from '../features/allowances/allowances.routes.ts'
import { auditRoutes } from '../features/audit/audit.routes.ts'
import { billRoutes } from '../features/bill/bill.ts'
import { calendarRoutes } from '../features/calendar/calendar.ts'
import { calendarFeedRoutes } from '../features/calendar-feed/calendar-feed.ts'
import { planningRoutes } from '../features/calendar-planning/calendar-planning.routes.ts'
import { cardRoutes } from '../features/cards/cards.ts'
import { chargeRuleRoutes } from '../features/charge-rules/charge-rules.ts'
import { collectionSystemRoutes } from '../features/collection-systems/collection-systems.routes.ts'
import { callBackRoutes } from '../features/contacts/call-backs.ts'
import { contactRoutes } from '../features/contacts/contacts.ts'
import { correctionRoutes } from '../features/corrections/corrections.ts'
import { dashboardRoutes } from '../features/dashboard/dashboard.ts'
import { dossierRoutes } from '../features/dossier/dossier.routes.ts'
import { employeeSessionRoutes } from '../features/employee-sessions/employee-sessions.routes.ts'
import { employeeRoutes } from '../features/employees/employees.ts'
import { figureRoutes } from '../features/figures/figures.ts'
import { handoverRoutes } from '../features/handovers/handovers.ts'
import { letterSenderRoutes } from '../features/letter-sender/letter-sender.ts'
import { malfunctionRoutes } from '../features/malfunctions/malfunctions.ts'
import { metaRoutes } from '../features/meta/meta.routes.ts'
import { missedCollectionRoutes } from '../features/missed-collections/missed-collections.routes.ts'
import { objectionRoutes } from '../features/objections/objections.ts'
import { openidProvider } from '../features/organisation-login/openid-provider.ts'
import { organisationLoginRoutes } from '../features/organisation-login/organisation-login.routes.ts'
import { logoutUrl } from '../features/organisation-login/provider-logout.ts'
import { passFormRoutes } from '../features/pass-form/pass-form.ts'
import { passRoutes } from '../features/passes/passes.routes.ts'
import { pickupRoutes } from '../features/pickups/pickups.routes.ts'
import { publicCalendarRoutes } from '../features/public-calendar/public-calendar.ts'
import { quarantineRoutes } from '../features/quarantine/quarantine.ts'
import { openedPlaceRoutes, searchRoutes } from '../features/search/search.routes.ts'
import { secondFactorRoutes } from '../features/second-factor/second-factor.routes.ts'
import { setupRoutes } from '../features/setup/setup.ts'
import type { Database } from '../platform/database/database.ts'
import { leaderFirst } from '../platform/database/leader-first.ts'
import type { Api } from '../platform/http/api.ts'
import { loggedError, notFound, sendError, sendUnreadable } from '../platform/http/errors.ts'
import { type Config, portalUrl, type SecondFactorRule } from '../platform/runtime/config.ts'
import type { Secrets } from '../platform/runtime/jwt-secrets.ts'
import { attemptRates, maxBodyBytes, maxCallsInFlight, requestLimits } from '../platform/runtime/limits.ts'
import { closeConnectionsWhenStopping } from './draining.ts'
import { isApi, securityHeaders } from './headers.ts'
import { healthRoutes } from './health.ts'
import { shedLoad } from './load-shedding.ts'
import { countRequests } from './metrics.ts'
import { apiDocument } from './openapi.ts'
import { policyReports } from './policy-reports.ts'
import { servePortal } from './portal.ts'
import { readableUrl } from './readable-url.ts'
import { checkRequestHead } from './request-head.ts'
import { securityContact } from './security-contact.ts'
import { traceRequests } from './traces.ts'

type AppSettings = Pick<
  Config,
  | 'public_url'
  | 'host'
  | 'port'
  | 'trust_proxy'
  | 'rate_limit'
  | 'pass_limit'
  | 'subject_secret'
  | 'log_level'
  | 'metrics_token'
  | 'figures_token'
  | 'otlp_endpoint'
  | 'api_host'
  | 'calendar_source'
  | 'portal_name'
  | 'logo_file'
  | 'theme_file'
  | 'jwt_ttl_minutes'
  | 'session_idle_hours'
  | 'map_tiles'
  | 'map_credit'
  | 'security_contact'
  | 'letterhead'
  | 'mail_from'
  | 'organisations'
  | 'leaked_passwords_file'
  | 'extra_legal_days'
  | 'queue_four_eyes_cents'
> & {
  keep_months: Pick<Config['keep_months'], 'schemes'>
  /** A signal that is aborted when the process stops. The default is never aborted. */
  stopping?: AbortSignal
  /** The session keys, which also encrypt the secrets of authenticator apps. */
  secrets: () => Secrets
  /** The days after which each role must have a second factor. */
  second_factor: SecondFactorRule
  /** The folder of the built portal. The default is web/dist. */
  root?: string
  /** The destination of the log. The default is standard output. */
  log_stream?: { write: (line: string) => void }
}

/** Returns the complete server, which does not listen yet: the routes of all features, the portal and all hooks. */
export async function buildApp(database: Omit<Database, 'close'>, tokens: Tokens, settings: AppSettings) {
  const { db, reads, replica, sessionChanges } = database
  const { stopping = new AbortController().signal } = settings
  const app = fastify({
    logger: {
      level: settings.log_level,
      serializers: { err: loggedError },
      ...(settings.log_stream && { stream: settings.log_stream }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: sendUnreadable,
    // By default, Fastify rejects a request over an open connection while the server stops. Its 503 is no RFC 9457
    // reply.
    return503OnClosing: false,
    trustProxy: settings.trust_proxy,
    genReqId: () => crypto.randomUUID(),
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    // The maximum is high, because the contract limits path parameters and returns a clearer error.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    bodyLimit: maxBodyBytes,
    requestTimeout: requestLimits.wholeRequest_ms,
    http: {
      connectionsCheckingInterval: requestLimits.check_ms,
      // The default of Node is 60 s. Node swaps `headersTimeout` and `requestTimeout` when the first is longer.
      headersTimeout: requestLimits.wholeRequest_ms,
    },
  })

  const sessionSettings = { idle_hours: settings.session_idle_hours, rule: settings.second_factor }
  const findEmployee = sessionFinder(db, sessionSettings, sessionChanges)
  const findOnReplica = sessionFinder(reads, { ...sessionSettings, storesUse: false })
  const authenticateBy = (find: SessionFinder) => async (request: FastifyRequest) => {
    const session_id = await readAccessToken(request, tokens)
    const employee = session_id && (await find(session_id))
    if (!employee) throw new ApiError(401, 'Log in om verder te gaan')
    return employee
  }
  const api: Api = {
    app,
    db,
    authenticate: authenticateBy(findEmployee),
    logAccess: accessLog(db, settings),
    logForbidden: async (actor, call) => {
      const key = attemptKey('forbidden call', String(actor.employee?.id))
      if ((await takeAttempts(db, [{ key, ...attemptRates.forbiddenCallEntries }])) !== 0) return
      await appendSecurityEvent(db, actor, {
        action: 'forbidden_call',
        result: 'refused',
        object: { kind: 'call', key: call },
      })
    },
    logExport: (actor, { name, rows }) =>
      db.transaction((transaction) =>
        appendAuditEvent(transaction, actor, {
          action: 'export',
          result: 'done',
          object: { kind: 'list', key: name },
          result_count: rows,
        }),
      ),
  }

  // A browser may send a JSON content type with a call that has no body.
  app.removeContentTypeParser('text/plain')
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body as string, done),
  )

  securityHeaders(app, settings)
  closeConnectionsWhenStopping(app, stopping)
  checkRequestHead(app)
  // Logs the route instead of the URL, because the URL of a screen can contain search criteria.
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    request.log.info(
      { method, route: routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
    done()
  })
  app.setErrorHandler(sendError)
  countRequests(app, database, settings)
  traceRequests(app, settings)
  shedLoad(app, { maxInFlight: maxCallsInFlight, counts: isApi })

  await app.register(cors, {
    origin: settings.public_url ?? false,
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'traceparent', purposeHeader, contactHeader],
    exposedHeaders: [
      'api-version',
      'x-request-id',
      'retry-after',
      'content-disposition',
      listRowsHeader,
      contactHeader,
    ],
  })
  await app.register(rateLimit, {
    max: settings.rate_limit,
    timeWindow: '1 minute',
    allowList: (request) => !isApi(request),
  })

  const portal = portalUrl(settings)
  const rules = objectionRules(settings.extra_legal_days)
  const check: FactorCheck = { seal: makeSeal(settings.secrets), site: passkeySite(settings), portal }
  healthRoutes(app, database, stopping)
  app.get('/api/v1/openapi.json', () => apiDocument(settings))
  const providers = settings.organisations.map((organisation) => openidProvider(organisation, portal))
  // These routes can end sessions and change employees.
  await app.register(async (changing) => {
    // The next call to this process must not use a session that this call ended. Other processes are notified.
    changing.addHook('onSend', async ({ method }) => {
      if (method !== 'GET') sessionChanges?.count()
    })
    secondFactorRoutes({ ...api, app: changing }, check, settings.second_factor)
    employeeRoutes({ ...api, app: changing }, { ...settings, portal })
    employeeSessionRoutes({ ...api, app: changing })
    // Only these routes read or set a cookie.
    await changing.register(async (account) => {
      await account.register(cookie)
      const findLogoutUrl = (session_id: string) => logoutUrl(db, providers, portal, session_id)
      accountRoutes({ ...api, app: account }, tokens, { ...settings, portal, findLogoutUrl }, check)
      // A scope of its own, because only these routes read a form.
      await account.register(async (form) => {
        // A login at an organisation ends by a GET, which can end the previous session and change the roles.
        form.addHook('onSend', async () => sessionChanges?.count())
        organisationLoginRoutes({ ...api, app: form }, tokens, providers, { ...settings, portal })
      })
    })
  })
  const searchApi = {
    ...api,
    db: reads,
    // Searches continue without a leader. A session that ended within the lag of the replica can then still search. A
    // node that is cut off from a leader that still runs cannot measure the lag: such a session ends at the repair. The
    // replica cannot reject a session, because it can lack a new one.
    authenticate: authenticateBy(
      replica
        ? (id) =>
            leaderFirst(
              () => findEmployee(id),
              () => findOnReplica(id),
            )
        : findEmployee,
    ),
  }
  // A feature is registered in one of these two lists, or below them if it needs settings. The compiler reports routes
  // that are imported and not registered, and access.test.ts reports an endpoint without a route.
  for (const addRoutes of [addressRoutes, collectionSystemRoutes, publicCalendarRoutes, searchRoutes])
    addRoutes(searchApi)
  for (const addRoutes of [
    allowanceRoutes,
    auditRoutes,
    billRoutes,
    calendarRoutes,
    callBackRoutes,
    contactRoutes,
    correctionRoutes,
    malfunctionRoutes,
    metaRoutes,
    missedCollectionRoutes,
    objectionRoutes,
    openedPlaceRoutes,
    letterSenderRoutes,
    cardRoutes,
    chargeRuleRoutes,
    passFormRoutes,
    passRoutes,
    pickupRoutes,
    planningRoutes,
  ])
    addRoutes(api)
  calendarFeedRoutes(api, portal)
  dossierRoutes(api, settings)
  dashboardRoutes(api, rules)
  setupRoutes(api, rules)
  quarantineRoutes(api, settings)
  figureRoutes(api, settings)
  handoverRoutes(api, { ...settings, rules })
  securityContact(app, portal, settings)
  policyReports(app)
  for (const path of ['/api', '/api/*']) app.all(path, () => notFound('Deze aanroep bestaat niet'))
  await servePortal(app, settings)
  return app
}
