// The name of a member where the database composes it: equal to the domain's `memberName`.
import { sql, type RawBuilder } from 'kysely'

/** Returns the expression for `Ann Keller`; `alias` is the name that the query gives to the table of members. */
export const memberNameSql = (alias = 'member'): RawBuilder<string> =>
  sql<string>`${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}`

/** Returns the expression for `Keller, Ann`, as the domain's `sortedMemberName` writes it. */
export const sortedMemberNameSql = (alias = 'member'): RawBuilder<string> =>
  sql<string>`${sql.ref(`${alias}.last_name`)} || ', ' || ${sql.ref(`${alias}.first_name`)}`
