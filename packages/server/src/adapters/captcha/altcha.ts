// Our own captcha: a proof of work in the format of ALTCHA 2, created and checked here without external requests. A
// correct answer remains valid indefinitely, so the nonces of used ones are stored until they expire.
import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CaptchaPort } from './port.ts'

const lifeMs = 30 * 60 * 1000
const cost = 5_000

/** The minimum and maximum number of tries needed. */
interface CaptchaWork {
  readonly from: number
  readonly to: number
}

/** About half a second on a laptop: nothing for a person, a lot for a program that needs thousands. */
const ownWork: CaptchaWork = { from: 200, to: 800 }

/** The widget's payload, base64 of JSON. Its format is validated before anything is computed. */
const Payload = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: z.string().regex(/^[0-9a-f]{32}$/),
      salt: z.string().regex(/^[0-9a-f]{32}$/),
      cost: z.literal(cost),
      keyLength: z.literal(32),
      keyPrefix: z.string().regex(/^[0-9a-f]{2,64}$/),
      data: z.object({ expiresAtMs: z.number().int() }),
    }),
    signature: z.string().max(128),
  }),
  solution: z.object({ counter: z.number().int().min(0), derivedKey: z.string().max(128) }),
})

/**
 * The first secret signs the challenges; every process that lists it accepts the answers of the others. Tests use less
 * `work`.
 */
export function createAltcha(
  db: Db,
  clock: Clock,
  secrets: readonly [string, ...string[]],
  work = ownWork,
): CaptchaPort {
  const isSolved = async (
    challenge: z.output<typeof Payload>['challenge'],
    solution: z.output<typeof Payload>['solution'],
  ): Promise<boolean> => {
    for (const secret of secrets)
      if ((await verifySolution({ challenge, deriveKey, hmacSignatureSecret: secret, solution })).verified) return true
    return false
  }
  return {
    policy: { scripts: [], frames: [] },
    async offer() {
      // Under `data` rather than the library's expiresAt, which would be compared with the machine's clock instead of
      // ours.
      const data = { expiresAtMs: clock.nowMs() + lifeMs }
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost,
        deriveKey,
        counter: randomInt(work.from, work.to),
        data,
        hmacSignatureSecret: secrets[0],
      })
      const { algorithm, nonce, salt, keyLength, keyPrefix } = challenge.parameters
      return {
        kind: 'ALTCHA',
        challenge: {
          parameters: { algorithm, nonce, salt, cost, keyLength, keyPrefix, data },
          signature: challenge.signature!,
        },
      }
    },
    async check(answer) {
      const payload = Payload.safeParse(decode(answer))
      if (!payload.success) return 'wrong'
      const { challenge, solution } = payload.data
      const { expiresAtMs } = challenge.parameters.data
      if (expiresAtMs <= clock.nowMs()) return 'wrong'
      if (!(await isSolved(challenge, solution))) return 'wrong'
      const kept = await db
        .insertInto('captcha_answer')
        .values({ nonce: challenge.parameters.nonce, expires_at: new Date(expiresAtMs) })
        .onConflict((conflict) => conflict.column('nonce').doNothing())
        .returning('nonce')
        .executeTakeFirst()
      return kept ? 'right' : 'wrong'
    },
  }
}

function decode(answer: string): unknown {
  try {
    return JSON.parse(Buffer.from(answer, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}
