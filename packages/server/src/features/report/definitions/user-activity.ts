// Actions of users, from the audit log; for administrators.
import { addCalendarDays, newYorkInstant } from '@clubfolio/domain'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../db/connect.ts'
import { recordBasis } from '../report-basis.ts'
import { defineReport, type FilterOption, type ReportReader } from '../report-definition.ts'
import { everyOption } from '../account-group.ts'
import { codeOption, foundFilter, periodFilter } from '../report-filters.ts'

const selectUsers = ({ services }: ReportReader) =>
  services.db.selectFrom('app_user').select(['id', 'first_name', 'last_name', 'email'])

type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>['execute']>>[number]
const userOption = (row: UserRow): FilterOption => ({
  id: row.id,
  value: `${row.first_name} ${row.last_name} (${row.email})`,
})

const users = async (reader: ReportReader): Promise<FilterOption[]> => {
  const rows = await selectUsers(reader).orderBy('last_name').orderBy('first_name').orderBy('id').execute()
  return rows.map(userOption)
}

const findUser = async (reader: ReportReader, id: string): Promise<FilterOption | undefined> => {
  if (id === everyOption.id) return everyOption
  if (!z.uuid().safeParse(id).success) return undefined
  const row = await selectUsers(reader).where('id', '=', id).executeTakeFirst()
  return row && userOption(row)
}

/**
 * The noun of an action: `session` of `session.open`. Each is found by one step in the index of areas, so it costs the
 * same however long the log is.
 */
export const findAreas = async (db: Db): Promise<string[]> => {
  const next = (after: RawBuilder<unknown>) =>
    sql`(select split_part(action, '.', 1) from audit_log where ${after} order by split_part(action, '.', 1) limit 1)`
  const { rows } = await sql<{ area: string }>`
    with recursive found (area) as (
      select ${next(sql`true`)} union all
      select ${next(sql`split_part(action, '.', 1) > found.area`)} from found where found.area is not null
    )
    select area from found where area is not null order by area`.execute(db)
  return rows.map(({ area }) => area)
}

const areas = async ({ services }: ReportReader) => (await findAreas(services.db)).map(codeOption)

export const userActivity = defineReport({
  key: 'user-activity',
  name: 'User activity',
  category: 'Administration',
  description: 'Sign-ins, changes of rights, entries and orders of all users, from the audit log.',
  rights: ['VAd'],
  readers: 'everyone',
  filters: [
    // The log uses wall-clock time, whatever day the market has.
    {
      ...periodFilter('Period', 'First and last New York day, both included.'),
      isWallClock: true,
      initial: () => 'LAST_30_DAYS',
    },
    { ...foundFilter('user', 'User', 'All users, or one.', users), findOption: findUser },
    foundFilter('area', 'Area', 'What was acted on.', areas),
  ],
  columns: [
    { field: 'at', header: 'Time', type: 'DATE_TIME', canBeSort: true },
    { field: 'user', header: 'User', type: 'TEXT', canBeSort: true },
    { field: 'email', header: 'Email', type: 'TEXT', canBeSort: true },
    { field: 'apiToken', header: 'API token', type: 'TEXT', canBeSort: true },
    { field: 'action', header: 'Action', type: 'CODE', canBeSort: true },
    { field: 'objectType', header: 'Object', type: 'CODE', canBeSort: true },
    { field: 'objectId', header: 'Object ID', type: 'TEXT', canBeSort: false },
    { field: 'address', header: 'Address', type: 'TEXT', canBeSort: true },
  ],
  orderBy: { field: 'at', direction: 'DESC' },
  basis: recordBasis,
  rows: (_reader, choices) => {
    const [from, to] = choices.period('period')
    const [user, area] = [choices.one('user'), choices.one('area')]
    return sql`
      select l.at, u.first_name || ' ' || u.last_name as "user", u.email, l.action, l.object_type as "objectType",
        l.object_id as "objectId", l.address, l.token_name as "apiToken"
      from audit_log l left join app_user u on u.id = l.actor_id
      where l.at >= ${new Date(newYorkInstant(from, 0))}
        and l.at < ${new Date(newYorkInstant(addCalendarDays(to, 1), 0))}
        and ${user === everyOption.id ? sql`true` : sql`l.actor_id = ${user}::uuid`}
          and ${area === everyOption.id ? sql`true` : sql`split_part(l.action, '.', 1) = ${area}`}`
  },
})
