// Prints a paper of a year as a PDF file, in a worker thread so that other requests are not blocked.
import type { FundYear, ParamsOf, YearPaper } from '@clubfolio/contract'
import { fileName } from '../../../kernel/file-name.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Services } from '../../../services.ts'
import { maskedAccount } from '../../account/account-name.ts'
import { findFundAccount } from '../book/load-fund.ts'
import { nameFunds, readAccountsIssuer, type Issuer } from '../book/read-issuer.ts'
import { findMyYear, findYear } from './find-year.ts'
import { allocationPaper, allocationsPaper, balancePaper, incomePaper, type YearPaperPages } from './year-paper.ts'

interface NamedFile {
  readonly fileName: string
  readonly content: string
}

const writers: Readonly<Record<YearPaper, (year: FundYear, issuer: Issuer) => YearPaperPages>> = {
  allocation: allocationsPaper,
  'balance-sheet': balancePaper,
  'income-statement': incomePaper,
}

export async function printYear(
  services: Services,
  session: Session,
  { paper, ...span }: ParamsOf<'fund', 'printYear'>,
): Promise<NamedFile> {
  const year = await findYear(services, session, span)
  return print(services, writers[paper](year, await readYearIssuer(services, span.accountId)))
}

export async function printMyYear(
  services: Services,
  session: Session,
  span: ParamsOf<'fund', 'printMyYear'>,
): Promise<NamedFile> {
  const { holder, ...year } = await findMyYear(services, session, span)
  return print(services, allocationPaper(year, holder, await readYearIssuer(services, span.accountId)), holder.name)
}

/** The issuer of a fund's papers; a fund without a name is called by its masked account. */
export async function readYearIssuer({ db }: Pick<Services, 'db'>, accountId: string): Promise<Issuer> {
  const account = await findFundAccount(db, accountId)
  const number = maskedAccount({ number: account.number, is_paper: account.isPaper })
  return nameFunds(await readAccountsIssuer(db, accountId), [number])
}

async function print(services: Services, paper: YearPaperPages, holder = ''): Promise<NamedFile> {
  const bytes = await services.renderer.renderYearPaper(paper, services.clock.nowMs())
  return { fileName: yearPaperFileName(paper.title, holder, paper.issuer), content: bytes.toString('base64') }
}

/**
 * "Allocation 2025 - Nora Lind - Riverside Club - Maria Keller.pdf", with "Paper" where the fund holds practice money.
 */
export const yearPaperFileName = (title: string, holder: string, { clubs, manager, moneyMark = '' }: Issuer): string =>
  fileName([title, moneyMark, holder, clubs.join(', '), manager], 'pdf')
