// Valid input for every route, generated from the contract: a single wrong value is then inserted, so that it reaches
// the handler and not only the first complaint about the rest.
import type { NamedRoute, Route } from '@clubfolio/contract'
import { z } from 'zod'
import type { OwnedIds } from '../owned-objects.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** What samples may name: objects of the visitor, and words of the installation. */
export interface KnownWords {
  readonly ids: Partial<OwnedIds>
  readonly groupId: string
  readonly permissionId: string
  readonly userId: string
  readonly code: string
  readonly reportFilter: Json
}

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: Json
  readonly enum?: readonly Json[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly prefixItems?: readonly Schema[]
  readonly items?: Schema | false
  readonly minItems?: number
  readonly minimum?: number
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly $defs?: Readonly<Record<string, Schema>>
}

/** What the types alone do not express: fields that belong together. */
const entry = { amount: 1, isActive: '1', date: '2026-02-27', funding: 'new-money', due: null, requestId: null }
const ticket = {
  quantity: 1,
  directionality: 'BUY',
  price: 10,
  limitPrice: null,
  trail: null,
  orderType: 'LIMIT',
  goodTill: null,
}
const trigger = {
  ...ticket,
  childQuantity: 1,
  childDirectionality: 'SELL',
  childPrice: 9,
  childOrderType: 'STOP',
  childLimitPrice: null,
  childTrail: null,
  targetPrice: null,
  cancelPrice: null,
}
const pair = {
  ticket: 'SPY',
  quantity: 1,
  directionality: 'SELL',
  targetPrice: 11,
  stopOrderType: 'STOP',
  stopPrice: 9,
  stopLimitPrice: null,
  stopTrail: null,
  duration: 'GOOD_TILL_CANCEL',
  goodTill: null,
}
const spread = {
  legs: [
    { ticket: 'SPY   280121C00500000', instruction: 'BUY_TO_OPEN', ratio: 1 },
    { ticket: 'SPY   280121C00510000', instruction: 'SELL_TO_OPEN', ratio: 1 },
  ],
  quantity: 1,
  priceType: 'NET_DEBIT',
  netPrice: 1,
  duration: 'DAY',
  goodTill: null,
}
const replacement = {
  quantity: 1,
  filledQuantity: 0,
  price: 10,
  limitPrice: null,
  trail: null,
  childPrice: null,
  childLimitPrice: null,
  childTrail: null,
  targetPrice: null,
}
const positionAction = { held: '1', action: { kind: 'CLOSE', quantity: null } }
const rule = { terms: { kind: 'DRAWDOWN', percent: 5 }, code: null, expiresOn: '2026-12-01' }
const targetPlan = {
  grouping: 'OWN',
  band: { points: 5, relative: null },
  alerts: true,
  classes: [
    {
      key: 'all',
      parent: null,
      name: 'All',
      percent: 100,
      leaf: { takes: [], codes: ['ACME'], holdsCash: false, rule: 'FIXED', parts: [{ code: 'ACME', percent: 100 }] },
    },
  ],
}
const reading = { orderBy: null, direction: null, column: null }
const composed = {
  columns: ['type', 'netAmount'],
  conditions: [{ field: 'netAmount', operator: 'ABOVE', values: ['0'] }],
  groupBy: [],
  sums: [],
  orderBy: [{ column: 'type', direction: 'ASC' }],
  graph: null,
}
const meanings = {
  columns: { date: 0, symbol: 1, quantity: 2, price: 3 },
  dateOrder: 'ymd',
  numbers: 'point',
  actions: {},
  signs: 'cash',
  isAmountAfterFees: true,
  currency: 'USD',
}
const fitting: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  'fileAccount.create': { currency: 'USD' },
  'fileAccount.mapStatement': { mapping: meanings },
  'fileAccount.importStatement': { opening: { day: '2026-02-26', cash: '1.00', positions: [] } },
  'member.createContribution': entry,
  'member.createRetribution': entry,
  'fund.previewEntry': entry,
  'fund.previewTransfer': { amount: 1, units: null, date: '2026-02-27' },
  'fund.recordTransfer': { amount: 1, units: null, date: '2026-02-27' },
  'fund.previewDistribution': { amount: 1, date: '2026-02-27' },
  'fund.recordDistribution': { amount: 1, date: '2026-02-27' },
  'fund.recordDuePlan': { amount: 1 },
  'fund.makeRequest': { amount: 1 },
  'fund.openVote': { choices: ['Yes', 'No'], recordDay: '2026-02-27', lastDay: '2026-12-01' },
  'fund.explainMovement': { due: null, requestId: null },
  'fund.saveFeePolicy': { rate: '1', hurdle: null, ownRates: [] },
  'fund.recordExpense': { amount: 1, date: '2026-02-27' },
  'fund.changeOpening': { day: '2026-02-26' },
  'fund.inviteToRole': { role: 'TREASURER', lastDay: null },
  'fund.setLastDay': { lastDay: '2026-12-01' },
  'order.putOrder': ticket,
  'order.putOrderWithTrigger': trigger,
  'order.previewOrder': trigger,
  'order.putOrderPair': pair,
  'order.previewOrderPair': pair,
  'order.putSpread': spread,
  'order.previewSpread': spread,
  'order.replaceOrder': replacement,
  'order.previewReplacement': replacement,
  'positionAction.actOnPosition': positionAction,
  'positionAction.previewPositionAction': positionAction,
  'target.savePlan': { version: 0, plan: targetPlan },
  'target.deletePlan': { version: 0 },
  'target.proposeOrders': { mode: 'REBALANCE', smallestOrder: 0, feePerOrder: 0, neverSold: [] },
  'order.findOrders': {
    enteredFrom: '2026-02-01',
    enteredTo: '2026-03-03',
    closedFrom: null,
    closedTo: null,
    orderType: "'WORKING'|'FILLED'",
  },
  'alertRule.create': rule,
  'alertRule.update': rule,
  'alertRule.preview': rule,
  'report.getStaticReportData': reading,
  'report.saveFilter': reading,
  'reportDelivery.generatePdf': reading,
  'reportDelivery.generateExcel': reading,
  'reportDelivery.generateCsv': reading,
  'reportDelivery.sendPdfReportByEmail': reading,
  'reportDelivery.prepareReport': reading,
  // A separate schedule each time: if one schedule were saved repeatedly, jobs would only see its last form.
  'reportDelivery.saveSchedule': { ...reading, id: null },
  'ownReport.run': reading,
  'stock.saveWorkspace': { config: '{"version":1}' },
  'opportunity.find': { risk: '2', capital: '10000' },
  'security.checkVerificationCode': { code: '123456' },
  'security.checkMethodCode': { code: '123456' },
  'signInMethod.confirmAuthenticator': { code: '123456' },
  'signInMethod.confirmByCode': { code: '123456' },
  'profile.confirmMyPhone': { code: '123456' },
  // The keys of a browser have fixed lengths.
  'webPush.saveDevice': { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  'report.getStaticReportDetailsById': { id: 'transactions' },
}

/**
 * Returns the parameters and the body of a call that passes the contract; undefined where the route takes none. A
 * `variant` above 0 takes that choice wherever the contract offers one, if it exists, without the fields that belong
 * together.
 */
export function sampleInput(
  named: NamedRoute,
  words: KnownWords,
  variant = 0,
): { params: Record<string, string>; body: Json | undefined } {
  const { route } = named
  const fits = (built: Json): Json => {
    const better = fitting[`${named.group}.${named.name}`] ?? {}
    if (!isRecord(built) || variant > 0) return built
    const changed = Object.fromEntries(
      Object.entries(built).map(([field, value]) => [field, better[field] === undefined ? value : better[field]]),
    )
    const { content } = built
    return named.group === 'ownReport' && isRecord(content)
      ? { ...changed, content: { ...content, ...composed } }
      : changed
  }
  const params =
    route.params === undefined
      ? {}
      : (fits(sample(route, route.params, 'params', words, variant)) as Record<string, Json>)
  const texts = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
  return {
    params: texts,
    body: route.body === undefined ? undefined : fits(sample(route, route.body, 'body', words, variant)),
  }
}

const isRecord = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const schemas = new WeakMap<z.ZodType, Schema>()

function sample(route: Route, type: z.ZodType, place: 'params' | 'body', words: KnownWords, variant: number): Json {
  const root = schemas.get(type) ?? (z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema)
  schemas.set(type, root)
  const owned = new Map((route.owns ?? []).map(({ object, at }) => [at, object]))

  const build = (schema: Schema, path: string, field: string): Json => {
    if (schema.$ref !== undefined) return build(root.$defs![schema.$ref.split('/').at(-1)!]!, path, field)
    const known = knownWord(owned.get(path) as keyof OwnedIds | undefined, field, words)
    if (known !== undefined) return isList(schema) && !Array.isArray(known) ? [known] : known
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return schema.enum[0]!
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return build(choices[Math.min(variant, choices.length - 1)]!, path, field)
    const kind = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
    if (kind === 'object')
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, build(inner, `${path}.${name}`, name)]),
      )
    if (kind === 'array')
      return schema.prefixItems
        ? schema.prefixItems.map((inner) => build(inner, path, field))
        : schema.items
          ? [build(schema.items, path, singular(field))]
          : []
    if (kind === 'integer' || kind === 'number')
      return field === 'timing' ? 2020 : field === 'count' || field === 'limit' ? 20 : Math.max(schema.minimum ?? 0, 0)
    if (kind === 'boolean') return false
    if (kind === 'null') return null
    return text(field, schema)
  }
  return build(root, place, '')
}

const isList = ({ type, anyOf }: Schema): boolean =>
  type === 'array' || (anyOf ?? []).some((choice) => choice.type === 'array')
const singular = (field: string): string => field.replace(/s$/, '')

function knownWord(
  object: keyof OwnedIds | undefined,
  field: string,
  { ids, groupId, permissionId, userId, code, reportFilter }: KnownWords,
): Json | undefined {
  // The account's own id means unallocated: units cannot be transferred to the same holder.
  if (field === 'toMemberId') return ids.account
  if (object !== undefined) return /number$/i.test(field) ? ids.accountNumber : ids[object]
  if (/^groupI[dD]$/.test(field)) return groupId
  if (/^permissionI[dD]$/.test(field)) return permissionId
  if (/^userId$/.test(field)) return userId
  if (/member(id)?$/i.test(field)) return ids.member
  if (/^(code|symbol|ticket|instrumentCode|symbolOrAll)$/.test(field)) return code
  if (/^(report|dataset)$/.test(field)) return 'transactions'
  if (field === 'filter') return reportFilter
  return undefined
}

function text(field: string, schema: Schema): string {
  if (schema.format === 'uuid') return '00000000-0000-7000-8000-000000000000'
  if (schema.format === 'date-time') return '2026-03-03T15:00:00Z'
  if (/email/i.test(field)) return 'somebody@example.test'
  if (/phone/i.test(field)) return '+12125550199'
  if (/routing/i.test(field)) return '021000021'
  if (/date|day|from|^to$|start|end|until|since|expires|arrivedOn/i.test(field)) return '2026-03-03'
  if (/after|timestamp/i.test(field)) return '0'
  if (/column|field/i.test(field)) return 'type'
  if (field === 'assetTypes') return "'EQUITY'|'ETF'"
  if (field === 'yearIPO') return 'All'
  if (field === 'year') return 'last'
  if (schema.pattern?.includes('A-Z')) return 'NAME_KEY'
  if (schema.pattern?.includes('\\d')) return '12345'
  if (/amount|price|quantity|percent|limit$|loss|order$/i.test(field)) return '1'
  return 'abcdefgh'.repeat(Math.ceil(Math.max(schema.minLength ?? 1, 1) / 8))
}
