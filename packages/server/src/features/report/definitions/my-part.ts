// The choice of a report about the reader's own part in a fund. The right to it is the member's link to the user of the
// session, in the statement that finds the reader's parts. The account number is masked and no other member appears.
// Source: docs/rules/access.md, "Ownership".
import { Refusal } from '@clubfolio/contract'
import { maskNumber } from '@clubfolio/domain'
import { nameAccount } from '../../account/account-name.ts'
import { readAnyFund, type CurrentFund } from '../../fund/book/load-fund.ts'
import { nameFunds, readAccountsIssuer, type Issuer } from '../../fund/book/read-issuer.ts'
import { findMyHoldings, type MyPlace } from '../../fund/statement/my-participation.ts'
import type { FilterOption, ReportChoices, ReportFilterDefinition, ReportReader } from '../report-definition.ts'

const myPlaces = ({ services, ownerId }: ReportReader): Promise<readonly MyPlace[]> =>
  findMyHoldings(services.db, ownerId)

/** Two members of one account may be linked to the same user. */
const idOf = ({ account_id: accountId, member_id: memberId }: MyPlace): string => `${accountId}.${memberId}`

async function findFunds(reader: ReportReader): Promise<FilterOption[]> {
  const places = await myPlaces(reader)
  return places.map((place) => {
    const isShared = places.some((other) => other !== place && other.account_id === place.account_id)
    const account = `Account ${maskNumber(place.number)}`
    return { id: idOf(place), value: isShared ? `${account}, ${place.name}` : account }
  })
}

export const myPartFilter: ReportFilterDefinition = {
  key: 'fund',
  label: 'Fund',
  description: 'A fund that you take part in.',
  type: 'SELECT',
  isOwn: true,
  options: findFunds,
}

/** Throws `reportFilterUnknown`, also for anybody else's part. */
export async function chosenPart(reader: ReportReader, choices: ReportChoices): Promise<MyPlace> {
  const chosen = choices.one('fund')
  const place = (await myPlaces(reader)).find((one) => idOf(one) === chosen)
  if (!place) throw new Refusal('reportFilterUnknown', { filter: 'Fund' })
  return place
}

export const fundOfPart = async (reader: ReportReader, choices: ReportChoices): Promise<CurrentFund> =>
  readAnyFund(reader.services, (await chosenPart(reader, choices)).account_id)

export async function issuerOfPart(reader: ReportReader, choices: ReportChoices): Promise<Issuer> {
  const { account_id: accountId, number } = await chosenPart(reader, choices)
  const { account } = await readAnyFund(reader.services, accountId)
  const shown = nameAccount({ number: maskNumber(number), is_paper: account.isPaper })
  return nameFunds(await readAccountsIssuer(reader.services.db, accountId), [shown])
}
