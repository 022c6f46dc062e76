// Takes a table of daily rates into the currency of an account, and books the lines that waited for them. A rate that
// is there already stays as it is when it is the same, and is corrected when it is not, except in periods that a fund
// has closed.
import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Refusal, type RefusedLine, type RouteReply, type Routes } from '@clubfolio/contract'
import { parseMarketDay } from '@clubfolio/domain'
import { sql } from 'kysely'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import { plainLine } from '../../kernel/plain-line.ts'
import type { Session } from '../../kernel/session.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { PooledServices } from '../../services.ts'
import { rebookFileAccount } from '../account-reading/rebook-file-account.ts'
import {
  findFileAccount,
  lockFileAccount,
  renewFileAccount,
  type FileAccount,
} from '../file-account/own-file-account.ts'
import { receiveUpload } from '../market/receive-upload.ts'
import { countOutcomes, rateGaps } from './statement-counts.ts'
import { largestRatesBytes } from './statement-limits.ts'

export interface RatesUpload {
  readonly accountId: string
  readonly file: Readable
}

type RatesReply = RouteReply<Routes['fileAccount']['uploadRates']>

const shownRefusals = 100

/** Throws `notFound`, `notFromFiles`, `ratesUnreadable`, `tooLarge`. */
export async function uploadRates(
  services: PooledServices,
  session: Session,
  { accountId, file }: RatesUpload,
  caller: Caller,
): Promise<RatesReply> {
  const { db, clock, config } = services
  const account = await findFileAccount(db, session.userId, accountId)
  const received = await receiveUpload(config.dataDirectory, file, largestRatesBytes)
  const text = await readFile(received.path, 'utf8').finally(received.remove)
  const table = readRateTable(text)
  if (table.rates.length === 0)
    throw new Refusal('ratesUnreadable', {
      reason:
        table.refused[0]?.reason ??
        'it has no lines. A line is a day, a currency and a rate, like 2024-01-02,USD,0.91.',
    })
  return inTransaction(db, async (trx) => {
    const accounts = await trx
      .selectFrom('account')
      .select('id')
      .where('owner_id', '=', session.userId)
      .where('broker', '=', 'files')
      .where('currency', '=', account.currency)
      .orderBy('id')
      .execute()
    const locked: FileAccount[] = []
    for (const { id } of accounts) locked.push(await lockFileAccount(trx, id))
    const waitingBefore = await countWaiting(trx, locked)
    const written = await writeRates(trx, { account, rates: table.rates, at: new Date(clock.nowMs()) })
    if (written.added + written.changed > 0)
      for (const one of locked) {
        await renewFileAccount(trx, clock, one.id)
        await rebookFileAccount(services, trx, { account: one })
        await recountOutcomes(trx, one.id)
      }
    await writeAudit(trx, clock, {
      actorId: session.userId,
      action: 'rates.import',
      objectType: 'account',
      objectId: account.id,
      after: { added: written.added, changed: written.changed },
      requestId: caller.requestId,
      address: caller.address,
    })
    const refused = [...table.refused, ...written.refused]
    return {
      added: written.added,
      changed: written.changed,
      unchanged: written.unchanged,
      booked: waitingBefore - (await countWaiting(trx, locked)),
      refusedCount: refused.length,
      refused: refused.slice(0, shownRefusals),
    }
  })
}

async function countWaiting(trx: Trx, accounts: readonly FileAccount[]): Promise<number> {
  let waiting = 0
  for (const { id } of accounts) waiting += (await rateGaps(trx, id)).reduce((sum, { lines }) => sum + lines, 0)
  return waiting
}

async function recountOutcomes(trx: Trx, accountId: string): Promise<void> {
  const statements = await trx
    .selectFrom('account_statement')
    .select(['id', 'outcomes'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'IMPORTED')
    .execute()
  for (const { id, outcomes } of statements)
    if (outcomes.some((one) => one.outcome === 'WAITING'))
      await trx
        .updateTable('account_statement')
        .set({ outcomes: JSON.stringify(await countOutcomes(trx, id)) })
        .where('id', '=', id)
        .execute()
}

interface Rate {
  readonly line: number
  readonly day: string
  readonly currency: string
  readonly rate: string
}

export interface RateLines {
  readonly rates: readonly Rate[]
  readonly refused: readonly RefusedLine[]
}

const mostDecimals = 12

/**
 * Reads lines of day, currency and rate, separated by commas, semicolons or tabs. A first line without a day is a
 * heading. `readRateTable('2024-01-02,USD,0.91').rates` is one rate.
 */
export function readRateTable(text: string): RateLines {
  const rates = new Map<string, Rate>()
  const refused: RefusedLine[] = []
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  for (const [index, content] of lines.entries()) {
    if (content.trim() === '') continue
    const line = index + 1
    const cells = content.split(/[;\t]/.test(content) ? /[;\t]/ : ',').map((cell) => cell.trim().replaceAll('"', ''))
    const [written = '', currency = '', rate = ''] = cells
    const day = parseMarketDay(written)
    if (day === null && index === 0) continue
    const fault = faultOf({ day, currency, rate, cells })
    if (fault !== undefined || day === null) {
      refused.push({ line, reason: fault ?? 'The day is no date.', content: plainLine(content, 200) })
      continue
    }
    rates.set(`${day} ${currency}`, { line, day, currency, rate: rate.replace(',', '.') })
  }
  return { rates: [...rates.values()], refused }
}

interface RateCells {
  readonly day: string | null
  readonly currency: string
  readonly rate: string
  readonly cells: readonly string[]
}

function faultOf({ day, currency, rate, cells }: RateCells): string | undefined {
  if (cells.length !== 3) return 'A line has a day, a currency and a rate.'
  if (day === null) return 'The day is no date like 2024-01-02.'
  if (!/^[A-Z]{3,10}$/.test(currency)) return 'The currency is no code like USD.'
  if (!new RegExp(`^\\d{1,9}([.,]\\d{1,${mostDecimals}})?$`).test(rate) || Number(rate.replace(',', '.')) <= 0)
    return 'The rate is no positive number like 0.9132.'
  return undefined
}

interface WriteRatesOptions {
  readonly account: FileAccount
  readonly rates: readonly Rate[]
  readonly at: Date
}

async function writeRates(trx: Trx, { account, rates, at }: WriteRatesOptions) {
  const { rows: closed } = await sql<{ until: string | null }>`
    select max(f.closed_until)::text as until from fund f join account a on a.id = f.account_id
    where a.owner_id = ${account.owner_id} and a.broker = 'files' and a.currency = ${account.currency}`.execute(trx)
  const { rows: known } = await sql<{ day: string; currency: string; rate: string }>`
    select day::text as day, currency, trim_scale(rate)::text as rate from currency_rate
    where owner_id = ${account.owner_id} and base = ${account.currency}`.execute(trx)
  const before = new Map(known.map(({ day, currency, rate }) => [`${day} ${currency}`, rate]))
  const until = closed[0]?.until ?? null
  const refused: RefusedLine[] = []
  const due: Rate[] = []
  let [added, changed, unchanged] = [0, 0, 0]
  for (const rate of rates) {
    const old = before.get(`${rate.day} ${rate.currency}`)
    if (rate.currency === account.currency)
      refused.push({ line: rate.line, reason: 'This is the currency of the account.', content: contentOf(rate) })
    else if (old !== undefined && Number(old) === Number(rate.rate)) unchanged++
    else if (until !== null && rate.day <= until)
      refused.push({
        line: rate.line,
        reason: `The books of a fund are closed until ${until}. Rates of closed periods stay as they are.`,
        content: contentOf(rate),
      })
    else {
      if (old === undefined) added++
      else changed++
      due.push(rate)
    }
  }
  await sql`
    insert into currency_rate (owner_id, base, currency, day, rate, imported_at)
    select ${account.owner_id}::uuid, ${account.currency}, r.currency, r.day::date, r.rate::numeric, ${at}
    from json_to_recordset(${JSON.stringify(due)}::json) as r (currency text, day text, rate text)
    on conflict (owner_id, base, currency, day) do update set rate = excluded.rate, imported_at = excluded.imported_at
  `.execute(trx)
  return { added, changed, unchanged, refused }
}

const contentOf = ({ day, currency, rate }: Rate): string => `${day},${currency},${rate}`
