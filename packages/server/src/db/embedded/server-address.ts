// Where the embedded server listens: a socket inside its own data directory, or a free loopback port when the folder's
// path is too long for a socket. Nothing else can reach it, because the bundled libraries are too old to be exposed to
// a network.
import { createServer } from 'node:net'
import { join } from 'node:path'

export type ServerAddress = { kind: 'socket'; folder: string; port: number } | { kind: 'loopback'; port: number }

const socketPort = 5432
const longestSocketPath = process.platform === 'darwin' ? 103 : 106

export async function chooseAddress(cluster: string): Promise<ServerAddress> {
  const socketPath = join(cluster, `.s.PGSQL.${socketPort}`)
  if (Buffer.byteLength(socketPath) <= longestSocketPath) return { kind: 'socket', folder: cluster, port: socketPort }
  return { kind: 'loopback', port: await findFreePort() }
}

/**
 * Returns the address as every PostgreSQL client reads it: for a socket the `host` parameter overrides the host name of
 * the URL. Example: `postgres://clubfolio:secret@localhost:5432/clubfolio?host=%2Fsrv%2Fdata%2Fpostgres`
 */
export function addressUrl(address: ServerAddress, user: string, password: string, database: string): string {
  const url = new URL(`postgres://${user}:${password}@127.0.0.1:${address.port}/${database}`)
  if (address.kind === 'socket') {
    url.hostname = 'localhost'
    url.searchParams.set('host', address.folder)
  }
  return url.href
}

export function addressSettings(address: ServerAddress): Record<string, string> {
  return address.kind === 'socket'
    ? { listen_addresses: '', unix_socket_directories: quoteList(address.folder), port: String(address.port) }
    : { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(address.port) }
}

/** The setting is a comma-separated list; quotes keep a folder with a comma in its name in one piece. */
function quoteList(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port)
        else reject(new Error('The system gave no port number.'))
      })
    })
  })
}
