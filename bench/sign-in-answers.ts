// Does response time reveal whether an e-mail is known? The password step for a known e-mail with a wrong password, for
// an unknown one and for a disabled user, and registering a known and a new e-mail, in turn. Records both
// distributions; the promise itself is a test that counts one argon2 verification on each path. Source:
// docs/rules/promises.md, "Nobody gets in".
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../packages/server/src/db/embedded.ts'
import { startTestApp } from '../packages/server/src/testing/test-app.ts'
import { median, timed } from './support/median-ratio.ts'
import { reportRow } from './support/report-row.ts'

const rounds = 60
const quarterMs = 16 * 60_000

const dataDirectory = await mkdtemp(join(tmpdir(), 'clubfolio-bench-'))
const server = await startEmbeddedPostgres({ dataDirectory, log: () => undefined })
process.env['CLUBFOLIO_TEST_DATABASE_URL'] = server.adminUrl
process.env['CLUBFOLIO_TEST_RUN'] = 'bench'

try {
  // Registration is measured without the captcha, whose work is the visitor's.
  const app = await startTestApp({
    replace: () => ({
      captcha: {
        offer: () => Promise.reject(new Error('not offered')),
        check: () => Promise.resolve('right'),
        policy: { scripts: [], frames: [] },
      },
    }),
  })
  const { email: known } = await app.signUp(['INVESTORS'])
  const { email: disabled, user } = await app.signUp(['INVESTORS'])
  await app.services.db.updateTable('app_user').set({ status: 'INACTIVE' }).where('id', '=', user.id).execute()
  const login = (email: string) =>
    timed(() =>
      app
        .client()
        .security.login({ body: { email, password: 'not the password' } })
        .catch(() => undefined),
    )
  const register = (email: string) =>
    timed(() =>
      app
        .client()
        .security.createUser({
          body: {
            firstName: 'A',
            lastName: 'B',
            email,
            phoneNumber: '+12125550100',
            password: 'grey herons at dawn',
            reCaptchaCode: 'x',
          },
        })
        .catch(() => undefined),
    )

  const asked = {
    'password step, known e-mail': () => login(known),
    'password step, unknown e-mail': (round: number) => login(`nobody${round}@example.test`),
    'password step, disabled user': () => login(disabled),
    'registration, known e-mail': () => register(known),
    'registration, new e-mail': (round: number) => register(`new${round}@example.test`),
  }
  const times = new Map(Object.keys(asked).map((name) => [name, [] as number[]]))
  for (let round = -3; round < rounds; round++) {
    // Resets the limits of guessing, registering and codes before each round.
    app.clock.advance(4 * quarterMs)
    const order = Object.entries(asked)
    for (const [name, ask] of round % 2 === 0 ? order : order.toReversed()) {
      const ms = await ask(round + 3)
      await app.services.background.idle()
      if (round >= 0) times.get(name)!.push(ms)
    }
  }
  for (const [name, list] of times)
    reportRow({
      what: `time of the answer: ${name}`,
      value: quantile(list, 0.5),
      unit: 'ms',
      digits: 0,
      figures: `p50; p10 ${at(list, 0.1)}, p90 ${at(list, 0.9)} ms`,
    })
  const ratio = (one: string, other: string) =>
    median(times.get(one)!.map((ms, round) => ms / times.get(other)![round]!))
  reportRow({
    what: `password step, known against unknown e-mail, median of ${rounds} rounds`,
    value: ratio('password step, known e-mail', 'password step, unknown e-mail'),
  })
  reportRow({
    what: `registration, known against new e-mail, median of ${rounds} rounds`,
    value: ratio('registration, known e-mail', 'registration, new e-mail'),
  })
  await app.stop()
} finally {
  await server.stop()
  await rm(dataDirectory, { recursive: true, force: true })
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!
}

function at(values: readonly number[], share: number): string {
  return quantile(values, share).toFixed(0)
}
