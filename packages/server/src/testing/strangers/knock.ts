// One call by a client without a session at each entry point, as a browser or a program would send it.
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { fillPath, quoteSocketPath, routeList } from '@clubfolio/contract'
import type { EntryPoint } from '../../kernel/anonymous-limit.ts'
import { sampleInput, type KnownWords } from '../bad-input/sample-input.ts'

const nobody: KnownWords = { ids: {}, groupId: '', permissionId: '', userId: '', code: '', reportFilter: [] }

interface Knock {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

function knockAt(door: EntryPoint): Knock {
  const bare = { method: 'GET', headers: {}, body: undefined }
  if (door === 'page') return { ...bare, path: '/nothing-here' }
  if (door === 'health') return { ...bare, path: '/health' }
  if (door === 'socket')
    return {
      ...bare,
      path: `${quoteSocketPath}?ticket=nobody`,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'bm9ib2R5IGtub3dzIGl0IQ==',
      },
    }
  const named = routeList.find(({ group, name }) => `${group}.${name}` === door)!
  const { params, body } = sampleInput(named, nobody)
  return {
    method: named.route.method,
    path: fillPath(named.route.path, params),
    headers: { 'content-type': 'application/json' },
    body: named.route.method === 'POST' ? JSON.stringify(body ?? {}) : undefined,
  }
}

/** Returns the status. A proxy that the server trusts provides the address. */
export async function callAnonymously(url: string, door: EntryPoint, address: string): Promise<number> {
  const { method, path, headers, body } = knockAt(door)
  // A connection that was used for a socket request serves nothing else.
  const sent = request(url + path, {
    ...(door === 'socket' ? { agent: false } : {}),
    method,
    headers: { ...(door === 'socket' ? { origin: url } : {}), ...headers, 'x-forwarded-for': address },
  })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode!
}
