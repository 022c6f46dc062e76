// The real product with a seeded club: built, in a separate process with its jobs and the paper brokerage, embedded
// PostgreSQL with its durable settings, real time, 500 instruments; and the generator next to it on the same machine.
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type Connection } from '../../packages/server/src/db/connect.ts'
import { findRunningUrl } from '../../packages/server/src/db/embedded/running-url.ts'
import { startProduct, type Product } from '../../e2e/support/product.ts'
import { createGenerator, type LoadGenerator } from './open-load.ts'
import { seedClub, type SeededClub } from './seeded-club.ts'

export interface RunningClub extends SeededClub, LoadGenerator {
  readonly product: Product
  readonly connection: Connection
  stop(): Promise<void>
}

export async function startClub(userCount: number): Promise<RunningClub> {
  // Logging and market as they are by default, without the reductions that journeys make.
  const product = await startProduct({
    isFirstStart: true,
    environment: {
      CLUBFOLIO_NOW: '',
      CLUBFOLIO_LOG: 'info',
      CLUBFOLIO_MARKET_INSTRUMENTS: '500',
      CLUBFOLIO_DEMO: 'club',
    },
  })
  try {
    const connection = connect((await findRunningUrl(product.dataDirectory, 'clubfolio'))!, () => undefined, 4)
    await untilSettled(connection)
    const club = await seedClub(connection, product.origin, userCount)
    const generator = createGenerator(product.origin)
    return {
      ...club,
      ...generator,
      product,
      connection,
      async stop() {
        generator.close()
        await connection.close()
        await product.stop()
      },
    }
  } catch (error) {
    await product.stop()
    throw error
  }
}

/**
 * A first start computes every instrument's levels during its first requests and starts the forming day with the
 * instruments that exist; within a minute all others are added. Both happen once; the measurement starts after them.
 */
async function untilSettled({ pool }: Connection): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ due: number }>(`
      select (select count(*) from level_due)::int + (
        select count(*) from instrument_stat s join market_source m using (source)
        where m.forming_day > s.last_day and not exists (select from forming_base b where b.instrument_id = s.instrument_id)
      )::int as due`)
    if (rows[0]!.due === 0) return
    await pause(1_000)
  }
}
