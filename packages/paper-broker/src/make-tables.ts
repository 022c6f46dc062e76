// Creates the brokerage's tables as of one step, for a restore that then fills them: `DATABASE_URL=… node
// make-tables.js 8`. Without a step it prints the last known one and changes nothing. The next start of the brokerage
// runs the later steps.

import { connect } from './db/connect.ts'
import { migrate, newestStep } from './db/migrate.ts'

async function makeTables(step: number, databaseUrl: string): Promise<void> {
  const database = connect(databaseUrl, (error) => console.error(error.message), 1)
  try {
    await migrate(database, step)
  } finally {
    await database.destroy()
  }
}

const [step] = process.argv.slice(2)
if (step === undefined) console.log(newestStep)
else await makeTables(Number(step), process.env['DATABASE_URL'] ?? '')
