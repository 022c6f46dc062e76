// The files of a pack, one after the other: statements and allocations of every holder, balance sheet, income
// statement, lists of members and records, both journals, and the table of SHA-256 sums (docs/rules/fund-year.md,
// "Pack").
import { createHash } from 'node:crypto'
import type { FundYear, HolderYear } from '@clubfolio/contract'
import { exportBooksJournal, exportRoiJournal, marketDay, maskNumber, type HolderYearFigures } from '@clubfolio/domain'
import type { Selectable } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { Services } from '../../../services.ts'
import { nameAccount } from '../../account/account-name.ts'
import { fileName } from '../../../kernel/file-name.ts'
import { readFund, toMemberId } from '../book/load-fund.ts'
import { distinctHolderNames } from '../book/member-names.ts'
import { nameFunds, readAccountsIssuer, type Issuer } from '../book/read-issuer.ts'
import { openEarnings, writeFullStatement, type OpenedEarnings } from '../earned/full-statement.ts'
import { toFundYear } from './find-year.ts'
import { openYear, type OpenedYear } from './open-year.ts'
import { readYearIssuer } from './print-year.ts'
import { allocationCsv, memberCsv, recordCsv } from './pack-lists.ts'
import { allocationPaper, allocationsPaper, balancePaper, incomePaper, type YearPaperPages } from './year-paper.ts'

export interface PackFile {
  readonly path: string
  readonly content: Uint8Array
}

export interface ReadPack {
  readonly opened: OpenedYear
  readonly year: FundYear
  readonly issuer: Issuer
  readonly statementIssuer: Issuer
  readonly statements: OpenedEarnings
  /** Printed on every paper: when the books were closed, or when the pack of an open year was ordered. */
  readonly issuedMs: number
  readonly fileCount: number
}

/** Files of the fund as a whole: five papers and lists, two journals, the table of sums. */
const commonFiles = 9

/**
 * Reads what a pack is made from. Throws `notFound` when the person who ordered it may no longer read the fund.
 */
export async function readPack(services: Services, pack: Selectable<Tables['fund_pack']>): Promise<ReadPack> {
  const { account_id: accountId, requested_by: userId } = pack
  const fund = await readFund(services, userId, accountId)
  const opened = await openYear(services, fund, String(pack.year))
  const { from, to } = opened.figures
  const account = nameAccount({ number: maskNumber(fund.account.number), is_paper: fund.account.isPaper })
  const first = fund.records.opening.day
  return {
    opened,
    year: toFundYear(opened),
    issuer: await readYearIssuer(services, accountId),
    statementIssuer: nameFunds(await readAccountsIssuer(services.db, accountId), [account]),
    // What was mailed in the meantime changes nothing in the pack of a closed year.
    statements: await openEarnings(
      services,
      { accountId, from: from < first ? first : from, to, namesCorrections: false },
      fund,
    ),
    issuedMs: (await readClosedAt(services, accountId, pack.year)) ?? pack.requested_at.getTime(),
    fileCount: 2 * opened.figures.holders.length + commonFiles,
  }
}

/** Returns when the books were closed up to the end of a year; undefined while they are open. */
async function readClosedAt({ db }: Services, accountId: string, year: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('fund_period')
    .select('closed_at')
    .where('account_id', '=', accountId)
    .where('until_day', '>=', marketDay(`${year}-12-31`))
    .orderBy('until_day')
    .limit(1)
    .executeTakeFirst()
  return row?.closed_at.getTime()
}

/** Yields every file; the last one lists the SHA-256 sums of the others, as `sha256sum -c` reads them. */
export async function* packFiles(services: Services, pack: ReadPack): AsyncGenerator<PackFile> {
  const sums: string[] = []
  for await (const file of papersOf(services, pack)) {
    sums.push(`${createHash('sha256').update(file.content).digest('hex')}  ${file.path}`)
    yield file
  }
  yield { path: 'SHA256SUMS', content: bytesOf(`${sums.join('\n')}\n`) }
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

async function* papersOf(services: Services, pack: ReadPack): AsyncGenerator<PackFile> {
  const { opened, year, issuer, issuedMs } = pack
  const { fund, figures } = opened
  const { currency } = fund.account
  const paper = async (path: string, pages: YearPaperPages): Promise<PackFile> => ({
    path,
    content: await services.renderer.renderYearPaper(pages, issuedMs),
  })
  yield paper('allocation.pdf', allocationsPaper(year, issuer))
  yield paper('balance-sheet.pdf', balancePaper(year, issuer))
  yield paper('income-statement.pdf', incomePaper(year, issuer))
  const nameOf = distinctHolderNames(fund)
  yield { path: 'allocation.csv', content: bytesOf(allocationCsv(year)) }
  yield { path: 'members.csv', content: bytesOf(memberCsv(figures, nameOf)) }
  yield { path: 'records.csv', content: bytesOf(recordCsv(figures, nameOf)) }
  yield { path: 'books.journal', content: bytesOf(exportBooksJournal(figures.period.end, currency)) }
  yield { path: 'roi.journal', content: bytesOf(exportRoiJournal(figures.period.end, currency)) }
  const byName = year.holders
    .map((holder, index) => ({ holder, figures: figures.holders[index] }))
    .sort((a, b) => (a.holder.name < b.holder.name ? -1 : 1))
  for (const [index, { holder, figures: own }] of byName.entries()) {
    if (!own) continue
    // Two names can be one in a file system.
    const name = fileName([String(index + 1).padStart(3, '0'), holder.name], 'pdf')
    yield { path: `statements/${name}`, content: await statementOf(services, pack, holder, own) }
    yield paper(`allocations/${name}`, allocationPaper(year, holder, issuer))
  }
}

async function statementOf(
  services: Services,
  { opened, statements, statementIssuer, issuedMs }: ReadPack,
  { name }: HolderYear,
  { holderId }: HolderYearFigures,
): Promise<Buffer> {
  const { account } = opened.fund
  const { from, to } = statements.period.period
  const statement = await writeFullStatement(
    services,
    statements,
    { holderId, holder: name, accountNumber: maskNumber(account.number) },
    { accountId: account.id, memberId: toMemberId(account.id, holderId), from, to },
  )
  return services.renderer.renderStatement({ statement, issuer: statementIssuer }, issuedMs)
}
