// Reasons: docs/http.md

import { availableParallelism } from 'node:os'
import { maxUploadBytes } from '@rd4-loket/contract/general'
import type { QueueLimits } from './work-queue.ts'

/** All throttles, queue sizes and time limits of the server. `limits.test.ts` proves which limits are below others. */

/**
 * Time limits of one call. A statement or a socket that hangs reaches its own limit before the limit of the call. Its
 * connection and locks are then released. `call_ms` is below the 10 seconds after which a proxy times out.
 */
export const callLimits = {
  /** One SQL statement, including the wait for locks. Protects the processors of the database and the pool. */
  statement_ms: 5000,
  /** The wait for a free connection of the pool. */
  connection_ms: 5000,
  /** The time without data on a socket to PostgreSQL. Protects the pool when packets are lost. */
  databaseSilence_ms: 8000,
  /** A whole call, from its arrival until its response. */
  call_ms: 9000,
  /** The minimum time for a call after its body has arrived. It applies when the body arrived slowly. */
  minimumCall_ms: 1000,
  /** The time in a transaction without a running statement. Ensures that a hanging transaction releases its locks. */
  idleTransaction_ms: 10_000,
} as const

/** Time limits for the transfer of a request and its response. They protect connections against slow clients. */
export const requestLimits = {
  /** The interval at which Node checks the limit of a whole request. */
  check_ms: 5000,
  /** The time in which the headers and the body must arrive. */
  wholeRequest_ms: 30_000,
  /** Maximum time in which a client of a list file reads nothing. */
  fileSilence_ms: 60_000,
  /** A whole list file. A million rows take one or two minutes, and longer on a slow connection. */
  wholeFile_ms: 30 * 60_000,
} as const

/** Time limits of tasks that are not calls, or that need a shorter limit than a call. */
export const taskLimits = {
  /** The connection and the query of a check of the replica. After this time, searches use the leader. */
  replicaCheck_ms: 2000,
  /**
   * The silence of the connection that reports changes. After this time, no call uses a remembered session. A session
   * that another node ended can work for this time while the network loses packets.
   */
  changes_ms: 2000,
  /**
   * The wait for the leader when a search checks its session, and in `/readyz`. After this time, the replica is used.
   */
  leader_ms: 1000,
  /** `/readyz` reports an unavailable database after this time. */
  readiness_ms: 2000,
  /**
   * The time that a caller waits for a check of the logs. In this time, the check reads about 150,000 rows. It
   * continues after this time.
   */
  logCheck_ms: 5000,
  /**
   * The query for the lifts of a correction, which no call waits for. The call that proposed the correction read the same
   * lifts within `statement_ms`.
   */
  selection_ms: 7000,
  /** One statement that counts a month, which no call waits for. It is below `databaseSilence_ms`. */
  figures_ms: 7000,
  /** Each step of a session with the mail server: the connection, the greeting, and the time without data. */
  mailStep_ms: 10_000,
  /** Each request to the OpenID provider of an organisation. A login makes at most three, within `call_ms`. */
  openidProvider_ms: 2500,
  /** Minimum time of a request for a password link. Otherwise the time would show whether the address is known. */
  minimumPasswordLink_ms: 100,
} as const

/** Intervals of work that is not part of a call. They protect the processors and the mail server. */
export const intervals = {
  mail_ms: 2000,
  /** If the process that sends a mail dies, the mail is due after this time, multiplied by the number of attempts. */
  mailClaim_ms: 60_000,
  maximumMailClaim_ms: 3600_000,
  /** A rejected mail is due again after this time, multiplied by the number of attempts. */
  mailRetry_ms: 5000,
  maximumMailRetry_ms: 300_000,
  /** Clearances that an employee took out of quarantine are placed. */
  placing_ms: 1000,
  /** A line whose placing failed is tried again after this time. */
  placingRetry_ms: 60_000,
  replicaCheck_ms: 1000,
  /** The search for corrections to prepare. */
  corrections_ms: 1000,
  /** A correction on which a node did nothing for this time is continued by any node. */
  correctionClaim_ms: 60_000,
  /** The longest pause between two transactions of a correction. */
  correctionPause_ms: 100,
  /** The connection that reports changes is checked. A new one is opened after a failure. */
  changesCheck_ms: 500,
  changesRetry_ms: 1000,
  traces_ms: 5000,
  /** Log lines that do not fill a batch are written after this time. */
  log_ms: 1000,
  /** After a database error, the secrets of apps are encrypted again after this time. */
  reseal_ms: 10_000,
  /** The file of JWT_SECRET_FILE is read again after this time. */
  secretFile_ms: 5000,
  /** A new first key in that file signs after this time. By then, every node has read the key and accepts it. */
  newSigningKey_ms: 60_000,
  /** The search for ended months to count, first at a start. */
  figures_ms: 3600_000,
  /** The deletion of old rows and the check of the logs. */
  retention_ms: 24 * 3600_000,
  /** The first run after a start. It is delayed, because many employees log in after a restart. */
  firstRetention_ms: 60_000,
} as const

/**
 * Lifetimes of sessions, links and actions that can be undone. Short lifetimes of sessions and links protect accounts
 * when a cookie, a link or a network address is stolen.
 */
export const lifetimes = {
  session_days: 14,
  /** A use of a session is stored at most once per this time, so that a call costs no extra write. */
  storedUse_s: 300,
  /** After a renewal, the previous cookie is valid for this time, for parallel tabs and lost responses. */
  previousCookie_s: 2,
  /** The accepted difference between the clocks of two nodes. */
  clockDifference_s: 5,
  /** The time in which an employee logs in at the page of an organisation. */
  organisationLogin_minutes: 10,
  /** The maximum age of a logout token of an organisation. */
  logoutToken_s: 300,
  /** The accepted difference between the clocks of this server and of an OpenID provider. */
  providerClockDifference_s: 30,
  passwordLink_minutes: 60,
  invitation_days: 7,
  /** The time after the last login from a network during which that network is known. */
  knownNetwork_days: 90,
  /** The time in which a passkey must sign a challenge. */
  passkeyChallenge_minutes: 5,
  /** The time in which an employee must type the first code of a new authenticator app. */
  totpEnrolment_minutes: 15,
  /** The time after an authentication at an organisation in which it confirms an action, as a password does. */
  recentLogin_minutes: 10,
  /** A mail about a change of an account is dropped when it could not be sent within this time. */
  accountMail_days: 7,
} as const

/**
 * Time limits after SIGTERM. With the default of DRAIN_SECONDS, the process exits within the 10 seconds after which a
 * supervisor kills it.
 */
export const stopLimits = {
  /** Default of DRAIN_SECONDS with PostgreSQL: two health checks of a load balancer at an interval of a second. */
  drain_s: 3,
  /** The time in which clients can still send requests over open connections, after new connections are refused. */
  lastRequests_ms: 1000,
  /** A mail in flight. After this time, the mail remains in the database and is sent after the next start. */
  mail_ms: 5000,
  /** Calls in flight. After this time, all connections are closed, including those of clients that read slowly. */
  connections_ms: 5000,
  /** The whole shutdown after the last requests. After this time, the process logs the failure and exits. */
  afterDrain_ms: 5500,
  /** A running command, which may wait for a terminal or for a lock that is never released. */
  command_ms: 5000,
} as const

/** Maximum number of connections to PostgreSQL. A few are enough for four cores. `searches` includes list files. */
export const poolSizes = { everything: 4, searches: 6 } as const

/** Limits of the queues for expensive work. */
export const queueLimits = {
  /** Searches with a postal code or object code, which read a few streets. Protects the searches of other employees. */
  narrowSearch: { maxPerCaller: 2, timeout_ms: 5000 },
  /**
   * Searches by name, which may scan a thousand streets. While many wait, only one runs at a time, and the processors
   * are free for other work between two searches. The pause is the shortest of Node: about a millisecond.
   */
  broadSearch: {
    maxPerCaller: 1,
    maxInTotal: 2,
    crowd: { waiting: 16, maxInTotal: 1, pause_ms: 1 },
    timeout_ms: 5000,
  },
  /** Password hashes, which are computed outside the main thread. Half of the cores remain free for searches. */
  passwordHash: { maxPerCaller: Math.max(1, Math.floor(availableParallelism() / 2)), timeout_ms: 5000 },
  /** Logged accesses to personal data. While these wait for a lock, half of the connections remain free. */
  access: { maxPerCaller: 2, timeout_ms: 3000 },
  /** List files. Some connections remain free for searches. A second file of an employee is rejected at once. */
  listFile: { maxPerCaller: 1, maxInTotal: 2, timeout_ms: 0 },
  /** Documents, which are built in the main thread. That takes a tenth of a second, or two with thousands of lifts. */
  document: { maxPerCaller: 1, timeout_ms: 5000 },
} as const satisfies Record<string, QueueLimits>

/** Maximum number of calls in flight: two seconds of work. More calls are rejected, to protect memory and queues. */
export const maxCallsInFlight = 2000

/**
 * The log is written in batches of this size. When the reader of the log stops reading, at most `maximum` is kept, and
 * more lines are dropped, so that calls continue.
 */
export const logBytes = { batch: 4096, maximum: 10_000_000 } as const

/** Maximum number of sessions that a process remembers. Protects its memory: a session takes about a kilobyte. */
export const maxRememberedSessions = 10_000

/** Maximum number of verified access tokens in the cache of a process. Exceeds the number of logged-in employees. */
export const maxCachedTokens = 10_000

/** Defaults of the settings RATE_LIMIT and PASS_LIMIT. */
export const defaultRates = {
  /** All requests from one network address. */
  requestsPerMinute: 3000,
  /** Passes that one employee looks up. Protects residents against an employee who tries many pass numbers. */
  passesPerMinute: 30,
} as const

/**
 * Reports of violations of the content security policy from one network address per minute. They do not count as
 * requests. Protects the processors, because anybody can send a report.
 */
export const policyReportsPerMinute = 60

/** Allows `burst` attempts at once, and one more attempt every `seconds` seconds. */
export type AttemptRate = { burst: number; seconds: number }

/** Rates of attempts. They protect accounts from guessing, and protect mailboxes and the security log from floods. */
export const attemptRates = {
  /** Logins to one account from a known network: its employee logged in there within `knownNetwork_days`. */
  loginFromKnownNetwork: { burst: 20, seconds: 60 },
  /** Logins to one account from one network that is not a known network of its employee. */
  loginFromNewNetwork: { burst: 10, seconds: 60 },
  /** Logins from one network to all accounts for which that network is not a known network. */
  loginsOfNetwork: { burst: 60, seconds: 10 },
  /** Logins to one account from all networks together that are not known networks of its employee. */
  loginsToAccount: { burst: 30, seconds: 300 },
  /** Security-log entries about throttled logins from one network. */
  throttledLoginEntries: { burst: 5, seconds: 60 },
  /** Password changes of one employee. The employee must type the current password, which could be guessed here. */
  passwordChange: { burst: 10, seconds: 60 },
  /**
   * Wrong second factors of one account after the right password: from one known network, and from all other networks
   * together. One guess is right with a probability of 3 in a million. At this rate that is 0.04 per cent per day.
   */
  secondFactor: { burst: 10, seconds: 600 },
  /** Mails that warn an employee about wrong second factors. */
  secondFactorWarnings: { burst: 1, seconds: 86_400 },
  /** Uses of one enrolment of an authenticator app, which has expired before it could be used again. */
  appEnrolment: { burst: 1, seconds: lifetimes.totpEnrolment_minutes * 60 },
  /** Mails with a password link to one address. */
  passwordMailsToAddress: { burst: 3, seconds: 1200 },
  /** Mails with a password link that are requested from one network. */
  passwordMailsOfNetwork: { burst: 30, seconds: 60 },
  /** Uses of password links that are not valid, from one network. */
  passwordLinkUses: { burst: 10, seconds: 60 },
  /** Logins at organisations from one network that did not succeed, and logout tokens that are not valid. */
  organisationLogins: { burst: 60, seconds: 10 },
  /** Security-log entries about forbidden calls of one employee. */
  forbiddenCallEntries: { burst: 10, seconds: 60 },
} as const satisfies Record<string, AttemptRate>

/** Maximum size of a request body. The contract also limits the length of each field. */
export const maxBodyBytes = 100_000

/** An uploaded file: its maximum size, and the uploads per minute from one network address. Protects the processors. */
export const uploadLimits = { bytes: maxUploadBytes, perMinute: 10 } as const
