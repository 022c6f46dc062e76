// What becomes of a mail that waits in a row: sent, tried again later and later, or ended.
import { toEpochMs } from '@clubfolio/domain'
import { expect, test } from 'vitest'
import { MessageFailure } from '../../adapters/message/message-failure.ts'
import type { Db } from '../../db/connect.ts'
import { mostMailAttempts, sendMailRow, type MailLease } from './mail-row.ts'

const nowMs = toEpochMs(Date.parse('2026-03-04T15:00:00Z'))
const mail = { to: 'ann@example.test', subject: 'x', text: 'y' }

async function sendAfter(attempts: number, failure?: Error) {
  const changes: unknown[] = []
  const lease: MailLease = {
    claim: () => Promise.resolve(attempts === 0 ? [] : [{ id: 'one', attempts }]),
    change: (_db, row, change) => {
      changes.push({ ...row, ...change })
      return Promise.resolve(true)
    },
  }
  const sent: unknown[] = []
  await sendMailRow(
    {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the lease of the test has no database
      db: {} as Db,
      clock: { nowMs: () => nowMs },
      mail: {
        send: (one) => {
          sent.push(one)
          return failure ? Promise.reject(failure) : Promise.resolve()
        },
      },
    },
    lease,
    'one',
    () => Promise.resolve(mail),
  )
  return { sent, changes }
}

test('a mail goes out once its row is claimed, and not where another worker has it', async () => {
  expect(await sendAfter(1)).toEqual({
    sent: [mail],
    changes: [{ id: 'one', attempts: 1, state: 'sent', reason: null }],
  })
  expect(await sendAfter(0)).toEqual({ sent: [], changes: [] })
})

test.each([
  [1, '2026-03-04T15:01:00.000Z'],
  [2, '2026-03-04T15:02:00.000Z'],
  [7, '2026-03-04T16:04:00.000Z'],
])('after attempt %i it is tried again at %s', async (attempts, at) => {
  const { changes } = await sendAfter(attempts, new MessageFailure('timeout', 'No answer.'))
  expect(changes).toEqual([{ id: 'one', attempts, reason: 'No answer.', next_at: new Date(at) }])
})

test.each([
  ['its recipient is refused', 1, 'refused'],
  ['the last attempt failed', mostMailAttempts, 'unavailable'],
] as const)('it ends where %s', async (_why, attempts, kind) => {
  const { changes } = await sendAfter(attempts, new MessageFailure(kind, 'No.'))
  expect(changes).toEqual([{ id: 'one', attempts, state: 'failed', reason: 'No.' }])
})

test('an error of ours is not counted against the mail server', async () => {
  await expect(sendAfter(1, new Error('bug'))).rejects.toThrow('bug')
})
