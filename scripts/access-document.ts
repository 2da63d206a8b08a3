import { accessOf, type Endpoint, fullPath, type Reach, type RequiredAction } from '@rd4-loket/contract'
import { endpoints } from '@rd4-loket/contract/endpoints'

const reachTexts: Record<Reach, string> = { nothing: '–', own: 'own', all: 'yes' }

function purposesText({ personal }: Endpoint) {
  if (!personal) return '–'
  const { purposes, provider_purposes } = personal
  return [purposes.join(', '), provider_purposes && `provider: ${provider_purposes.join(', ')}`]
    .filter(Boolean)
    .join('; ')
}

const actionTexts: Record<RequiredAction, string> = {
  new_password: 'password',
  second_factor: 'factor',
  confirm_factor: 'confirm',
}

const row = ([name, endpoint]: (typeof calls)[number]) => {
  const { visitor, bsgw_employee, municipal_employee, administrator } = accessOf(endpoint)
  const reach = [visitor, bsgw_employee, municipal_employee, administrator].map((it) => reachTexts[it])
  const { access, open_before = [] } = endpoint
  const openBefore = access === 'everyone' ? 'always' : open_before.map((it) => actionTexts[it]).join(', ') || '–'
  return `| ${[`${name}`, `\`${endpoint.method} ${fullPath(endpoint)}\``, ...reach, openBefore, purposesText(endpoint)].join(' | ')} |`
}
const sortKey = (endpoint: Endpoint) => `${fullPath(endpoint)} ${endpoint.method}`
const calls = Object.entries(endpoints).sort(([, one], [, other]) => (sortKey(one) < sortKey(other) ? -1 : 1))

/** Returns the table of who may make which call, which follows from the contract that the server enforces. */
export const accessDocument = () => `# Who may make which call

The OpenAPI document has the same facts (\`x-access\`), and \`server/src/app/access.test.ts\` tests every row.

- **visitor**: a caller without a login. **provider**: \`bsgw_employee\`. **municipal**: \`municipal_employee\`. An
  employee with several roles has the access of each role.
- **yes**: all records. **own**: records of the employee's municipality; an employee without a municipality reaches all
  records. For a record of another municipality the response is identical to the response for an unknown record. **–**:
  no access; the response is 401 without a login, and 403 with a login.
- **open before**: the call is also open to an employee who must first choose a new password (*password*), add a
  second factor (*factor*), or confirm with a second factor (*confirm*). Other calls return 403 until then.
- **purposes**: the call shows or changes personal data, and the server logs the call before it responds.
  (showCalendar is logged only when the reply shows an appointment.) A caller may state one of these purposes; without a
  purpose the server takes the first. **provider:** the purposes of a provider employee, when they differ.
  **–**: no personal data, and not logged as an access.

Everyone may read the portal's page and files, \`/api/v1/openapi.json\`, \`/.well-known/security.txt\`, \`/healthz\` and
\`/readyz\`: their content does not depend on the caller. When \`METRICS_TOKEN\` is set, only a caller that sends this
token may read \`/metrics\`. Otherwise only the server's own machine may read it. When
\`FIGURES_TOKEN\` is set, a caller that sends this token may make one call, listFigures.

| call | | visitor | provider | municipal | administrator | open before | purposes |
|---|---|---|---|---|---|---|---|
${calls.map(row).join('\n')}
`
