import { accessOf, type Endpoint, endpoints, fullPath, type Reach } from '@rd4-loket/contract'

const words: Record<Reach, string> = { nothing: '–', own: 'own', all: 'yes' }

const row = ([name, endpoint]: (typeof calls)[number]) => {
  const { visitor, bsgw_employee, municipal_employee, administrator } = accessOf(endpoint)
  const reach = [visitor, bsgw_employee, municipal_employee, administrator].map((it) => words[it])
  const before_renewal = endpoint.before_renewal || endpoint.access === 'everyone' ? 'yes' : '–'
  return `| ${[`${name}`, `\`${endpoint.method} ${fullPath(endpoint)}\``, ...reach, before_renewal].join(' | ')} |`
}
const place = (endpoint: Endpoint) => `${fullPath(endpoint)} ${endpoint.method}`
const calls = Object.entries(endpoints).sort(([, one], [, other]) => (place(one) < place(other) ? -1 : 1))

/** Who may make which call, as `docs/access.md` tells it: made from the contract, by which the server decides. */
export const accessDocument = () => `# Who may make which call

Made from the contract by \`npm run access\`; a test fails when it is not up to date. The same stands with each call in the API's
document (\`x-access\`), and \`server/src/app/access.test.ts\` tries every row.

- **visitor**: without a login. **provider**: \`bsgw_employee\`. **municipal**: \`municipal_employee\`. Who has several roles may what each
  of them may.
- **yes**: all of it. **own**: what the employee's own municipality has; who works for all municipalities gets all. Asked for another
  municipality's, the answer is that of something that does not exist, byte for byte. **–**: refused, 401 without a login and 403 with one.
- **renewal**: also for who first has to choose a new password.

Beside these, everybody may read the portal's page and files, \`/api/v1/openapi.json\`, \`/.well-known/security.txt\`, \`/healthz\` and
\`/readyz\`: nothing in them depends on who asks. \`/metrics\` is for this machine, or for who has \`METRICS_TOKEN\`.

| call | | visitor | provider | municipal | administrator | renewal |
|---|---|---|---|---|---|---|
${calls.map(row).join('\n')}
`
