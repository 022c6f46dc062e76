// A statement of 100,000 lines, uploaded, read, previewed and imported by the real calls, against a bare COPY of the
// same lines into a table of the same shape with the same indexes; and what another call takes meanwhile. Promise: the
// median of the other calls at most doubles. Prints both ratios.
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { startTestApp } from '../packages/server/src/testing/test-app.ts'
import { openBenchDatabase } from './support/bench-database.ts'
import { median, timed } from './support/median-ratio.ts'
import { reportRow } from './support/report-row.ts'

const total = 100_000
const rounds = 3
const mostTimesSlower = 2
const callEveryMs = 20

const two = (value: number): string => String(value).padStart(2, '0')
const rows = Array.from({ length: total }, (_row, n) => {
  const day = `${two((Math.floor(n / 28) % 12) + 1)}/${two((n % 28) + 1)}/${2010 + (Math.floor(n / 336) % 15)}`
  const [action, sign] = n % 2 === 0 ? ['Buy', '-'] : ['Sell', '']
  const quantity = (n % 900) + 1
  return `"${day}","${action}","S${n % 50}","SOME COMPANY ${n}","${quantity}","$10.00","","${sign}$${quantity}0.00"`
})
const content = `"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"\n${rows.join('\n')}\n`

const database = await openBenchDatabase()
process.env['CLUBFOLIO_TEST_DATABASE_URL'] = database.url
const app = await startTestApp()
try {
  const owner = await app.signUp(['MANAGERS'])
  const { pool } = app.services
  await pool.query('create table bare_line (like account_statement_line including indexes)')
  const call = () => timed(() => owner.client.account.viewMyAccount({ params: { userId: owner.user.id } }))
  const idle: number[] = []
  for (let count = 0; count < 200; count++) {
    idle.push(await call())
    await pause(callEveryMs)
  }

  const settled = async (accountId: string, statementId: string): Promise<string> => {
    for (;;) {
      const { statement } = await owner.client.fileAccount.findStatement({ params: { accountId, statementId } })
      if (statement.state !== 'READING' && statement.state !== 'IMPORTING') return statement.state
      await pause(100)
    }
  }
  const importOnce = async (round: number) => {
    const { id: accountId } = await owner.client.fileAccount.create({
      body: { name: `Bench ${round}`, brokerName: 'Bench', type: 'CASH', currency: 'USD', isPaper: false },
    })
    let statementId = ''
    const readMs = await timed(async () => {
      const params = { accountId, name: 'bench.csv' }
      statementId = (await owner.client.fileAccount.uploadStatement({ params, query: {}, file: new Blob([content]) }))
        .id
      const state = await settled(accountId, statementId)
      if (state !== 'PREPARED') throw new Error(`The statement is ${state}.`)
    })
    const importMs = await timed(async () => {
      await owner.client.fileAccount.importStatement({ body: { accountId, statementId } })
      const state = await settled(accountId, statementId)
      if (state !== 'IMPORTED') throw new Error(`The statement is ${state}.`)
    })
    return { readMs, importMs, statementId }
  }
  const copyOnce = async (statementId: string): Promise<number> => {
    const client = await pool.connect()
    try {
      const pieces: Buffer[] = []
      const lines = `select * from account_statement_line where statement_id = '${statementId}'`
      for await (const piece of client.query(copyTo(`copy (${lines}) to stdout`))) pieces.push(piece as Buffer)
      await client.query('truncate bare_line')
      return await timed(async () => {
        const copy = client.query(copyFrom('copy bare_line from stdin'))
        for (const piece of pieces) if (!copy.write(piece)) await once(copy, 'drain')
        copy.end()
        await finished(copy)
      })
    } finally {
      client.release()
    }
  }

  const meanwhile: number[] = []
  const imports = new AbortController()
  const others = (async () => {
    while (!imports.signal.aborted) {
      meanwhile.push(await call())
      await pause(callEveryMs)
    }
  })()
  const measured: { readMs: number; importMs: number; bareMs: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const { statementId, ...ours } = await importOnce(round)
    measured.push({ ...ours, bareMs: await copyOnce(statementId) })
  }
  imports.abort()
  await others

  const ratio = median(measured.map(({ readMs, importMs, bareMs }) => (readMs + importMs) / bareMs))
  const seconds = (of: 'readMs' | 'importMs' | 'bareMs') => (median(measured.map((one) => one[of])) / 1_000).toFixed(1)
  reportRow({
    what: 'statement of 100,000 lines, read and imported, against a bare COPY of the same lines',
    value: ratio,
    figures: `read ${seconds('readMs')} s, imported ${seconds('importMs')} s / ${seconds('bareMs')} s, medians of ${rounds} rounds`,
  })
  reportRow({
    what: 'another call while statements of 100,000 lines are read and imported, against the same call alone',
    value: median(meanwhile) / median(idle),
    bar: { atMost: mostTimesSlower },
    figures: `${median(meanwhile).toFixed(1)} ms / ${median(idle).toFixed(1)} ms, medians of ${meanwhile.length} and ${idle.length} calls`,
  })
} finally {
  await app.stop()
  await database.close()
}
