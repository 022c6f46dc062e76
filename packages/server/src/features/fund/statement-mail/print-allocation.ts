// The allocation page that goes beside the statement of a whole year.
import { Refusal } from '@clubfolio/contract'
import type { Services } from '../../../services.ts'
import type { CurrentFund } from '../book/load-fund.ts'
import { toMyFundYear } from '../year/find-year.ts'
import { openYear, type OpenedYear } from '../year/open-year.ts'
import { readYearIssuer, yearPaperFileName } from '../year/print-year.ts'
import { allocationPaper, allocationTitle } from '../year/year-paper.ts'
import { coveredYear } from './covered-year.ts'

interface StatedDays {
  readonly from: string
  readonly to: string
}

/**
 * Opens the year that these days cover, once for all its holders. Returns undefined when they cover none, and when its
 * papers can still change or cannot be made: its books are not closed, or it has no figures.
 */
export async function openClosedYear(
  services: Services,
  fund: CurrentFund,
  span: StatedDays,
): Promise<OpenedYear | undefined> {
  const { opening, closedUntil } = fund.records
  const year = coveredYear(span, opening.day)
  if (year === undefined || closedUntil === undefined || closedUntil < span.to) return undefined
  try {
    return await openYear(services, fund, String(year))
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Prints the page of one holder; undefined when the year has nothing of theirs. */
export async function printAllocation(
  services: Services,
  opened: OpenedYear,
  { memberId, name }: { readonly memberId: string; readonly name: string },
): Promise<Buffer | undefined> {
  const mine = toMyFundYear(opened, memberId, name)
  if (!mine) return undefined
  const { holder, ...year } = mine
  const issuer = await readYearIssuer(services, year.accountId)
  return services.renderer.renderYearPaper(allocationPaper(year, holder, issuer), services.clock.nowMs())
}

/** "Allocation 2025 - Nora Lind - Riverside Club - Maria Keller.pdf", of the year of the statement's last day. */
export const allocationFileName = async (
  services: Services,
  { accountId, to }: { readonly accountId: string; readonly to: string },
  name: string,
): Promise<string> =>
  yearPaperFileName(allocationTitle(Number(to.slice(0, 4))), name, await readYearIssuer(services, accountId))
