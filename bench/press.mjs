// Sends load to a server from a process of its own. Reads the options from standard input, and prints autocannon's
// result.
import { json } from 'node:stream/consumers'
import autocannon from 'autocannon'

const { requests, tokens, ...options } = await json(process.stdin)
let opened = 0
// Each connection belongs to one employee, and starts at another request than the previous connection.
const setupClient = (client) => {
  const first = opened % requests.length
  const authorization = tokens[opened % tokens.length]
  opened += 1
  const rotated = [...requests.slice(first), ...requests.slice(0, first)]
  client.setRequests(rotated.map((request) => ({ ...request, headers: { ...request.headers, authorization } })))
}
console.log(JSON.stringify(await autocannon({ ...options, setupClient })))
