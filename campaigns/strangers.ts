// A caller without a session knocks `--rounds` times (10,000) at every entry point that needs none, from one address,
// forty at a time, with the product's limits. The promises: no more calls get in than docs/security.md allows for that
// time, no answer is a fault, and meanwhile a signed-in user behind the same address, somebody who signs in from
// another one, and a monitor are served.
import { anonymousLimits, type EntryPoint } from '../packages/server/src/kernel/anonymous-limit.ts'
import { callAnonymously } from '../packages/server/src/testing/strangers/knock.ts'
import { startTestApp, testPassword } from '../packages/server/src/testing/test-app.ts'
import { readCampaignOptions } from './support/options.ts'
import { withTestServer } from './support/test-server.ts'
import { describeTimes, openVerdict } from './support/verdict.ts'

const atOnce = 40
const flooder = '203.0.113.7'

const { rounds } = readCampaignOptions(10_000)
const verdict = openVerdict()

await withTestServer(async () => {
  const app = await startTestApp({ environment: { CLUBFOLIO_TRUSTED_PROXIES: '127.0.0.1' } })
  try {
    const user = await app.signUp(['INVESTORS'])
    const times: number[] = []
    let others = 0
    const ask = async (what: string, path: string, init: RequestInit = {}): Promise<void> => {
      const startedMs = performance.now()
      const response = await fetch(app.url + path, { signal: AbortSignal.timeout(20_000), ...init }).catch(
        (error: unknown) => error as Error,
      )
      times.push(performance.now() - startedMs)
      others++
      if (response instanceof Response) await response.arrayBuffer()
      verdict.expect(
        response instanceof Response && response.status === 200,
        `${what}: ${response instanceof Response ? response.status : response.message}`,
      )
    }
    let signIns = 0
    for (const door of Object.keys(anonymousLimits) as EntryPoint[]) {
      // Codes are counted by the hour, and this user's sign-ins with them; the clock of the address limits is the
      // machine's own.
      app.clock.advance(3_600_000)
      const { token } = (await app.signIn(user.email)).user
      const statuses = new Map<number, number>()
      const startedMs = performance.now()
      let left = rounds
      const flood = Promise.all(
        Array.from({ length: atOnce }, async () => {
          while (left-- > 0) {
            const status = await callAnonymously(app.url, door, flooder).catch(() => 0)
            statuses.set(status, (statuses.get(status) ?? 0) + 1)
          }
        }),
      )
      const run = { isOver: false }
      const bystanders = (async () => {
        while (!run.isOver) {
          await ask(`${door}: a read behind the same address`, '/v1/api/watchlist/find-all', {
            headers: { token, 'x-forwarded-for': flooder },
          })
          await ask(`${door}: health from elsewhere`, '/health', { headers: { 'x-forwarded-for': '198.51.100.5' } })
          if (signIns++ % 50 === 0) {
            app.clock.advance(3_600_000 / 5)
            await ask(`${door}: a sign-in from elsewhere`, '/v1/api/security/login', {
              method: 'POST',
              headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.5' },
              body: JSON.stringify({ email: user.email, password: testPassword }),
            })
          }
        }
      })()
      await flood
      run.isOver = true
      await bystanders
      const seconds = (performance.now() - startedMs) / 1000
      const { burst, perSecond } = anonymousLimits[door]
      const inside = [...statuses].reduce((sum, [status, count]) => (status === 429 ? sum : sum + count), 0)
      // Calls may also be refused by a limit behind the entry point, with the same status.
      const most = Math.ceil(burst + perSecond * seconds) + 1
      verdict.expect(inside <= most, `${door}: ${inside} got in, ${most} may`)
      for (const [status, count] of statuses)
        verdict.expect(status !== 0 && status < 500, `${door}: ${count} times ${status === 0 ? 'no answer' : status}`)
      verdict.figure(
        door,
        `${rounds} in ${seconds.toFixed(1)} s: ${[...statuses]
          .toSorted(([one], [two]) => one - two)
          .map(([status, count]) => `${count} × ${status}`)
          .join(', ')}; at most ${most} may get in`,
      )
      await app.services.background.idle()
    }
    verdict.figure('calls of others meanwhile', `${others}, ${describeTimes(times)}`)
  } finally {
    await app.stop()
  }
})
verdict.end()
