// The same question on every screen, in statements, reports, PDF and spreadsheets: what an account gained over
// `--rounds` (30) random periods of the demonstration's year, and of a replay of real prices with money paid in and
// taken out. Prints the disagreements (promise: none).
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { join } from 'node:path'
import { hasMarketData, marketDataFolder } from '../packages/domain/src/testing/market-data.ts'
import { makeClub } from '../packages/server/src/demonstration/make-club.ts'
import { activateSource } from '../packages/server/src/features/market/activate-source.ts'
import { fillSimulatedMarket } from '../packages/server/src/features/market/fill-simulated-market.ts'
import { syncAccount } from '../packages/server/src/features/account-reading/sync-account.ts'
import { loginAccess } from '../packages/server/src/features/account/broker-access.ts'
import { inTransaction } from '../packages/server/src/kernel/transaction.ts'
import { startDemonstration } from '../packages/server/src/testing/demonstration.ts'
import { importText } from '../packages/server/src/testing/import-for-test.ts'
import { startTestBrokerage } from '../packages/server/src/testing/paper-brokerage.ts'
import {
  askForGain,
  askForRange,
  othersThanFirst,
  randomPeriods,
  type GainQuestion,
  type Period,
} from '../packages/server/src/testing/same-question.ts'
import { readCampaignOptions, seededRandom } from './support/options.ts'
import { withTestServer } from './support/test-server.ts'

const { rounds, seed } = readCampaignOptions(30)
const random = seededRandom(seed)
const sessions = 60
type Day = Period['from']
let broken = 0

async function askAll(name: string, asked: GainQuestion, code: string): Promise<void> {
  const { openingDay, asOf } = await asked.manager.client.member.fundOverview({
    params: { accountId: asked.accountId },
  })
  let answers = 0
  for (const period of randomPeriods(random, rounds, openingDay as Day, asOf as Day)) {
    const gain = await askForGain(asked, period)
    const ranges = (
      await Promise.all((['1W', '1M'] as const).map((range) => askForRange(asked, code, range, period.to)))
    ).map((each) => othersThanFirst(each))
    const others = [...othersThanFirst(gain), ...ranges.flat()]
    answers += gain.length
    broken += others.length
    if (others.length > 0)
      console.log(`  ${name} ${period.from} to ${period.to}: ${JSON.stringify(gain[0])}, but ${JSON.stringify(others)}`)
  }
  console.log(`${name}: ${rounds} periods, ${answers} answers about ${asked.accountId}`)
}

async function demonstration(): Promise<void> {
  const app = await startDemonstration()
  try {
    await fillSimulatedMarket(app.services)
    await makeClub(app.services, app.login)
    const manager = await app.signInAs('manager')
    const { id: accountId } = await app.services.db.selectFrom('account').select('id').executeTakeFirstOrThrow()
    const [member] = await manager.client.member.searchParticipationByAccount({ params: { accountId } })
    await askAll('demonstration', { manager, accountId, memberId: member!.memberId }, 'SPY')
  } finally {
    await app.stop()
  }
}

const codes = ['AAPL', 'TSLA', 'NEE']

/** A quarter of real prices around the splits of August 2020, with an account that trades and receives payments. */
async function realReplay(): Promise<void> {
  const file = gunzipSync(await readFile(join(marketDataFolder, 'prices-daily/sp500-daily-2016-2021.csv.gz')))
    .toString('utf8')
    .split('\n')
  const app = await startTestBrokerage()
  try {
    const wanted = file.filter(
      (line, index) =>
        index === 0 || (codes.includes(line.slice(0, line.indexOf(','))) && line.split(',')[1]! >= '2020-01-01'),
    )
    await importText(app.services, 'real.csv', `${wanted.join('\n')}\n`)
    await inTransaction(app.services.db, (trx) => activateSource(trx, app.clock, 'import', null))
    const manager = await app.signUp(['MANAGERS'])
    const started = await manager.client.account.getAmtTk()
    const console = await app.register(started.authoriseUrl, 'player')
    const press = async (action: string, fields: Record<string, string> = {}) => {
      await console.browser.get('/paper')
      const { status } = await console.browser.submit(action, fields)
      if (status >= 400) throw new Error(`The console answered ${status} to ${action}`)
    }
    await press('/paper/replay-start', { day: '2020-07-01', speed: '600' })
    await console.openAccount(started.authoriseUrl, 'MARGIN')
    const back = await console.allow(undefined, (boxes) => boxes.slice(-1))
    await manager.client.account.createMy({
      body: { code: back.get('code')!, token: back.get('state')!, ownerId: manager.user.id },
    })
    const {
      id: accountId,
      number,
      broker_login_id: login,
      hash_value: hash,
    } = await app.services.db
      .selectFrom('account')
      .select(['id', 'number', 'broker_login_id', 'hash_value'])
      .where('owner_id', '=', manager.user.id)
      .executeTakeFirstOrThrow()
    const { rows } = await app.services.pool.query<{ id: string }>(
      'select account_id as id from paper.account where account_number = $1',
      [number],
    )
    const account = rows[0]!.id
    const place = async (symbol: string, instruction: string, quantity: number) => {
      const answer = await fetch(`${app.brokerUrl}/trader/v1/accounts/${hash}/orders`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await loginAccess(app.services, login).accessToken()}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          session: 'NORMAL',
          duration: 'DAY',
          orderStrategyType: 'SINGLE',
          orderType: 'MARKET',
          orderLegCollection: [{ instruction, quantity, instrument: { symbol, assetType: 'EQUITY' } }],
        }),
      })
      if (answer.status !== 201) throw new Error(`The order answered ${answer.status}: ${await answer.text()}`)
    }
    for (let session = 0; session < sessions; session++) {
      await press('/paper/replay-step', { step: 'OPEN' })
      if (session % 7 === 0) await place(codes[(session / 7) % codes.length]!, 'BUY', 20)
      if (session % 20 === 13) await press('/paper/transfer', { account, amount: '20000.00', direction: 'DEPOSIT' })
      if (session % 20 === 18) await press('/paper/transfer', { account, amount: '7500.00', direction: 'WITHDRAWAL' })
      await press('/paper/replay-step', { step: 'CLOSE' })
      await syncAccount(app.services, accountId)
    }
    await askAll('real replay', { manager, accountId, memberId: accountId }, 'AAPL')
  } finally {
    await app.stop()
  }
}

await withTestServer(async () => {
  await demonstration()
  if (hasMarketData) await realReplay()
  else console.log(`The real market files are missing: there is no folder ${marketDataFolder}.`)
  console.log(`${broken} answers differed`)
  process.exitCode = broken === 0 ? 0 : 1
})
