// Sends every optional field of every call that stores something, and reads it back. A field that the contract accepts
// and a use case drops fails here; a new optional field fails until a sample says where it is read back.
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookCalls } from './stored-fields/book-calls.ts'
import { fileAccountCalls } from './stored-fields/file-account-calls.ts'
import { makeGround } from './stored-fields/ground.ts'
import { callsWithOptions, valueAt, type CallWithOptions } from './stored-fields/optional-fields.ts'
import { peopleCalls } from './stored-fields/people-calls.ts'
import { reportCalls } from './stored-fields/report-calls.ts'
import type { Body, Ground, ReadPlace, StoredCalls, StoredSample } from './stored-fields/stored-call.ts'
import { tradingCalls } from './stored-fields/trading-calls.ts'

const stored: StoredCalls = {
  ...peopleCalls,
  ...bookCalls,
  ...reportCalls,
  ...tradingCalls,
  ...fileAccountCalls,
}

/** Calls with optional fields that store none of them, each with its reason. */
const storesNothing: Readonly<Record<string, string>> = {
  'fund.reverseCharge': 'its reason is read from the history by fund-fee.test.ts, where charges are made',
  'security.finishPasskeySignIn': 'the handle is compared and not stored (passkey.test.ts)',
  'security.finishPasskeyStep': 'the handle is compared and not stored (passkey.test.ts)',
  'signInMethod.finishPasskeyConfirmation': 'the handle is compared and not stored (passkey.test.ts)',
  'oidcSignIn.finish': 'code and issuer are checked with the provider and not stored (oidc-sign-in.test.ts)',
  'oidcSignIn.startInvitation': 'they become a user on the return, where oidc-invitation.test.ts reads them',
  'signInMethod.finishPasskey': 'its transports are read back by passkey.test.ts, where a device answers',
  'stock.fundamental': 'a question',
  'stock.byRange': 'a question',
  'stock.findHeatMap': 'a question',
  'stock.getWorkspace': 'a question',
  'stock.findInstrumentHistoricInPercentage': 'a question',
  'wallet.findConsolidatedPercentage': 'a question',
  'risk.findPortfolioRisk': 'a question',
  'order.findOrders': 'a question',
  'order.previewOrder': 'a question',
  'order.previewReplacement': 'a question',
  'order.previewOrderPair': 'a question',
  'order.previewSpread': 'a question',
  'positionAction.previewPositionAction': 'a question',
  'order.settleOrder': 'it chooses the order that a request of unknown fate became; settle-key.test.ts reads it',
  'market.activateSource': 'it answers a doubt; import-file.process.test.ts reads the active source',
  'market.importFile': 'it decides how the import writes; import-prices.test.ts reads the counts',
  'target.savePlan': 'the first class has no parent; target-plan.test.ts reads the whole plan back',
  'journal.findTrades': 'a question',
  'journal.findTradeStatistics': 'a question',
  'alertRule.preview': 'a question',
  'quote.find': 'a question',
  'report.getStaticReportData': 'a question',
  'ownReport.run': 'a question',
  'reportDelivery.generatePdf': 'a question',
  'reportDelivery.generateExcel': 'a question',
  'reportDelivery.generateCsv': 'a question',
  'fund.chargeFees': 'a period has to end first; fund-fee.test.ts reads the reason',
  'fund.findHistory': 'a question',
  'fund.findReturns': 'a question',
  'fund.deriveLine': 'a question',
  'fund.deriveMyLine': 'a question',
  'fund.findMyHistory': 'a question',
  'fund.previewEntry': 'a question',
  'fund.previewMove': 'a question',
  'fund.previewTransfer': 'a question',
}

describe('the samples', () => {
  test.each(callsWithOptions)('of $name name each of its optional fields', (call) => {
    expect(missingOf(call)).toEqual([])
  })

  test('are for calls that have optional fields', () => {
    const known = callsWithOptions.map(({ name }) => name)
    expect([...Object.keys(stored), ...Object.keys(storesNothing)].filter((name) => !known.includes(name))).toEqual([])
  })
})

function missingOf({ name, fields }: CallWithOptions): string[] {
  if (storesNothing[name] !== undefined) return []
  const samples = stored[name]
  if (!samples)
    return [
      `${name} has optional fields (${fields.join(', ')}) and no sample. Add one to a file of testing/stored-fields that sends them and reads them back, or list the call under storesNothing with its reason.`,
    ]
  const named = new Set(samples.flatMap((sample) => Object.keys(sample.fields)))
  return [
    ...fields
      .filter((field) => !named.has(field))
      .map(
        (field) =>
          `${name} accepts the optional field "${field}", and no sample says where it is read back. Give it a value in the sample of ${name} in testing/stored-fields and name its place in a reply, or say because of what it is not read.`,
      ),
    ...[...named]
      .filter((field) => !fields.includes(field))
      .map((field) => `${name} has no optional field "${field}": remove it from its sample.`),
  ]
}

/** Calls that change an object by its id and leave absent fields as they are (docs/decisions/0038-fields-of-a-call.md). */
const updates = ['userAdmin.update', 'group.update', 'member.update', 'reportDelivery.saveSchedule'] as const

/** Calls that name an object by its id and have optional fields, and replace what they carry; each with its reason. */
const replacing: Readonly<Record<string, string>> = {
  'alertRule.update': 'a rule is given whole: null is a value of its fields, and none may be absent',
  'webhook.saveWebhook': 'a webhook is given whole: null means all accounts, and no field may be absent',
  'ownReport.saveOwnReport': 'the composition is one document',
  'member.deleteContribution': 'it deletes the entry',
  'member.deleteRetribution': 'it deletes the entry',
  'fund.reverseRecord': 'it takes the record out of the books',
  'document.removeDocument': 'it removes the document',
}

test('every call that changes an object by its id leaves absent fields as they are, or says why not', () => {
  const naming = callsWithOptions.filter(({ name, named: { route } }) => {
    const shape: object = (route.body as { shape?: object }).shape ?? {}
    return 'id' in shape && storesNothing[name] === undefined
  })
  const known = [...updates, ...Object.keys(replacing)]
  expect(
    naming
      .filter(({ name }) => !known.includes(name))
      .map(
        ({ name }) =>
          `${name} changes an object and has optional fields. Let absent ones stay as they are and list it under updates, or list it under replacing with the reason.`,
      ),
  ).toEqual([])
  expect(known.filter((name) => !naming.some((call) => call.name === name))).toEqual([])
})

let ground: Ground
beforeAll(async () => {
  ground = await makeGround()
}, 300_000)
afterAll(() => ground.app.stop())

test.each(Object.keys(stored))('every optional field is stored by %s', async (name) => {
  const faults: string[] = []
  for (const sample of stored[name]!) {
    const sent = await sample.body(ground)
    faults.push(...(await sendAndRead(name, sample, sent, sent)))
  }
  expect(faults).toEqual([])
})

describe.each(updates)('%s', (name) => {
  test('leaves absent fields as they are', async () => {
    const faults: string[] = []
    for (const sample of stored[name]!) {
      const sent = await sample.body(ground)
      await ground.call(name, { body: sent })
      const required = Object.fromEntries(
        Object.entries(sent).filter(([field]) => field === 'id' || sample.fields[field] === undefined),
      )
      // A sample that creates its object has no second object to leave as it is.
      if (required['id'] !== undefined) faults.push(...(await sendAndRead(name, sample, required, sent)))
    }
    expect(faults).toEqual([])
  })
})

test.each(updates.filter((name) => stored[name]!.some(({ cleared }) => cleared !== undefined)))(
  '%s clears a field by null',
  async (name) => {
    for (const sample of stored[name]!.filter(({ cleared }) => cleared !== undefined)) {
      const sent = await sample.body(ground)
      await ground.call(name, { body: sent })
      const nulls = Object.fromEntries(Object.keys(sample.cleared!).map((field) => [field, null]))
      const reply = await ground.call(name, { body: { ...sent, ...nulls } })
      expect(await sample.read!(ground, reply, sent)).toMatchObject(sample.cleared!)
    }
  },
)

test('an empty text clears the e-mail address of a member', async () => {
  const { body, read } = stored['member.update']![0]!
  const sent = { ...(await body(ground)), email: '' }
  expect(await read!(ground, await ground.call('member.update', { body: sent }), sent)).toMatchObject({ email: '' })
})

/** Sends `body`, and returns one sentence for each optional field that does not read as in `sent`. */
async function sendAndRead(name: string, { read, fields }: StoredSample, body: Body, sent: Body): Promise<string[]> {
  const reply = await ground.call(name, { body })
  const found = await read?.(ground, reply, sent)
  return Object.entries(fields).flatMap(([field, place]) => {
    const value = valueAt(sent, field)
    if (value === undefined || value === null)
      return [`The sample of ${name} gives "${field}" no value. Send one that differs from its default.`]
    const expected = expectedAt(place, value)
    if (expected === undefined) return []
    const seen = valueAt(found, expected.at)
    return isDeepStrictEqual(seen, expected.value)
      ? []
      : [
          `${name} was sent ${field}, and "${expected.at}" reads ${JSON.stringify(seen)} in place of ${JSON.stringify(expected.value)}: the use case drops it, or the place is wrong.`,
        ]
  })
}

function expectedAt(place: ReadPlace, sent: unknown): { readonly at: string; readonly value: unknown } | undefined {
  if (typeof place === 'string') return { at: place, value: sent }
  return 'at' in place ? { at: place.at, value: place.as } : undefined
}
