// A page for the journey about the lost line: it makes calls the way the product does, with its client, its effects and
// its query cache, one call per name. Only that journey builds and serves it; the product does not contain it.
import '../kernel/configure-zod.ts'
import { type Client, isChange, routeList } from '@clubfolio/contract'
import { z } from 'zod'
import { api } from '../kernel/api.ts'
import { loadEffects, watchEffects } from '../kernel/effect/pending-effects.ts'
import { forgetUserAtEnd } from '../kernel/forget-user.ts'
import { queryClient } from '../kernel/query-client.ts'
import type { MutationPage, WantedCall } from './wanted-call.ts'

forgetUserAtEnd()
watchEffects(api)
// As the product's providers do: from here on the cache follows the line, and would hold back what it may pause.
queryClient.mount()

const answerWithinMs = 10_000
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
  await loadEffects()
  const groups = Object.values(callsOf(api))
  // A name that no group has loads the group and sends nothing.
  await Promise.allSettled(groups.map(async (group) => group['none']?.({})))
}

const changes = routeList.filter(({ route }) => isChange(route)).map(nameOf)
Object.assign(window, { mutationPage: { changes, warmUp, mutate } satisfies MutationPage })
