// Sends load to a server. Runs as a separate process. Reads the options from standard input, and prints the result of
// autocannon.
import { json } from 'node:stream/consumers'
import autocannon from 'autocannon'

const { requests, tokens, ...options } = await json(process.stdin)
let opened = 0
// Each connection uses the token of one employee. Connection n starts at request n of the list.
const setupClient = (client) => {
  const first = opened % requests.length
  const authorization = tokens[opened % tokens.length]
  opened += 1
  const rotated = [...requests.slice(first), ...requests.slice(0, first)]
  client.setRequests(rotated.map((request) => ({ ...request, headers: { ...request.headers, authorization } })))
}
console.log(JSON.stringify(await autocannon({ ...options, setupClient })))
