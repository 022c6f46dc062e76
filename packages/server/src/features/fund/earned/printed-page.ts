// What the pages of issued statements say, kept beside their files, so that a later statement can name what has changed
// since (docs/decisions/0100-what-a-statement-says-it-earned.md).
import { fixedLines, type EarnedCorrection, type StatementEarnings } from '@clubfolio/contract'
import { toCents, toMarketDay, type MarketDay } from '@clubfolio/domain'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../db/connect.ts'

const cents = z.string().regex(/^-?\d{1,24}$/)
const amounts = z.record(z.string(), cents)

/** Amounts by line: a fixed line by its kind, an instrument by "LINES" and its code. */
const PrintedPage = z.object({
  /** Null where the statement was printed without the page. */
  lines: amounts.nullable(),
  /** Differences to statements before that the statement has named. */
  named: z.array(z.object({ from: z.string(), to: z.string(), differences: amounts })),
})
type PrintedPage = z.output<typeof PrintedPage>

export interface PrintedStatement {
  readonly from: MarketDay
  readonly to: MarketDay
  readonly issuedMs: number
  readonly page: PrintedPage
}

/** Whose issued statements; of all members where `memberId` is absent. */
export interface IssuedUpTo {
  readonly accountId: string
  readonly memberId?: string | undefined
  readonly to: string
}

/**
 * A statement can still differ from the books: they were not closed up to its last day before the member's last
 * statement was issued, which named what had changed until then.
 */
const isOpen = sql<boolean>`not exists (select from fund_period p
  where p.account_id = s.account_id and p.until_day >= s.to_day and p.closed_at < (
    select max(l.requested_at) from fund_statement_mail l where l.account_id = s.account_id
      and l.member_id = s.member_id and l.printed is not null and l.to_day >= s.to_day))`

/** Returns the days of issued statements that may have to be corrected. */
export async function findPrintedSpans(
  db: Db,
  { accountId, memberId, to }: IssuedUpTo,
): Promise<{ from: MarketDay; to: MarketDay }[]> {
  const { rows } = await sql<{ from: string; to: string }>`
    select distinct s.from_day::text as from, s.to_day::text as to from fund_statement_mail s
    where s.account_id = ${accountId} and (${memberId ?? null}::uuid is null or s.member_id = ${memberId ?? null}::uuid)
      and s.printed is not null and s.to_day <= ${to}::date and ${isOpen}`.execute(db)
  return rows.map((row) => ({ from: toMarketDay(row.from), to: toMarketDay(row.to) }))
}

/** Returns a member's issued statements, oldest first. */
export async function findPrintedPages(
  db: Db,
  { accountId, memberId, to }: IssuedUpTo & { readonly memberId: string },
): Promise<PrintedStatement[]> {
  const { rows } = await sql<{ from: string; to: string; issued: Date; printed: unknown }>`
    select s.from_day::text as from, s.to_day::text as to, s.requested_at as issued, s.printed
    from fund_statement_mail s
    where s.account_id = ${accountId} and s.member_id = ${memberId} and s.printed is not null
      and s.to_day <= ${to}::date and ${isOpen}
    order by s.requested_at, s.id`.execute(db)
  return rows.flatMap(({ from, to: last, issued, printed }) => {
    const page = PrintedPage.safeParse(printed)
    return page.success
      ? [{ from: toMarketDay(from), to: toMarketDay(last), issuedMs: issued.getTime(), page: page.data }]
      : []
  })
}

/** Returns what is kept of the page that a statement was printed with. */
export function toPrintedPage({ lines, missing, corrections }: StatementEarnings): string {
  const page: PrintedPage = {
    lines: missing > 0 ? null : toAmounts(lines),
    named: corrections.map(({ from, to, lines: corrected }) => ({
      from,
      to,
      differences: Object.fromEntries(corrected.map(({ name, printed, now }) => [keyOfName(name), `${now - printed}`])),
    })),
  }
  return JSON.stringify(page)
}

const toAmounts = (lines: StatementEarnings['lines']): Record<string, string> =>
  Object.fromEntries(lines.map(({ kind, name, profit }) => [kind === 'LINES' ? `LINES ${name}` : kind, `${profit}`]))

const names = new Map<string, string>(Object.entries(fixedLines))
const kinds = new Map([...names].map(([kind, name]) => [name, kind]))
/** No instrument is named like a fixed line: codes are in capitals. */
const keyOfName = (name: string): string => kinds.get(name) ?? `LINES ${name}`
const nameOfKey = (key: string): string => names.get(key) ?? key.slice('LINES '.length)

/**
 * Returns what has changed since statements were issued: of each period the last one counts, with what later ones have
 * named. `now` returns what the books say of its days, or undefined while they lack lines. A cent that moves between
 * roundings is no change.
 */
export function nameCorrections(
  issued: readonly PrintedStatement[],
  now: (span: { readonly from: MarketDay; readonly to: MarketDay }) => StatementEarnings['lines'] | undefined,
): EarnedCorrection[] {
  const last = new Map(issued.filter(({ page }) => page.lines !== null).map((one) => [`${one.from} ${one.to}`, one]))
  return [...last.values()]
    .sort((a, b) => (a.to < b.to || (a.to === b.to && a.from < b.from) ? -1 : 1))
    .flatMap((one) => {
      const lines = now(one)
      if (!lines) return []
      const since = issued
        .slice(issued.indexOf(one) + 1)
        .flatMap(({ page }) => page.named.filter(({ from, to }) => from === one.from && to === one.to))
      const printed = new Map<string, bigint>()
      for (const part of [one.page.lines ?? {}, ...since.map(({ differences }) => differences)])
        for (const [key, amount] of Object.entries(part)) printed.set(key, (printed.get(key) ?? 0n) + BigInt(amount))
      const present = new Map(Object.entries(toAmounts(lines)).map(([key, amount]) => [key, BigInt(amount)]))
      const changed = [...new Set([...printed.keys(), ...present.keys()])]
        .map((key) => ({ key, printed: printed.get(key) ?? 0n, now: present.get(key) ?? 0n }))
        .filter((line) => line.printed !== line.now)
      if (changed.every(({ key }) => key === 'ROUNDING')) return []
      return [
        {
          from: one.from,
          to: one.to,
          issuedAt: one.issuedMs,
          lines: changed
            .sort((a, b) => Number(difference(b) - difference(a)) || (a.key < b.key ? -1 : 1))
            .map(({ key, ...amount }) => ({ name: nameOfKey(key), ...toCorrected(amount) })),
          total: toCorrected({ printed: sumOf(printed), now: sumOf(present) }),
        },
      ]
    })
}

interface Amounts {
  readonly printed: bigint
  readonly now: bigint
}

const toCorrected = ({ printed, now }: Amounts) => ({ printed: toCents(printed), now: toCents(now) })

const difference = ({ printed, now }: Amounts): bigint => (now > printed ? now - printed : printed - now)

const sumOf = (of: ReadonlyMap<string, bigint>): bigint => [...of.values()].reduce((all, one) => all + one, 0n)
