import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, readdir, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { DirectoryError } from './directory.ts'

/**
 * A copy of a directory. `remove` throws when the other process stopped while the copy was in use, because that process
 * may have removed the copy too early.
 */
type DirectoryCopy = { directory: string; remove: () => Promise<void> }

const socketPath = (directory: string) => `${directory}.sock`

/**
 * Listens on a Unix socket beside the directory that this process has open. Makes a copy of the directory for each
 * client, which must be a program of the same user. Removes the copy when the client disconnects. Returns a function
 * that stops listening.
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
    // The system has no Unix sockets, or the path is too long. Then a backup requires that the portal is stopped.
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

/** Removes the socket and all copies, including the copies of an earlier process that was killed. */
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
