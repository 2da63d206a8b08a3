import { connect, createServer, type Socket } from 'node:net'

/** What a program sent to its database: a statement, what it filled in, and the options of the session that it was sent in. */
export type Statement = { text: string; values: (string | null)[]; options: string }

/**
 * Stands between the product and its PostgreSQL, passes everything on, and notes each statement with its values: so the same
 * can be run again without the product. `take` gives what was noted since the last time.
 */
export async function openWireTap(databaseUrl: string) {
  const target = new URL(databaseUrl)
  let noted: Statement[] = []
  const sockets = new Set<Socket>()

  const server = createServer((client) => {
    const database = connect(Number(target.port || 5432), target.hostname)
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one)
      one.setNoDelay(true)
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
    database.pipe(client)
    const note = readStatements((statement) => noted.push(statement))
    client.on('data', (bytes: Buffer) => {
      note(bytes)
      database.write(bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.href,
    take: () => {
      const taken = noted
      noted = []
      return taken
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Takes one connection's bytes as they come, and tells of each statement that is in them (protocol 3.0). */
function readStatements(onStatement: (statement: Statement) => void) {
  const textOf = new Map<string, string>()
  let left = Buffer.alloc(0)
  let opened = false
  let options = ''

  function readMessage(type: string, body: Buffer) {
    const read = reader(body)
    if (type === 'Q') onStatement({ text: read.text(), values: [], options })
    if (type === 'P') textOf.set(read.text(), read.text())
    if (type !== 'B') return
    read.text()
    const text = textOf.get(read.text()) ?? ''
    for (let formats = read.short(); formats > 0; formats -= 1) read.short()
    onStatement({ text, values: Array.from({ length: read.short() }, () => read.value()), options })
  }

  return (bytes: Buffer) => {
    left = Buffer.concat([left, bytes])
    for (;;) {
      // The first message has no letter before its length.
      const at = opened ? 1 : 0
      if (left.length < at + 4) return
      const end = at + left.readInt32BE(at)
      if (left.length < end) return
      const body = left.subarray(at + 4, end)
      if (opened) readMessage(String.fromCharCode(left[0] ?? 0), body)
      else options = /(?:^|\0)options\0([^\0]*)/.exec(body.subarray(4).toString())?.[1] ?? ''
      opened = true
      left = left.subarray(end)
    }
  }
}

/** Reads the fields of a message, one after the other. */
function reader(body: Buffer) {
  let at = 0
  const text = () => {
    const end = body.indexOf(0, at)
    const read = body.toString('utf8', at, end)
    at = end + 1
    return read
  }
  const short = () => {
    at += 2
    return body.readInt16BE(at - 2)
  }
  const value = () => {
    const length = body.readInt32BE(at)
    at += 4
    if (length === -1) return null
    at += length
    return body.toString('utf8', at - length, at)
  }
  return { text, short, value }
}
