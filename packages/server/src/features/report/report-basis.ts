// The basis of a report's figures in words: a reading of the brokerage, a close, a market day. Every screen and
// document of a report shows it, so that the time at which a document was written is never taken for the time of its
// figures.
import { newYorkDateAt, newYorkTimeText, describeValuation, type FundReplay, toEpochMs } from '@clubfolio/domain'
import { readFund, type CurrentFund } from '../fund/book/load-fund.ts'
import { readAccountReplay } from '../fund/book/read-account-replay.ts'
import type { ReportChoices, ReportDefinition, ReportReader } from './report-definition.ts'
import { readChosenAccounts } from './report-filters.ts'

/** Transactions, orders and positions: the oldest reading of the chosen accounts. */
export async function readingBasis(reader: ReportReader, choices: ReportChoices): Promise<string> {
  const accounts = await readChosenAccounts(reader, choices)
  if (accounts.length === 0) return 'There is no account yet.'
  const times = accounts.flatMap(({ synced_at: at }) => (at === null ? [] : [at.getTime()]))
  if (times.length === 0) return 'The brokerage has not been read yet.'
  return `Read from the brokerage ${newYorkTimeText(toEpochMs(Math.min(...times)))}`
}

/** Official closes of the chosen accounts, up to the end of the period. */
export async function closeBasis(reader: ReportReader, choices: ReportChoices): Promise<string> {
  const [, to] = choices.period('period')
  const ids = (await readChosenAccounts(reader, choices)).map(({ id }) => id)
  if (ids.length === 0) return closeWords([])
  const rows = await reader.services.db
    .selectFrom('account_close')
    .select(({ fn }) => fn.max('day').as('day'))
    .where('account_id', 'in', ids)
    .where('day', '<=', to)
    .groupBy('account_id')
    .execute()
  return closeWords(rows.flatMap(({ day }) => (day === null ? [] : [day])))
}

/** The fund of the chosen account, up to a day; undefined means now. */
export const fundBasis = async (reader: ReportReader, accountId: string, until?: string): Promise<string> =>
  replayedBasis(await readFund(reader.services, reader.ownerId, accountId), until)

/** A fund that the caller may read, up to a day; undefined means now. */
export function replayedBasis({ replay, records }: Pick<CurrentFund, 'replay' | 'records'>, until?: string): string {
  if (until !== undefined && until < records.opening.day)
    return `The fund opened on ${records.opening.day}; nothing is stated before it.`
  return replayBasis(replay, until)
}

/** The last close that a replay values, and the entries after it. */
function replayBasis({ valuations, dealings }: FundReplay, until = '9999'): string {
  const close = valuations.findLast(({ day }) => day <= until)
  const dealing = dealings.findLast(({ day }) => day <= until)?.day
  if (close === undefined) return closeWords([])
  const entries = dealing !== undefined && dealing > close.day ? `, with entries up to ${dealing}` : ''
  return `Figures of the ${describeValuation(close)}${entries}`
}

/** The current funds of all chosen accounts. */
export async function fundsBasis(reader: ReportReader, choices: ReportChoices): Promise<string> {
  const accounts = await readChosenAccounts(reader, choices)
  const replays = await Promise.all(accounts.map(({ id }) => readAccountReplay(reader.services, reader.ownerId, id)))
  return closeWords(replays.flatMap(({ valuations }) => valuations.at(-1)?.day ?? []))
}

const activeDays = ({ services }: ReportReader) =>
  services.db
    .selectFrom('market_source')
    .select(['market_day', 'forming_day'])
    .where('is_active', '=', true)
    .executeTakeFirst()

/** The last finished market day of the active market. */
export async function marketBasis(reader: ReportReader): Promise<string> {
  const day = (await activeDays(reader))?.market_day
  return day ? `Prices of the market day ${day}` : 'There are no prices yet.'
}

/** The market day of the market lists: the forming one, while there is one. */
export async function listBasis(reader: ReportReader): Promise<string> {
  const days = await activeDays(reader)
  const [finished, forming] = [days?.market_day ?? null, days?.forming_day ?? null]
  return finished !== null && forming !== null && forming > finished
    ? `Prices of the market day ${forming}, which is not over`
    : marketBasis(reader)
}

/** Our own records, read in their current state. */
export const recordBasis = ({ services }: ReportReader): string =>
  `As recorded ${newYorkTimeText(services.clock.nowMs())}`

function closeWords(days: readonly string[]): string {
  const [first, last] = [...days].sort().filter((_day, index, all) => index === 0 || index === all.length - 1)
  if (first === undefined) return 'There is no close yet.'
  return last === undefined || last === first
    ? `Figures of the close of ${first}`
    : `Figures of the closes of ${first} to ${last}`
}

/** A period in the future has nothing to report. */
export function describeReadAhead(
  { filters }: Pick<ReportDefinition, 'filters'>,
  { today, services }: ReportReader,
  choices: ReportChoices,
): string | undefined {
  const wallDay = newYorkDateAt(services.clock.nowMs())
  const last = today > wallDay ? today : wallDay
  const ahead = filters
    .filter(({ type }) => type === 'DATE_RANGE')
    .map(({ key }) => choices.period(key))
    .find(([from]) => from > last)
  return ahead && `${ahead[0]} to ${ahead[1]} is still to come; nothing is stated after ${last}.`
}
