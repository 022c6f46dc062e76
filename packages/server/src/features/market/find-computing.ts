// How far the computation of levels has come in the active market. Until it is done, lists of opportunities are partial
// and say so.
import type { Computing } from '@clubfolio/contract'
import type { Services } from '../../services.ts'

/**
 * Returns the number of instruments whose levels are up to date and that of all, or undefined when all are. Callers
 * read this before the rows it is about, so that no partial list looks complete. Instruments that fail again and again
 * do not count as being computed.
 */
export async function findComputing({ raw, clock }: Pick<Services, 'raw' | 'clock'>): Promise<Computing | undefined> {
  const { rows } = await raw.query<{ due: number; total: number }>({
    text: `with due as (
        select count(*)::int as count from level_due l
        join instrument_stat t on t.instrument_id = l.instrument_id
        where t.source = (select source from market_source where is_active)
          and not exists (select from job_failure f where f.job = 'compute-levels' and f.row_id = l.instrument_id::text
            and f.next_at > $1)
      )
      select due.count as due, case when due.count = 0 then 0 else (
        select count(*)::int from instrument_stat where source = (select source from market_source where is_active)
      ) end as total from due`,
    values: [new Date(clock.nowMs())],
  })
  const { due, total } = rows[0]!
  return due === 0 ? undefined : { done: total - due, total }
}
