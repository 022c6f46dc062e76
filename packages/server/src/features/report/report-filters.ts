// Filters that several reports share: own accounts, periods, choices between fixed words.
import { daysBefore, maskNumber, sentenceCase } from '@clubfolio/domain'
import { sql, type RawBuilder } from 'kysely'
import { nameAccount } from '../account/account-name.ts'
import type { OwnAccount } from '../account/own-account.ts'
import { mayInFund, personAt, type FundRight } from '../fund/right/fund-right.ts'
import { accountGroups, everyOption, findAccountGroup, inGroup } from './account-group.ts'
import type { FilterOption, ReportChoices, ReportFilterDefinition, ReportReader } from './report-definition.ts'

/** `codeOption('ACH_RECEIPT')` is shown as "ACH receipt". */
export const codeOption = (code: string): FilterOption => ({ id: code, value: sentenceCase(code) })

/** A reader lasts as long as one report: its options and its initial choice are of the same accounts. */
const accountsOfReaders = new WeakMap<ReportReader, Promise<OwnAccount[]>>()

function ownAccounts(reader: ReportReader): Promise<OwnAccount[]> {
  const known = accountsOfReaders.get(reader)
  if (known) return known
  const accounts = reader.services.db
    .selectFrom('account')
    .selectAll()
    .where('owner_id', '=', reader.ownerId)
    .orderBy('number')
    .orderBy('id')
    .execute()
  accountsOfReaders.set(reader, accounts)
  return accounts
}

const accountOption = (account: OwnAccount): FilterOption => ({
  id: account.id,
  value: nameAccount(account),
  masked: nameAccount({ ...account, number: maskNumber(account.number) }),
})

/** One own account, or several that a report may add up; initially the default account. */
export const accountFilter: ReportFilterDefinition = {
  key: 'account',
  label: 'Account',
  description: 'One of your accounts, or several. Paper is kept apart from real money unless you choose both.',
  type: 'SELECT',
  isOwn: true,
  options: async (reader) => {
    const accounts = await ownAccounts(reader)
    return [...accountGroups(accounts), ...accounts.map(accountOption)]
  },
  initial: async (reader) => (await ownAccounts(reader)).find((account) => account.is_default)?.id ?? everyOption.id,
}

/** The accounts in whose funds the reader has the right: their own, and those of funds in which they have a role. */
const readableFunds = ({ services, ownerId }: ReportReader, right: FundRight = 'READ'): Promise<OwnAccount[]> =>
  services.db
    .selectFrom('account')
    .selectAll()
    .where(mayInFund(right, personAt(services.clock, ownerId)))
    .orderBy(sql`owner_id <> ${ownerId}`)
    .orderBy('number')
    .orderBy('id')
    .execute()

/** A role in a fund gives no right to its account, so the account's number stays masked. */
const fundOption =
  ({ ownerId }: ReportReader) =>
  (account: OwnAccount): FilterOption => {
    const option = accountOption(account)
    return account.owner_id === ownerId ? option : { ...option, value: option.masked ?? option.value }
  }

/** One account whose fund the reader may read; initially their default account. */
export const fundFilter: ReportFilterDefinition = {
  key: 'account',
  label: 'Account',
  description: 'The account whose fund is meant.',
  type: 'SELECT',
  isOwn: true,
  options: async (reader) => (await readableFunds(reader)).map(fundOption(reader)),
  initial: async (reader, options) =>
    (await ownAccounts(reader)).find((account) => account.is_default)?.id ?? options[0]?.id ?? null,
}

/** One account in whose fund the reader records; initially their default account. */
export const keptFundFilter: ReportFilterDefinition = {
  ...fundFilter,
  options: async (reader) => (await readableFunds(reader, 'RECORD')).map(fundOption(reader)),
}

/** One account whose fund the reader may read, or several of their own; initially their default account. */
export const fundsFilter: ReportFilterDefinition = {
  ...accountFilter,
  description: 'One fund, or several of your own. Paper is kept apart from real money unless you choose both.',
  options: async (reader) => {
    const funds = await readableFunds(reader)
    const own = funds.filter((account) => account.owner_id === reader.ownerId)
    return [...(own.length > 0 ? accountGroups(own) : []), ...funds.map(fundOption(reader))]
  },
  initial: async (reader, options) =>
    (await ownAccounts(reader)).find((account) => account.is_default)?.id ?? options[0]?.id ?? null,
}

/** Returns the reader's chosen accounts as a condition on table account under the alias `a`. */
export function chosenAccounts({ ownerId }: ReportReader, choices: ReportChoices): RawBuilder<unknown> {
  const choice = choices.one('account')
  const group = findAccountGroup(choice)
  return group
    ? sql`a.owner_id = ${ownerId}::uuid and ${inGroup(ownerId, group)}`
    : sql`a.owner_id = ${ownerId}::uuid and a.id = ${choice}::uuid`
}

/** Returns the chosen accounts of a report about funds; a single one may be of a fund that the reader has a role in. */
export function chosenFunds(reader: ReportReader, choices: ReportChoices): RawBuilder<boolean> {
  const choice = choices.one('account')
  return findAccountGroup(choice)
    ? sql<boolean>`${chosenAccounts(reader, choices)}`
    : sql<boolean>`${mayInFund('READ', personAt(reader.services.clock, reader.ownerId), 'a')}
        and a.id = ${choice}::uuid`
}

/** Returns the chosen accounts of a report about funds as rows. */
export const readChosenFunds = (reader: ReportReader, choices: ReportChoices): Promise<readonly OwnAccount[]> =>
  reader.services.db
    .selectFrom('account as a')
    .selectAll()
    .where(chosenFunds(reader, choices))
    .orderBy('a.number')
    .orderBy('a.id')
    .execute()

const groupsOfReaders = new WeakMap<ReportReader, Map<string, Promise<readonly OwnAccount[]>>>()

/**
 * Returns the same accounts as rows, for reports that are computed account by account. They are those of the reader's
 * options, so that what a report says of them and what it shows belong together.
 */
export async function readChosenAccounts(reader: ReportReader, choices: ReportChoices): Promise<readonly OwnAccount[]> {
  const choice = choices.one('account')
  if (!findAccountGroup(choice)) return (await ownAccounts(reader)).filter(({ id }) => id === choice)
  const groups = groupsOfReaders.get(reader) ?? new Map<string, Promise<readonly OwnAccount[]>>()
  groupsOfReaders.set(reader, groups)
  const known = groups.get(choice)
  if (known) return known
  const accounts = readGroup(reader, choices)
  groups.set(choice, accounts)
  return accounts
}

const readGroup = (reader: ReportReader, choices: ReportChoices): Promise<readonly OwnAccount[]> =>
  reader.services.db
    .selectFrom('account as a')
    .selectAll()
    .where(sql<boolean>`${chosenAccounts(reader, choices)}`)
    .orderBy('a.number')
    .orderBy('a.id')
    .execute()

/** A period of days; initially the year up to today. */
export const periodFilter = (
  label = 'Period',
  description = 'First and last day, both included.',
): ReportFilterDefinition => ({
  key: 'period',
  label,
  description,
  type: 'DATE_RANGE',
  initial: ({ today }) => [daysBefore(today, 365), today],
})

export interface ChoiceFilterOptions {
  readonly description: string
  readonly words: Readonly<Record<string, string>>
  readonly type?: 'RADIO' | 'SELECT' | undefined
}

/** A choice between fixed words; initially the first. */
export const choiceFilter = (
  key: string,
  label: string,
  { description, words, type = 'RADIO' }: ChoiceFilterOptions,
): ReportFilterDefinition => ({
  key,
  label,
  description,
  type,
  options: () => Object.entries(words).map(([id, value]) => ({ id, value })),
})

/** All, or one of the words that `read` finds for the reader. */
export const foundFilter = (
  key: string,
  label: string,
  description: string,
  read: (reader: ReportReader) => Promise<readonly FilterOption[]>,
): ReportFilterDefinition => ({
  key,
  label,
  description,
  type: 'SELECT',
  // The words are not read for somebody who asks for all.
  findOption: (_reader, id) => Promise.resolve(id === everyOption.id ? everyOption : undefined),
  options: async (reader) => [everyOption, ...(await read(reader))],
})
