// A page for the journey about the lost line: it makes calls the way the product does, with its client, its effects and
// its query cache, one call per name. Only that journey builds and serves it; the product does not contain it.
import '../kernel/configure-zod.ts'
import { type Client, isChange, routeList } from '@clubfolio/contract'
import { z } from 'zod'
import { api } from '../kernel/api.ts'
import { watchEffects } from '../kernel/effect/pending-effects.ts'
import { forgetUserAtEnd } from '../kernel/forget-user.ts'
import { queryClient } from '../kernel/query-client.ts'

/** A call to make, in wire form. */
export interface WantedCall {
  readonly name: string
  readonly params: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface MutationPage {
  /** Names of all calls that change something: `order.putOrder`. */
  readonly changes: readonly string[]
  /** Loads the definitions of all calls, as a page that was open for a while has. */
  readonly warmUp: () => Promise<void>
  /** Mutates as a screen does; resolves to what the user would read, or to `waits` while no answer is there. */
  readonly mutate: (call: WantedCall) => Promise<string>
}

forgetUserAtEnd()
watchEffects(api)
// As the product's providers do: from here on the cache follows the line, and would hold back what it may pause.
queryClient.mount()

const answerWithinMs = 2_000
const nameOf = ({ group, name }: (typeof routeList)[number]): string => `${group}.${name}`

type AnyCalls = Readonly<Record<string, Readonly<Record<string, (input: unknown) => Promise<unknown>>>>>
const callsOf = (client: Client) => client as unknown as AnyCalls

function mutate({ name, params, body }: WantedCall): Promise<string> {
  const named = routeList.find((one) => nameOf(one) === name)
  if (!named) return Promise.resolve('no such call')
  const { route } = named
  const input = {
    ...(route.params ? { params: z.decode(route.params, params) } : {}),
    ...(route.body ? { body: z.decode(route.body, body) } : {}),
    ...(route.upload ? { file: new Blob(['a,b']) } : {}),
  }
  const call = async () => callsOf(api)[named.group]?.[named.name]?.(input)
  const answer = queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: call })
    .execute(undefined)
    .then(
      () => 'answered',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
  const late = new Promise<string>((resolve) => setTimeout(() => resolve('waits'), answerWithinMs))
  return Promise.race([answer, late])
}

async function warmUp(): Promise<void> {
  const groups = Object.values(callsOf(api))
  // A name that no group has loads the group and sends nothing.
  await Promise.allSettled(groups.map(async (group) => group['none']?.({})))
}

Object.assign(window, {
  mutationPage: { changes: routeList.filter(({ route }) => isChange(route)).map(nameOf), warmUp, mutate },
})
