// The reader's own capital account in a fund that they take part in. The right to it is the member's link to the user
// of the session, in the statement that finds the reader's parts. The account number is masked and no other member
// appears.
// Source: docs/rules/access.md, "Ownership".
import { Refusal } from '@clubfolio/contract'
import { maskNumber } from '@clubfolio/domain'
import { nameAccount } from '../../account/account-name.ts'
import { readAnyFund } from '../../fund/book/load-fund.ts'
import { nameFunds, readAccountsIssuer } from '../../fund/book/read-issuer.ts'
import { findMyHoldings, statementAddressOf, type MyPlace } from '../../fund/statement/my-participation.ts'
import { readStatement } from '../../fund/statement/read-statement.ts'
import { defineReport, type FilterOption, type ReportChoices, type ReportReader } from '../report-definition.ts'
import { periodFilter } from '../report-filters.ts'
import {
  capitalAccountBasis,
  capitalAccountColumns,
  capitalAccountRows,
  noCapitalAccount,
  statedSpan,
} from './capital-account-rows.ts'

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

async function chosenPlace(reader: ReportReader, choices: ReportChoices): Promise<MyPlace> {
  const chosen = choices.one('fund')
  const place = (await myPlaces(reader)).find((one) => idOf(one) === chosen)
  if (!place) throw new Refusal('reportFilterUnknown', { filter: 'Fund' })
  return place
}

export const myCapitalAccount = defineReport({
  key: 'my-capital-account',
  name: 'My capital account',
  category: 'Fund',
  description: 'Your opening balance, dealings, results, expenses and closing balance in a fund that you take part in.',
  rights: [],
  readers: 'fund-members',
  filters: [
    {
      key: 'fund',
      label: 'Fund',
      description: 'A fund that you take part in.',
      type: 'SELECT',
      isOwn: true,
      options: findFunds,
    },
    periodFilter(),
  ],
  columns: capitalAccountColumns,
  orderBy: { field: 'line', direction: 'ASC' },
  currency: async (reader, choices) => {
    const { account_id: accountId } = await chosenPlace(reader, choices)
    return (await readAnyFund(reader.services, accountId)).account.currency
  },
  issuer: async (reader, choices) => {
    const { account_id: accountId, number } = await chosenPlace(reader, choices)
    const { account } = await readAnyFund(reader.services, accountId)
    const shown = nameAccount({ number: maskNumber(number), is_paper: account.isPaper })
    return nameFunds(await readAccountsIssuer(reader.services.db, accountId), [shown])
  },
  basis: async (reader, choices) => {
    const { account_id: accountId } = await chosenPlace(reader, choices)
    return capitalAccountBasis(reader, await readAnyFund(reader.services, accountId), choices.period('period'))
  },
  rows: async (reader, choices) => {
    const place = await chosenPlace(reader, choices)
    const { account_id: accountId, member_id: memberId } = place
    const span = await statedSpan(reader, await readAnyFund(reader.services, accountId), choices.period('period'))
    if (span === undefined) return noCapitalAccount
    const statement = await readStatement(reader.services, statementAddressOf(place), { accountId, memberId, ...span })
    return capitalAccountRows(statement)
  },
})
