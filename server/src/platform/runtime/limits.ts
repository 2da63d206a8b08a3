import { availableParallelism } from 'node:os'
import type { QueueLimits } from './work-queue.ts'

/** All throttles, queue sizes and time limits of the server. `limits.test.ts` proves how they nest. */

/**
 * Time limits of one call, the innermost first. A step that hangs meets its own limit first and frees what it holds.
 * The last limit is below the 10 seconds after which a proxy or a supervisor times out.
 */
export const callLimits = {
  /** One SQL statement, with its wait for locks. Protects the processors of the database and the pool. */
  statement_ms: 5000,
  /** Waiting for a free connection of the pool. */
  connection_ms: 5000,
  /** Silence on a socket to PostgreSQL. Protects the pool when a firewall or a lost host drops packets. */
  databaseSilence_ms: 8000,
  /** A whole call, from its arrival. An employee waits no longer than this. */
  call_ms: 9000,
  /** The part of a call after its body, when the body arrived slowly. */
  minimumCall_ms: 1000,
  /** A transaction in which no statement runs. Protects the locks that it holds. */
  idleTransaction_ms: 10_000,
} as const

/** Time limits of one request on the wire. They protect connections against clients that send or read slowly. */
export const requestLimits = {
  /** The interval at which Node checks the limit of a whole request. */
  check_ms: 5000,
  /** Headers and body. */
  wholeRequest_ms: 30_000,
  /** A client that reads nothing of a list file for this time. */
  fileSilence_ms: 60_000,
  /** A whole list file. A million rows take one or two minutes, and longer on a slow connection. */
  wholeFile_ms: 30 * 60_000,
} as const

/** Time limits that replace a call's own. */
export const taskLimits = {
  /** `/readyz` reports an unavailable database after this time. */
  readiness_ms: 2000,
  /** The part of a check of the logs that its caller waits for: about 150,000 rows. The check itself continues. */
  logCheck_ms: 5000,
  /** Each step of a session with the mail server: connection, greeting, silence. */
  mailStep_ms: 10_000,
  /** Minimum time of a request for a password link. Without it, the time reveals whether an address is known. */
  minimumPasswordLink_ms: 100,
} as const

/** Intervals of the work beside the calls. They protect the processors and the mail server. */
export const intervals = {
  mail_ms: 2000,
  /** A sender that died holds its mail for this time, and one time longer for each earlier attempt, up to an hour. */
  mailClaim_ms: 60_000,
  maximumMailClaim_ms: 3600_000,
  /** A rejected mail waits for this time, and one time longer for each earlier attempt, up to five minutes. */
  mailRetry_ms: 5000,
  maximumMailRetry_ms: 300_000,
  /** The deletion of old rows and the check of the logs. */
  retention_ms: 24 * 3600_000,
  /** The first of these: later than the logins that follow a restart. */
  firstRetention_ms: 60_000,
} as const

/** Lifetimes of sessions and links. They protect accounts when a cookie, a link or an address is stolen. */
export const lifetimes = {
  session_days: 14,
  /** The previous cookie after a renewal, for parallel tabs and lost responses. */
  previousCookie_s: 2,
  /** The difference between the clocks of two nodes that is accepted. */
  clockDifference_s: 5,
  passwordLink_minutes: 60,
  /** A network where an employee logged in, after the last login. */
  knownNetwork_days: 90,
} as const

/** Time limits after SIGTERM. A supervisor kills the process after 10 seconds. */
export const stopLimits = {
  /** A mail in flight. It stays in the database and is sent after the next start. */
  mail_ms: 5000,
  /** Calls in flight. Then all connections are closed, for clients that read slowly. */
  connections_ms: 5000,
  /** The whole shutdown. Then the process logs the failure and exits. */
  whole_ms: 9500,
  /** A command, which may wait for a terminal or a lock that never becomes available. */
  command_ms: 5000,
} as const

/** Connections to PostgreSQL: a few are enough for four cores. Searches and list files have a pool of their own. */
export const poolSizes = { everything: 4, searches: 6 } as const

/** Queues of expensive work, each with what it protects. */
export const queueLimits = {
  /** Searches by a code, which read a few streets. The queue protects the other employees' searches. */
  narrowSearch: { maxPerCaller: 2, timeout_ms: 5000 },
  /** Searches by name, which may scan a thousand streets. */
  broadSearch: { maxPerCaller: 1, maxInTotal: 2, timeout_ms: 5000 },
  /** Password hashes, outside the main thread. Half of the cores remain for searches. */
  passwordHash: { maxPerCaller: Math.max(1, Math.floor(availableParallelism() / 2)), timeout_ms: 5000 },
  /** Logged access to personal data. Half of the connections remain for other calls while accesses wait for a lock. */
  access: { maxPerCaller: 2, timeout_ms: 3000 },
  /** List files. Connections for searches remain. The second file of an employee is rejected at once. */
  listFile: { maxPerCaller: 1, maxInTotal: 2, timeout_ms: 0 },
} as const satisfies Record<string, QueueLimits>

/** Calls in flight beyond which a call is rejected unread: two seconds of work. Protects memory and the queues. */
export const maxCallsInFlight = 2000

/** Requests per minute when the settings have no other number. */
export const defaultRates = {
  /** All requests from one network address. */
  requestsPerMinute: 3000,
  /** Passes that one employee looks up. Protects residents against an employee who tries pass numbers in a row. */
  passesPerMinute: 30,
} as const

/** `burst` attempts at once, and one more every `seconds` seconds. */
export type AttemptRate = { burst: number; seconds: number }

/** Rates of attempts. They protect accounts against guessing, mailboxes and the security log against floods. */
export const attemptRates = {
  /** Logins to one account, from a network where its employee logged in before. */
  loginFromKnownNetwork: { burst: 20, seconds: 60 },
  /** Logins to one account, from another network. */
  loginFromNewNetwork: { burst: 10, seconds: 60 },
  /** Logins to all accounts, from one network where their employees never logged in. */
  loginsOfNetwork: { burst: 60, seconds: 10 },
  /** Logins to one account, from all networks where its employee never logged in. */
  loginsToAccount: { burst: 30, seconds: 300 },
  /** Security-log entries about throttled logins from one network. */
  throttledLoginEntries: { burst: 5, seconds: 60 },
  /** Changes of the password of one employee, who types the current one. */
  passwordChange: { burst: 10, seconds: 60 },
  /** Mails with a password link to one address. */
  passwordMailsToAddress: { burst: 3, seconds: 1200 },
  /** Mails with a password link that one network requests. */
  passwordMailsOfNetwork: { burst: 30, seconds: 60 },
} as const satisfies Record<string, AttemptRate>

/** Bytes of a request body. The contract limits each field. */
export const maxBodyBytes = 100_000
