// The first steps of a manager and which of them are taken, in one statement. What the books and orders do not know (a
// chart was opened, a statement was downloaded, the guide is skipped) the browser notes in the user's preferences.
// Source: docs/rules/interface.md, "First steps".
import type { FirstSteps } from '@clubfolio/contract'
import { stopTypes } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Session } from '../../kernel/session.ts'
import type { Services } from '../../services.ts'

const stops = JSON.stringify({ types: stopTypes })

/** Account and order are those of practice: one for real money does not take these steps. */
export async function findMyFirstSteps({ db }: Pick<Services, 'db'>, { userId }: Session): Promise<FirstSteps> {
  const hasNoted = (name: string) => sql<boolean>`exists (
    select from user_preference p where p.user_id = ${userId} and p.preference -> ${name}::text = 'true'::jsonb)`
  const { rows } = await sql<FirstSteps>`
    select
      exists (select from account a where a.owner_id = ${userId} and a.is_paper) as "isAccountLinked",
      ${hasNoted('firstStepsChart')}
        or exists (select from chart_workspace c where c.owner_id = ${userId}) as "isChartOpened",
      exists (select from account a join order_request r on r.account_id = a.id
        where a.owner_id = ${userId} and a.is_paper and r.kind = 'PLACE' and r.state = 'PLACED'
          and jsonb_path_exists(r.plan, '$.draft.exits[*] ? (@.price.type == $types[*])', ${stops}::jsonb)
      ) as "isOrderPlaced",
      exists (select from member m where m.owner_id = ${userId}) as "isMemberAdded",
      exists (select from account a join fund_entry e on e.account_id = a.id
        where a.owner_id = ${userId} and e.kind = 'contribution') as "isContributionRecorded",
      ${hasNoted('firstStepsStatement')}
        or exists (select from account a join fund_statement_mail s on s.account_id = a.id
          where a.owner_id = ${userId}) as "isStatementMade",
      ${hasNoted('firstStepsSkipped')} as "isSkipped"
  `.execute(db)
  return rows[0]!
}
