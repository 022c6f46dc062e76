// Allocation and targets: what the classes of an account are worth beside a target plan, and the orders that bring it
// closer to the plan. Calls of our own.
// Source: docs/rules/target-allocation.md; docs/decisions/0101-proposals-are-questions.md.
import { checkTargetPlan, leafRules, targetGroupings } from '@clubfolio/domain'
import { z } from 'zod'
import { access } from './access.ts'
import { tradeRefusals } from './broker-refusals.ts'
import { id, line, messageReply } from './field.ts'
import type { RefusalDefinition } from './refusal.ts'
import { route } from './route.ts'
import { instrumentSymbol } from './stock.ts'
import { decimalNumber, dollars, instant, percent } from './wire.ts'

export const targetRefusals = {
  targetPlanChanged: {
    status: 409,
    text: 'Nothing was saved: the plan has been changed since you opened it. Open it again, then make your change.',
  },
  targetPlanMissing: { status: 409, text: 'This account has no target plan. Save one first.' },
} as const satisfies Record<string, RefusalDefinition>

/** What puts instruments into classes, with its name on screen. */
export const targetGroupingNames = {
  OWN: 'Own classes',
  ASSET_TYPE: 'Asset class',
  SECTOR: 'Sector',
  COUNTRY: 'Country',
} as const satisfies Record<(typeof targetGroupings)[number], string>

/** How the part of a leaf is split over its instruments, with its name on screen. */
export const leafRuleNames = {
  HELD: 'As held',
  EQUAL: 'Equal parts',
  FIXED: 'Fixed parts',
} as const satisfies Record<(typeof leafRules)[number], string>

/** What a proposal may do, with its name on screen. */
export const proposalModes = {
  NEW_CASH: 'Only new cash',
  PURCHASES: 'Only purchases',
  REBALANCE: 'Purchases and sales',
} as const
export type ProposalMode = keyof typeof proposalModes

const wrongPercent = 'Enter a percent from 0 to 100 with at most 2 decimals.'
const percentOfWhole = decimalNumber(2, wrongPercent).refine(
  (text) => Number(text) >= 0 && Number(text) <= 100,
  wrongPercent,
)
const key = line(40, 'The key of a class')
/** The name of a class of the listing, or of an own one. */
const className = line(80, 'The name of a class')

const TargetLeaf = z
  .object({
    /** Classes of the listing whose instruments it holds, unless a leaf names the instrument; none for own classes. */
    takes: z.array(className).max(200, 'A class takes at most 200 classes of the listing.'),
    /** Codes that it holds by name. */
    codes: z.array(instrumentSymbol).max(500, 'A class names at most 500 instruments.'),
    /** One leaf at most, which holds nothing else; without one cash is unclassified. */
    holdsCash: z.boolean(),
    rule: z.enum(leafRules),
    /** Of a FIXED leaf: codes among `codes`, with percentages that sum to 100. */
    parts: z.array(z.object({ code: instrumentSymbol, percent: percentOfWhole })).max(500, 'At most 500 parts.'),
  })
  .meta({ id: 'TargetLeaf' })

const TargetClass = z
  .object({
    /** Chosen by the caller, unique in the plan. */
    key,
    /** The key of the class it is part of, which comes before it; null at the top. */
    parent: key.nullable(),
    name: className,
    /** Of its parent; the classes of a parent sum to 100. */
    percent: percentOfWhole,
    /** Null for a class that has classes. */
    leaf: TargetLeaf.nullable(),
  })
  .meta({ id: 'TargetClass' })

const bandWidth = (most: number) => {
  const wrong = `Enter a percent from 0 to ${most} with at most 2 decimals.`
  return decimalNumber(2, wrong)
    .refine((text) => Number(text) >= 0 && Number(text) <= most, wrong)
    .nullable()
}

const planFields = {
  grouping: z.enum(targetGroupings),
  /** A leaf is outside as soon as it is further away than one of them; null for none, but not both. */
  band: z.object({
    /** Percent points of the account's value. */
    points: bandWidth(100),
    /** Percent of the leaf's target. */
    relative: bandWidth(1_000),
  }),
  /** Notify when a leaf leaves its band at a close. */
  alerts: z.boolean(),
  classes: z.array(TargetClass).min(1, 'Enter at least one class.').max(200, 'A plan has at most 200 classes.'),
}
const PlanFields = z.object(planFields)

export const TargetPlan = PlanFields.superRefine((plan, context) => {
  for (const { path, message } of checkTargetPlan(plan)) context.addIssue({ code: 'custom', path, message })
}).meta({ id: 'TargetPlan' })
export type TargetPlan = z.output<typeof PlanFields>

export const SavedTargetPlan = z
  .object({
    /** 0 before the first plan; a call that changes the plan names the version that it has read. */
    version: z.number().int(),
    plan: PlanFields.meta({ id: 'StoredTargetPlan' }).nullable(),
    savedAt: instant.nullable(),
    /** Classes of the listing to choose from, by grouping: those of the market, and those held. */
    choices: z.object({ ASSET_TYPE: z.array(z.string()), SECTOR: z.array(z.string()), COUNTRY: z.array(z.string()) }),
  })
  .meta({ id: 'SavedTargetPlan' })
export type SavedTargetPlan = z.output<typeof SavedTargetPlan>

/** Percents and dollars with their targets; everything that needs a plan is null without one. */
const allocated = {
  value: dollars,
  /** Of the account's value; null unless that is positive. */
  part: percent.nullable(),
  /** Percent of the account's value. */
  target: percent.nullable(),
  targetValue: dollars.nullable(),
  /** part - target. */
  driftPoints: percent.nullable(),
  /** value - targetValue. */
  drift: dollars.nullable(),
}

export const AllocationInstrument = z
  .object({
    /** An option counts at its signed market value, and so does a short position; neither is ever proposed. */
    kind: z.enum(['SHARE', 'OPTION', 'CASH']),
    /** Null for cash. */
    code: z.string().nullable(),
    name: z.string(),
    /** Signed; null for cash. */
    quantity: decimalNumber(6, '').nullable(),
    lastPrice: decimalNumber(6, '').nullable(),
    ...allocated,
  })
  .meta({ id: 'AllocationInstrument' })
export type AllocationInstrument = z.output<typeof AllocationInstrument>

export const AllocationClass = z
  .object({
    /** `unclassified` for what no leaf holds, which is the last class and has the target 0. */
    key: z.string(),
    parent: z.string().nullable(),
    name: z.string(),
    /** 0 at the top. */
    level: z.number().int(),
    isLeaf: z.boolean(),
    rule: z.enum(leafRules).nullable(),
    ...allocated,
    /** The target as percent of the parent. */
    percent: percent.nullable(),
    /** Drift in percent of the target; null where the target is zero. */
    relativeDrift: percent.nullable(),
    /** Null without a plan. */
    isWithinBand: z.boolean().nullable(),
    /** Of a leaf, by value; instruments that it names and that are not held are among them with the value 0. */
    instruments: z.array(AllocationInstrument),
  })
  .meta({ id: 'AllocationClass' })
export type AllocationClass = z.output<typeof AllocationClass>

export const Allocation = z
  .object({
    accountId: id,
    accountNumber: z.string(),
    currency: z.string(),
    /** The account's value: the sum of its leaves, to the cent. */
    value: dollars,
    cash: dollars,
    /** When the account was read. */
    readAt: instant.nullable(),
    /** Of the plan; 0 without one. */
    version: z.number().int(),
    /** Of the classes: that of the plan, or the one asked for. */
    grouping: z.enum(targetGroupings),
    band: z.object({ points: percent.nullable(), relative: percent.nullable() }).nullable(),
    /** Leaves outside their band. */
    outside: z.number().int(),
    /** A class follows its parent. */
    classes: z.array(AllocationClass),
  })
  .meta({ id: 'Allocation' })
export type Allocation = z.output<typeof Allocation>

const gain = { shortTerm: dollars, longTerm: dollars, total: dollars }

/** What sales would realise, before fees. */
export const ProposedGain = z
  .object({
    ...gain,
    /** False where the cost or the day of a lot is not known: what is known is in the figures. */
    isComplete: z.boolean(),
  })
  .meta({ id: 'ProposedGain' })
export type ProposedGain = z.output<typeof ProposedGain>

export const ProposedOrder = z
  .object({
    /** What the ticket is opened with. */
    accountNumber: z.string(),
    code: z.string(),
    directionality: z.enum(['BUY', 'SELL']),
    quantity: decimalNumber(6, ''),
    name: z.string(),
    /** The last price. */
    price: decimalNumber(6, ''),
    /** quantity x price. */
    value: dollars,
    fee: dollars,
    /** The leaf it brings closer to its target. */
    classKey: z.string(),
    className: z.string(),
    /** "Technology is $1,200.00 below its target." */
    reason: z.string(),
    /**
     * Open orders claim shares of it, so that the ticket cannot sell them: send it as the position action CLOSE with
     * this quantity, which makes the orders smaller first.
     */
    closesPart: z.boolean(),
    /** A purchase that cash alone does not pay: send it after the sales are filled. */
    waitsForSales: z.boolean(),
    /** Of a sale, first in, first out; null for a purchase. */
    gain: ProposedGain.nullable(),
    lots: z.array(
      z.object({
        /** Null for what was held before the first known transaction. */
        openedDay: z.string().nullable(),
        quantity: decimalNumber(6, ''),
        cost: dollars.nullable(),
        proceeds: dollars,
        /** Null where the cost is not known. */
        gain: dollars.nullable(),
        term: z.enum(['SHORT_TERM', 'LONG_TERM']).nullable(),
      }),
    ),
  })
  .meta({ id: 'ProposedOrder' })
export type ProposedOrder = z.output<typeof ProposedOrder>

/**
 * Why something is not in the proposal: no price (NO_PRICE), options and shorts are not traded by proposals
 * (NOT_TRADED), no leaf holds it (UNCLASSIFIED), never to be sold (KEPT), its shares are claimed by open orders
 * (CLAIMED), a leaf without an instrument to buy (NOTHING_TO_BUY), an order below the smallest one (TOO_SMALL), orders
 * that are at the brokerage already and counted as filled (OPEN_ORDER), not enough cash (NO_CASH).
 */
export const proposalNotes = [
  'NO_PRICE',
  'NOT_TRADED',
  'UNCLASSIFIED',
  'KEPT',
  'CLAIMED',
  'NOTHING_TO_BUY',
  'TOO_SMALL',
  'OPEN_ORDER',
  'NO_CASH',
] as const
export type ProposalNote = (typeof proposalNotes)[number]

export const OrderProposal = z
  .object({
    /** Of the plan that it follows. */
    version: z.number().int(),
    mode: z.enum(['NEW_CASH', 'PURCHASES', 'REBALANCE']),
    accountNumber: z.string(),
    currency: z.string(),
    value: dollars,
    cash: dollars,
    buyingPower: dollars,
    /** What purchases may spend before any sale: never more than cash and buying power, nor the target of cash. */
    spendable: dollars,
    /** When the account and the prices were read. */
    readAt: instant,
    /** Decimals of a quantity: 0 for whole shares. */
    quantityDecimals: z.number().int(),
    /** The smallest order that counted: the one asked for, or more where fees and spreads ask for it. */
    smallestOrder: dollars,
    /** No leaf was outside its band, so that nothing needs to be done. */
    isWithinBands: z.boolean(),
    /** Sales first. */
    orders: z.array(ProposedOrder),
    fees: dollars,
    /** What purchases are expected to cost beyond the last price, because the market asks more. */
    spread: dollars,
    /** Of all orders together. */
    sales: dollars,
    purchases: dollars,
    cashAfter: dollars,
    valueAfter: dollars,
    /** Leaves before and after, at the value after fees and spread; Unclassified last. */
    leaves: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        value: dollars,
        valueAfter: dollars,
        targetValue: dollars,
        isWithinBand: z.boolean(),
        isWithinBandAfter: z.boolean(),
      }),
    ),
    /** Of all sales. */
    gain: ProposedGain,
    notes: z.array(
      z.object({
        kind: z.enum(proposalNotes),
        /** Null for a leaf or for the whole. */
        code: z.string().nullable(),
        text: z.string(),
      }),
    ),
  })
  .meta({ id: 'OrderProposal' })
export type OrderProposal = z.output<typeof OrderProposal>

const positive = (text: string) => dollars.refine((cents) => cents >= 0n && cents <= 100_000_000_00n, text)

const ownAccount = [{ object: 'account', at: 'body.accountId' }] as const
const version = z.number().int('Name the version of the plan that you have read.').min(0).max(1_000_000_000)

export const targetRoutes = {
  findAllocation: route({
    method: 'GET',
    path: '/v1/api/target/find-allocation/{accountId}/{grouping}',
    summary: 'What the classes of an account are worth, beside its target plan or by one class of the listing.',
    access: access.session,
    owns: [{ object: 'account', at: 'params.accountId' }],
    /** PLAN without a plan is by asset class. */
    params: z.object({ accountId: id, grouping: z.enum(['PLAN', 'ASSET_TYPE', 'SECTOR', 'COUNTRY']) }),
    reply: Allocation,
    refusals: ['notFound'],
  }),
  findPlan: route({
    method: 'GET',
    path: '/v1/api/target/find-plan/{accountId}',
    summary: 'The target plan of an account with its version, and the classes of the listing to choose from.',
    access: access.session,
    owns: [{ object: 'account', at: 'params.accountId' }],
    params: z.object({ accountId: id }),
    reply: SavedTargetPlan,
    refusals: ['notFound'],
  }),
  savePlan: route({
    effect: true,
    method: 'POST',
    path: '/v1/api/target/save-plan',
    summary: 'Save the target plan of an account in the place of the version that was read; 0 for the first one.',
    access: access.session,
    owns: ownAccount,
    body: z.object({ accountId: id, version, plan: TargetPlan }),
    reply: messageReply.extend({ version: z.number().int() }),
    refusals: ['notFound', 'targetPlanChanged'],
  }),
  deletePlan: route({
    effect: true,
    method: 'POST',
    path: '/v1/api/target/delete-plan',
    summary: 'Delete the target plan of an account, of the version that was read.',
    access: access.session,
    owns: ownAccount,
    body: z.object({ accountId: id, version }),
    reply: messageReply,
    refusals: ['notFound', 'targetPlanChanged'],
  }),
  proposeOrders: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/target/propose-orders',
    summary:
      'The orders that would bring an account closer to its target plan, sales first, with the gains they would ' +
      'realise; nothing is stored or sent.',
    access: access.session,
    owns: ownAccount,
    body: z.object({
      accountId: id,
      mode: z.enum(['NEW_CASH', 'PURCHASES', 'REBALANCE']),
      /** Orders below it are not worth placing. */
      smallestOrder: positive('Enter an amount from $0 to $100,000,000.'),
      /** What one order is expected to cost. */
      feePerOrder: positive('Enter an amount from $0 to $100,000,000.'),
      /** Codes that are never sold. */
      neverSold: z.array(instrumentSymbol).max(500, 'At most 500 instruments.'),
    }),
    reply: OrderProposal,
    refusals: [...tradeRefusals, 'targetPlanMissing'],
  }),
} as const
