import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, readdir, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { DirectoryError } from './directory.ts'

/** A copy of a directory. `remove` throws when the copy was already removed while it was in use. */
type DirectoryCopy = { directory: string; remove: () => Promise<void> }

const socketPath = (directory: string) => `${directory}.sock`

/**
 * Offers copies of the directory that this process has open to other programs of the same user, over a Unix socket
 * beside it. A copy remains until its client disconnects. Returns a function that stops this.
 */
export async function offerCopies(directory: string, copyTo: (copy: string) => Promise<void>) {
  await removeCopies(directory)
  const server = createServer((socket) => void serve(socket, `${directory}.copy-${randomUUID()}`, copyTo))
  server.unref()
  server.listen(socketPath(directory))
  try {
    await once(server, 'listening')
    await chmod(socketPath(directory), 0o600)
  } catch {
    // No Unix sockets, or the path is too long for one. Then a backup needs a stopped portal.
    server.close()
    return async () => {}
  }
  return async () => {
    server.close()
    await removeCopies(directory)
  }
}

async function serve(socket: Socket, copy: string, copyTo: (copy: string) => Promise<void>) {
  const disconnected = new Promise<void>((resolve) => {
    socket.on('close', () => resolve()).on('error', () => {})
  })
  socket.resume()
  try {
    await copyTo(copy)
    socket.write(copy)
  } catch {
    socket.destroy()
  }
  await disconnected
  await rm(copy, { recursive: true, force: true })
}

/** Removes the copies and the socket of a process that was killed. */
async function removeCopies(directory: string) {
  const folder = dirname(directory)
  const isOurs = (name: string) =>
    name.startsWith(`${basename(directory)}.copy-`) || name === basename(socketPath(directory))
  for (const name of (await readdir(folder)).filter(isOurs))
    await rm(join(folder, name), { recursive: true, force: true })
}

/** Requests a copy from the process that has the directory open. Returns undefined if there is no such process. */
export async function requestCopy(directory: string): Promise<DirectoryCopy | undefined> {
  const socket = connect(socketPath(directory))
  const connected = await once(socket, 'connect').catch(() => undefined)
  if (!connected) return undefined
  const copyError = () =>
    new DirectoryError('Het portaal kon geen kopie van de database maken. Staat het nog aan, en is er schijfruimte?')
  let isDisconnected = false
  socket.on('close', () => {
    isDisconnected = true
  })
  socket.on('error', () => {})
  const [path] = await Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => [])
  if (!Buffer.isBuffer(path)) throw copyError()
  return {
    directory: String(path),
    remove: async () => {
      if (isDisconnected) throw copyError()
      socket.end()
    },
  }
}
