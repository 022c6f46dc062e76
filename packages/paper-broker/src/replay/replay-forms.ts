// The forms of the replay panel. After each of them open orders are worked up to the market's new time.
import { parseMarketDay } from '@clubfolio/domain'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { BrokerParts } from '../broker-parts.ts'
import type { Controlled } from './control-replay.ts'
import {
  REPLAY_SPEEDS,
  REPLAY_STEPS,
  endReplay,
  pauseReplay,
  playReplay,
  startReplay,
  stepReplay,
} from './control-replay.ts'

type FormResult = { done: string } | { refusal: string }
/** The console's form guard: signed in, submitted from our own page, with these fields. */
export type ConsoleForm = <T>(
  schema: z.ZodType<T>,
  effect: (login: unknown, sent: T) => Promise<FormResult>,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const speed = z
  .string()
  .transform(Number)
  .refine((value) => REPLAY_SPEEDS.some((one) => one === value))
const startForm = z.object({ day: z.string().max(10), speed })
const playForm = z.object({ speed })
const stepForm = z.object({ step: z.enum(REPLAY_STEPS) })
const plainForm = z.object({})

export function replayForms(app: FastifyInstance, parts: BrokerParts, form: ConsoleForm): void {
  const finish = async (controlled: Controlled, done: string): Promise<FormResult> => {
    if (controlled.outcome === 'REFUSED') return { refusal: controlled.reason }
    await parts.advanceAll()
    return { done }
  }
  app.post(
    '/paper/replay-start',
    form(startForm, async (_login, sent) => {
      const day = parseMarketDay(sent.day)
      if (day === null) return { refusal: 'Choose the day to start from.' }
      return finish(await startReplay(parts, day, sent.speed), 'replay-started')
    }),
  )
  app.post(
    '/paper/replay-play',
    form(playForm, async (_login, sent) => finish(await playReplay(parts, sent.speed), 'replay-runs')),
  )
  app.post(
    '/paper/replay-pause',
    form(plainForm, async () => finish(await pauseReplay(parts), 'replay-stands')),
  )
  app.post(
    '/paper/replay-step',
    form(stepForm, async (_login, sent) => finish(await stepReplay(parts, sent.step), 'replay-stands')),
  )
  app.post(
    '/paper/replay-end',
    form(plainForm, async () => finish(await endReplay(parts), 'replay-ended')),
  )
}
