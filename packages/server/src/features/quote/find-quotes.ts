// Last prices of the active market, with bid, ask and the day's volume where it has them: ticking ones of the simulated
// market, those at a replay's own time, or the last closes of a market without live prices. Contracts have prices on
// the simulated market only.
import type { Quote } from '@clubfolio/contract'
import { codeKey, isOptionCode } from '@clubfolio/domain'
import { parseOptionCode } from '@clubfolio/simulated-market'
import { sql } from 'kysely'
import type { MarketSourceName } from '../../db/tables/market-tables.ts'
import { compileSelect } from '../../db/compiled-statements.ts'
import { rawPart, selectPart, type Part } from '../../db/read-together.ts'
import { knownMarket } from '../../kernel/known-market.ts'
import type { Services } from '../../services.ts'
import { createMarketCache } from '../market/market-cache.ts'
import { replayedQuotes, replayTime } from './replayed-quotes.ts'

export interface ListedRow {
  /** The code as it was asked for. */
  asked: string
  code: string
  last_close: number
  last_day: string
  /** Of `last_day`; not read for the simulated market, which computes it. */
  volume: number | null
  source: MarketSourceName
}

/** Returns quotes in the order of the codes; a code that is not listed is left out. */
export async function findQuotes(services: Services, codes: readonly string[]): Promise<Quote[]> {
  const shares = [...new Set(codes)].filter((code) => !isOptionCode(code))
  const found = await keptShares.findAll(services.market, [...new Set(shares.map(codeKey))], async (codeKeys) => {
    const rows = await selectListed(services.db, { codeKeys })
    const byKey = new Map(rows.map(({ asked, ...row }) => [asked, row]))
    return new Map(codeKeys.map((key) => [key, byKey.get(key) ?? null]))
  })
  const listed = shares.flatMap((asked) => {
    const share = found.get(codeKey(asked))
    return share ? [{ ...share, asked }] : []
  })
  return quotesOf(services, codes, listed)
}

/** More shares than a market has; a code that it does not list is kept as null. */
const mostKeptShares = 50_000
const keptShares = createMarketCache<Omit<ListedRow, 'asked'> | null>(mostKeptShares)

const selectListed = compileSelect((_db, { codeKeys }: { codeKeys: readonly string[] }) =>
  selectPart(listedSharesPart(codeKeys, codeKeys)),
)

/** What `quotesOf` needs from the database of shares, each given once, with their keys in the same order. */
export function listedSharesPart(shares: readonly string[], codeKeys: readonly string[]): Part<ListedRow> {
  const query = sql`
    select w.code as asked, i.code, i.source, s.last_close, s.last_day, b.volume
    from unnest(${shares}::text[], ${codeKeys}::text[]) with ordinality as w (code, code_key, place)
    join market_source m on m.is_active
    join instrument i on i.source = m.source and i.code_key = w.code_key
    join instrument_stat s on s.instrument_id = i.id
    left join daily_bar b on i.source <> 'simulated' and b.instrument_id = i.id and b.day = s.last_day
    order by w.place
  `
  return rawPart<ListedRow>(query, {
    asked: 'text',
    code: 'text',
    source: 'text',
    last_close: 'number',
    last_day: 'text',
    volume: 'number',
  })
}

/** Returns quotes as `findQuotes` does, from the rows of `listedSharesPart`. */
export async function quotesOf(
  services: Services,
  codes: readonly string[],
  listed: readonly ListedRow[],
): Promise<Quote[]> {
  const wanted = [...new Set(codes)]
  const contracts = wanted.filter(isOptionCode)
  const shares = await shareQuotes(services, listed)
  if (contracts.length === 0) return shares
  const found = [...shares, ...(await findContractQuotes(services, contracts))]
  return wanted.flatMap((code) => found.find((quote) => quote.code === code) ?? [])
}

async function findContractQuotes({ db, clock, simulated }: Services, codes: readonly string[]): Promise<Quote[]> {
  const active =
    knownMarket(db) ??
    (await db.selectFrom('market_source').select('source').where('is_active', '=', true).executeTakeFirst())
  if (active?.source !== 'simulated') return []
  const nowMs = clock.nowMs()
  return codes.flatMap((code) => {
    const contract = parseOptionCode(code)
    const quote = contract && simulated.optionQuote(contract, nowMs)
    return quote === null ? [] : [{ code, last: quote.last ?? quote.mark, ...spreadOf(quote), atMs: nowMs }]
  })
}

const spreadOf = ({ bid, ask }: { readonly bid: number; readonly ask: number }): Pick<Quote, 'bid' | 'ask'> => ({
  ...(bid > 0 ? { bid } : {}),
  ...(ask > 0 ? { ask } : {}),
})

async function shareQuotes({ db, clock, simulated }: Services, rows: readonly ListedRow[]): Promise<Quote[]> {
  const nowMs = clock.nowMs()
  const replayMs = rows.some(({ source }) => source === 'import') ? await replayTime(db, nowMs) : null
  const replayed =
    replayMs === null
      ? null
      : await replayedQuotes(
          db,
          rows.map(({ code }) => code),
          replayMs,
        )
  return rows.map(({ asked, code, source, last_close, last_day, volume }): Quote => {
    const shown = replayed?.get(code)
    if (shown) return { code: asked, last: shown.last, atMs: shown.atMs, volume: Math.round(shown.volume) }
    const quote = source === 'simulated' ? simulated.quoteAt(code, nowMs) : null
    if (!quote)
      return { code: asked, last: last_close, atMs: Date.parse(last_day), ...(volume === null ? {} : { volume }) }
    // A closed market has a last price and no offers.
    return {
      code: asked,
      last: quote.last,
      atMs: nowMs,
      ...(quote.isOpen ? spreadOf(quote) : {}),
      volume: quote.volume,
    }
  })
}
