// Actions of users, from the audit log; for administrators.
import { addCalendarDays, newYorkInstant } from '@clubfolio/domain'
import { sql } from 'kysely'
import { recordBasis } from '../report-basis.ts'
import { defineReport, type ReportReader } from '../report-definition.ts'
import { everyOption } from '../account-group.ts'
import { codeOption, foundFilter, periodFilter } from '../report-filters.ts'

const users = async ({ services }: ReportReader) => {
  const rows = await services.db
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name', 'email'])
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.id, value: `${row.first_name} ${row.last_name} (${row.email})` }))
}

/** The noun of an action: `session` of `session.open`. */
const areas = async ({ services }: ReportReader) => {
  const { rows } = await sql<{
    area: string
  }>`select distinct split_part(action, '.', 1) as area from audit_log order by 1`.execute(services.db)
  return rows.map(({ area }) => codeOption(area))
}

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
    foundFilter('user', 'User', 'All users, or one.', users),
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
