// Filters that several reports share: own accounts, periods, choices between fixed words.
import { daysBefore, maskNumber, sentenceCase } from '@clubfolio/domain'
import { sql, type RawBuilder } from 'kysely'
import type { OwnAccount } from '../account/own-account.ts'
import type { FilterOption, ReportChoices, ReportFilterDefinition, ReportReader } from './report-definition.ts'

export const everyOption: FilterOption = { id: 'ALL', value: 'All' }

/** `codeOption('ACH_RECEIPT')` is shown as "ACH receipt". */
export const codeOption = (code: string): FilterOption => ({ id: code, value: sentenceCase(code) })

const ownAccounts = ({ services, ownerId }: ReportReader): Promise<OwnAccount[]> =>
  services.db
    .selectFrom('account')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('number')
    .orderBy('id')
    .execute()

const accountOption = ({ id, number }: OwnAccount): FilterOption => ({
  id,
  value: number,
  masked: maskNumber(number),
})

/** All own accounts or one of them; initially the default account. */
export const accountFilter: ReportFilterDefinition = {
  key: 'account',
  label: 'Account',
  description: 'One of your accounts, or all of them.',
  type: 'SELECT',
  isOwn: true,
  options: async (reader) => [
    { id: everyOption.id, value: 'All my accounts' },
    ...(await ownAccounts(reader)).map(accountOption),
  ],
  initial: async (reader) => (await ownAccounts(reader)).find((account) => account.is_default)?.id ?? everyOption.id,
}

/** One own account with its fund; initially the default account. */
export const fundFilter: ReportFilterDefinition = {
  key: 'account',
  label: 'Account',
  description: 'The account whose fund is meant.',
  type: 'SELECT',
  isOwn: true,
  options: async (reader) => (await ownAccounts(reader)).map(accountOption),
  initial: async (reader, options) =>
    (await ownAccounts(reader)).find((account) => account.is_default)?.id ?? options[0]?.id ?? null,
}

/** Returns the reader's chosen accounts as a condition on table account under the alias `a`. */
export const chosenAccounts = ({ ownerId }: ReportReader, choices: ReportChoices): RawBuilder<unknown> => {
  const id = choices.one('account')
  return id === everyOption.id
    ? sql`a.owner_id = ${ownerId}::uuid`
    : sql`a.owner_id = ${ownerId}::uuid and a.id = ${id}::uuid`
}

/** Returns the same accounts as rows, for reports that are computed account by account. */
export async function readChosenAccounts(reader: ReportReader, choices: ReportChoices): Promise<readonly OwnAccount[]> {
  const id = choices.one('account')
  return (await ownAccounts(reader)).filter((account) => id === everyOption.id || account.id === id)
}

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
  options: async (reader) => [everyOption, ...(await read(reader))],
})
