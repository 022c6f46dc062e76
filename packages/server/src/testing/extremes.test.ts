// Every date, number and text field of the contract at its extremes and beyond: never a fault, and no job fails twice
// on an accepted row. The campaign `extremes` sends all of them; here each field gets those that break most often, and
// a few of the others.
import { routeList } from '@clubfolio/contract'
import { expect, test, vi } from 'vitest'
import { makeVisitors, readLog } from './bad-input/attacked-installation.ts'
import { attackWithExtremes, letJobsGoOver } from './bad-input/attack-with-extremes.ts'
import { extremeRequests, sharpRequests } from './bad-input/extreme-requests.ts'
import { extremeValues } from './bad-input/extreme-values.ts'
import { sampleInput } from './bad-input/sample-input.ts'
import { forgetConnections } from './bad-input/send-bad-request.ts'
import { makeMarket } from './poisoned-rows/hundred-rows.ts'
import { startTestApp } from './test-app.ts'

vi.setConfig({ testTimeout: 300_000 })

/** Coprime with the number of extremes, so that fields take turns. */
const every = 127

test('extremes of every field get clear answers, and jobs go over what was taken in', async () => {
  const { log, takeErrors } = readLog()
  const app = await startTestApp({ replace: () => ({ log }) })
  try {
    await makeMarket(app, '2026-01-20', '2026-03-03')
    const visitors = await makeVisitors(app, {
      member: await app.signUp(['INVESTORS']),
      manager: await app.signUp(['MANAGERS']),
      administrator: await app.signUp(['ADMINISTRATORS']),
    })
    const { words } = visitors.find(({ name }) => name === 'manager')!
    const requests = [...extremeRequests(words, every), ...sharpRequests(words)]
    const { faults, taken, refused } = await attackWithExtremes(app, visitors, requests)
    expect([...faults, ...takeErrors()]).toEqual([])
    expect(Math.min(taken, refused)).toBeGreaterThan(20)
    expect(await letJobsGoOver(app)).toEqual([])
    expect(takeErrors()).toEqual([])
  } finally {
    forgetConnections()
    await app.stop()
  }
})

test('the extremes are as many as their list says, and each field is asked for', () => {
  const nobody = { ids: {}, groupId: '', permissionId: '', userId: '', code: '', reportFilter: [] }
  const fields = extremeRequests(nobody).map(({ field }) => field)
  expect(fields.filter((field) => field === 'member.createContribution date')).toHaveLength(extremeValues.length)
  // Every kind of alert rule has its own fields.
  for (const field of ['percent', 'price', 'direction']) expect(fields).toContain(`alertRule.create terms.${field}`)
})

/** A sample that the contract refuses would hide every field of its route behind its own complaint. */
test('the sample of every route passes its contract', () => {
  const id = '019cb95c-e980-7e0b-906d-121f14b26bf3'
  const ids = new Proxy({}, { get: (_target, object) => (object === 'accountNumber' ? '10000001' : id) })
  const words = {
    ids,
    groupId: id,
    permissionId: id,
    userId: id,
    code: 'SPY',
    reportFilter: [{ nomenclatorConfigNameKey: 'account', selectedItem: id }],
  }
  const refused = routeList.flatMap((named) => {
    const { params, body } = sampleInput(named, words)
    const answers = [named.route.params?.safeParse(params), named.route.body?.safeParse(body)]
    return answers.flatMap((answer) => (answer?.error ? [`${named.group}.${named.name} ${answer.error.message}`] : []))
  })
  expect(refused).toEqual([])
})
