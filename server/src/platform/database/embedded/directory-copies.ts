import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, readdir, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { DirectoryError } from './directory.ts'

/** A copy of a directory that another process has open; `done` has it taken away, and throws when it went too early. */
type DirectoryCopy = { directory: string; done: () => Promise<void> }

const doorOf = (directory: string) => `${directory}.sock`

/**
 * Lets other programs of the same user have a copy of a directory that this process has open, by a socket beside it. A
 * copy stays for as long as who asked for it stays connected. Answers how to stop.
 */
export async function offerCopies(directory: string, copyTo: (copy: string) => Promise<void>) {
  await removeCopies(directory)
  const server = createServer((socket) => void serve(socket, `${directory}.copy-${randomUUID()}`, copyTo))
  server.unref()
  server.listen(doorOf(directory))
  try {
    await once(server, 'listening')
    await chmod(doorOf(directory), 0o600)
  } catch {
    // Where there are no such sockets, or the path is too long for one, a back-up is made when the portal stands still.
    server.close()
    return async () => {}
  }
  return async () => {
    server.close()
    await removeCopies(directory)
  }
}

async function serve(socket: Socket, copy: string, copyTo: (copy: string) => Promise<void>) {
  const gone = new Promise<void>((resolve) => {
    socket.on('close', () => resolve()).on('error', () => {})
  })
  socket.resume()
  try {
    await copyTo(copy)
    socket.write(copy)
  } catch {
    socket.destroy()
  }
  await gone
  await rm(copy, { recursive: true, force: true })
}

/** What a process that was killed left behind. */
async function removeCopies(directory: string) {
  const folder = dirname(directory)
  const isLeft = (name: string) =>
    name.startsWith(`${basename(directory)}.copy-`) || name === basename(doorOf(directory))
  for (const name of (await readdir(folder)).filter(isLeft))
    await rm(join(folder, name), { recursive: true, force: true })
}

/** Asks the process that has a directory open for a copy of it as it is now; undefined where no process answers. */
export async function askForCopy(directory: string): Promise<DirectoryCopy | undefined> {
  const socket = connect(doorOf(directory))
  const connected = await once(socket, 'connect').catch(() => undefined)
  if (!connected) return undefined
  const lost = () =>
    new DirectoryError('Het portaal kon geen kopie van de database maken. Staat het nog aan, en is er schijfruimte?')
  let isLost = false
  socket.on('close', () => {
    isLost = true
  })
  socket.on('error', () => {})
  const [path] = await Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => [])
  if (!Buffer.isBuffer(path)) throw lost()
  return {
    directory: String(path),
    done: async () => {
      if (isLost) throw lost()
      socket.end()
    },
  }
}
