// The name of a member where the database composes it: equal to the domain's `memberName`.
import { sql, type RawBuilder } from 'kysely'

/** Returns the expression for `Ann Keller`; `alias` is the name that the query gives to the table of members. */
export const memberNameSql = (alias = 'member'): RawBuilder<string> =>
  sql<string>`${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}`

/** Returns the expression for `Keller, Ann`, as the domain's `sortedMemberName` writes it. */
export const sortedMemberNameSql = (alias = 'member'): RawBuilder<string> =>
  sql<string>`${sql.ref(`${alias}.last_name`)} || ', ' || ${sql.ref(`${alias}.first_name`)}`

/**
 * The same for lists and groups, where members with one name would be one: those of one owner are numbered in the order
 * in which they were created, `Ann Keller (1)` and `Ann Keller (2)`, as by `distinctHolderNames`.
 */
export const distinctMemberNameSql = (alias = 'member'): RawBuilder<string> => sql<string>`(
  select ${memberNameSql(alias)} || case when count(*) > 1 then
    ' (' || count(*) filter (where namesake.id <= ${sql.ref(`${alias}.id`)}) || ')' else '' end
  from member namesake
  where namesake.owner_id = ${sql.ref(`${alias}.owner_id`)} and ${memberNameSql('namesake')} = ${memberNameSql(alias)})`
