// Objects of the contract for component tests, each complete, with the fields that a test is about replaced.
import type {
  Account,
  ChargeCalculation,
  DayLines,
  FeePolicyLine,
  FundBooks,
  FundClub,
  FundFees,
  FundOverview,
  MarketState,
  Member,
  MyHome,
  MyParticipation,
  MyProfile,
  Operation,
  Order,
  OrderPreview,
  PortfolioRisk,
  ReadableFund,
  ReportColumn,
  RiskPosition,
  Vote,
} from '@clubfolio/contract'
import { toCents } from '@clubfolio/domain'

const openedMs = Date.parse('2026-01-05T15:00:00Z')

export const accountId = '0a4de1c5-3b8c-4bbd-8a33-0f7d9f1e6a01'
export const memberId = '77cf2a0e-8f9b-4b6c-9a55-cb1d53c0de01'
export const bankAccountId = '4be93f5a-1a58-4c7d-92a0-8b7cb9a1fe01'

export const cents = (dollars: number) => toCents(BigInt(Math.round(dollars * 100)))

export const sampleAccount = (fields: Partial<Account> = {}): Account => ({
  id: accountId,
  number: '8841-2207',
  broker: 'paper',
  brokerName: 'Paper brokerage',
  isPaper: true,
  isReadOnly: false,
  currency: 'USD',
  type: 'MARGIN',
  initialBalance: cents(100_000),
  floatValue: cents(104_310.55),
  realValue: cents(103_900),
  buyingPower: cents(60_000),
  todayChange: cents(120.4),
  isDefault: true,
  accessExpirationDate: openedMs + 7 * 86_400_000,
  isActive: true,
  syncedAt: openedMs,
  syncFailure: null,
  syncFailedAt: null,
  unexplainedCash: null,
  differences: [],
  ...fields,
})

export const sampleClub = (fields: Partial<FundClub> = {}): FundClub => ({
  accountId,
  name: 'Riverside Club',
  address: '',
  text: '',
  logo: null,
  currency: 'USD',
  manager: 'Maria Keller',
  account: '•••• 2207',
  ...fields,
})

export const sampleMember = (fields: Partial<Member> = {}): Member => ({
  id: memberId,
  firstName: 'Ada',
  lastName: 'Lund',
  email: 'ada@example.com',
  phone: '12125550123',
  invitation: null,
  userId: null,
  user: null,
  status: 'ACTIVATED',
  created: openedMs,
  createdTimezone: 'UTC',
  updated: openedMs,
  updatedTimezone: 'UTC',
  deleted: null,
  deletedTimezone: null,
  ...fields,
})

/** A fund that opened on 2026-01-05; its market day is 2026-03-04. */
export const sampleOverview = (fields: Partial<FundOverview> = {}): FundOverview => ({
  accountId,
  accountNumber: '8841-2207',
  place: 'OWNER',
  secondPersonFrom: null,
  openingDay: '2026-01-05',
  openingValue: cents(100_000),
  asOf: '2026-03-03',
  marketDay: '2026-03-04',
  brokerValue: cents(104_310.55),
  cashOutside: cents(0),
  fundValue: cents(104_310.55),
  units: '1000.00000000',
  unitValue: '104.3106',
  unallocatedValue: cents(20_000),
  dealing: 'before-the-day',
  closedUntil: null,
  canMoveMoney: false,
  profitLostAmount: cents(4_310.55),
  timeWeighted: null,
  internalRate: { percent: null, because: 'too-short' },
  risk: null,
  benchmarks: [],
  toBeMatched: { count: 0, overstated: cents(0), understated: cents(0) },
  unexplainedWithdrawal: cents(0),
  inTransit: cents(0),
  movedTo: null,
  notCovered: [],
  ...fields,
})

/** Nothing speaks against the order, and nothing is asked about it. */
export const samplePreview = (fields: Partial<OrderPreview> = {}): OrderPreview => ({
  code: 'SPY',
  name: 'SPDR S&P 500',
  price: '410.00',
  limitPrice: null,
  stopPrice: null,
  stopLimitPrice: null,
  stopTrail: null,
  targetPrice: null,
  trail: null,
  lastPrice: '405.10',
  brokerInstruction: 'BUY',
  inversion: cents(4_100),
  accountValue: cents(104_310.55),
  buyingPowerBefore: cents(60_000),
  buyingPowerAfter: cents(55_900),
  shareOfCapital: '3.93',
  lossAtStop: null,
  lossPercent: null,
  reward: null,
  rewardToRisk: null,
  greatestLoss: null,
  commission: cents(0),
  warnings: [],
  faults: [],
  questions: [],
  breaches: [],
  rejects: [],
  limits: [],
  ...fields,
})

/** 100 short at 40.00, last 39.00, without a stop; at the prior close they were 38.70. */
export const sampleOperation = (fields: Partial<Operation> = {}): Operation => ({
  code: 'AAA',
  name: 'Alpha',
  assetType: 'EQUITY',
  multiplier: 1,
  shortQuantity: 100,
  longQuantity: 0,
  averagePrice: 40,
  investment: cents(4_000),
  lastPrice: 39,
  plOpen: cents(100),
  plPercent: 2.5,
  plDay: cents(-30),
  floatCap: cents(4_100),
  realCap: cents(4_000),
  stopLossPrice: null,
  stopTrail: null,
  stopLossQty: 0,
  riskPercent: null,
  riskQty: null,
  isLive: true,
  protection: 'NONE',
  lacksStop: true,
  coveredQty: 0,
  uncoveredValue: cents(3_900),
  repair: null,
  ...fields,
})

/** A buy of 100 ACME that works at a stop of 50.50. */
export const sampleOrder = (fields: Partial<Order> = {}): Order => ({
  orderId: '41',
  code: 'ACME',
  duration: 'GOOD_TILL_CANCEL',
  goodTill: null,
  session: 'NORMAL',
  orderType: 'STOP',
  status: 'WORKING',
  price: '50.5',
  stopPrice: '50.5',
  quantity: '100',
  instruction: 'BUY',
  brokerInstruction: 'BUY',
  enteredTime: 0,
  closeTime: null,
  accountNumber: '8841-2207',
  filledQuantity: '0',
  averageFillPrice: null,
  filledTime: null,
  trail: null,
  description: null,
  strategy: 'SINGLE',
  parentOrderId: null,
  children: [],
  legs: [],
  shape: null,
  isCancellable: true,
  isEditable: true,
  cancelPrice: null,
  candidates: [],
  ...fields,
})

/** The stop of 100 that waits for an order to be filled. */
export const sampleChild: Order['children'][number] = {
  orderId: '42',
  instruction: 'SELL',
  orderType: 'STOP',
  price: '48.5',
  stopPrice: '48.5',
  trail: null,
  orders: [],
  quantity: '100',
  status: 'AWAITING_PARENT_ORDER',
  description: null,
  legs: [],
  shape: null,
}

/** The simulated market at 10:00 in New York on 2026-03-04. */
export const sampleMarket = (fields: Partial<MarketState> = {}): MarketState => ({
  source: 'simulated',
  mode: 'live',
  marketDay: '2026-03-03',
  formingDay: '2026-03-04',
  isOpen: true,
  marketTime: Date.parse('2026-03-04T15:00:00Z'),
  ...fields,
})

/** A column of texts that can be sorted. */
export const sampleColumn = (key: string, name: string, fields: Partial<ReportColumn> = {}): ReportColumn => ({
  nomenclatorConfigId: key,
  nomenclatorConfigNameKey: key,
  nomenclatorConfigDisplayName: name,
  nomenclatorConfigDescription: '',
  canBeSort: true,
  type: 'TEXT',
  isBigNumber: false,
  combinedBy: null,
  ...fields,
})

/** A user whom no manager has linked a member to. */
export const sampleProfile = (fields: Partial<MyProfile> = {}): MyProfile => ({
  firstName: 'Ann',
  lastName: 'Bell',
  email: 'ann@example.com',
  phoneNumber: '+12125550100',
  memberOf: [],
  isManager: false,
  ...fields,
})

/** Before the first close. */
export const sampleDayLines = (fields: Partial<DayLines> = {}): DayLines => ({
  currency: 'USD',
  isUnderWay: false,
  closeDay: null,
  lines: [],
  total: cents(0),
  ...fields,
})

export const sampleReadableFund = (fields: Partial<ReadableFund> = {}): ReadableFund => ({
  accountId,
  accountNumber: '1001',
  isPaper: false,
  currency: 'USD',
  club: 'Riverside Club',
  owner: 'Maria Keller',
  place: 'OWNER',
  lastDay: null,
  ...fields,
})

/** A part of 5 % in the Harbour Club since 2026-02-10, in euros, with a fee policy. */
export const sampleParticipation = (fields: Partial<MyParticipation> = {}): MyParticipation => ({
  accountId,
  memberId,
  fund: 'Harbour Club',
  manager: 'Jon Vale',
  accountNumber: '•••• 2207',
  isPaper: false,
  currency: 'EUR',
  asOf: '2026-03-03',
  figuresOf: 'close of 2026-03-03',
  openingDay: '2026-01-05',
  isNew: false,
  since: '2026-02-10',
  until: null,
  amount: cents(1_000),
  value: cents(1_050),
  participationPercent: 5,
  profitLostAmount: cents(50),
  realProfit: cents(20),
  floatingProfit: cents(30),
  units: '100.0000',
  unitValue: '10.5000',
  timeWeighted: 3.2,
  internalRate: { percent: null, because: 'too-short' },
  accrued: { management: cents(1.5), performance: cents(3.5), net: cents(1_045) },
  ...fields,
})

/** What the home of that part shows besides its figures. */
export const sampleHome = (fields: Partial<MyHome> = {}): MyHome => ({
  // One close makes no line: the DOM of the tests cannot draw one.
  history: [[Date.parse('2026-03-03T21:00:00Z'), 1_050]],
  payments: [[Date.parse('2026-02-10T21:00:00Z'), 1_000]],
  entries: [{ day: '2026-02-10', what: 'Contribution', amount: cents(1_000), units: '98.0392', unitValue: '10.2000' }],
  ...fields,
})

/** Two shares and a written put in an account of 100,000.00, with a fall and a rise of SPY by 10 %. */
export const sampleRisk = (fields: Partial<PortfolioRisk> = {}): PortfolioRisk => {
  const exposure = { long: cents(60_000), short: cents(-10_000), net: cents(50_000), gross: cents(70_000) }
  const percents = { longPercent: 60, shortPercent: -10, netPercent: 50, grossPercent: 70 }
  return {
    currency: 'USD',
    accountValue: cents(100_000),
    readAt: openedMs,
    window: 252,
    throughDay: '2026-03-03',
    leastReturns: 60,
    benchmark: { price: 500, returns: 252 },
    exposure: { ...exposure, ...percents },
    optionValue: cents(-900),
    betaWeighted: { dollars: cents(70_150), shares: 140.3, percentGain: cents(701.5) },
    beta: 0.7,
    positions: [
      sampleRiskPosition({ code: 'ALDE', gains: [cents(-4_800), cents(0), cents(4_800)] }),
      sampleRiskPosition({
        code: 'ALDE  260618P00095000',
        underlying: 'ALDE',
        quantity: -3,
        marketValue: cents(-900),
        delta: -0.4,
        volatility: 31.5,
        gains: [cents(-2_500), cents(0), cents(800)],
      }),
      sampleRiskPosition({
        code: 'KSTL',
        name: 'Kestrel Energy',
        underlying: 'KSTL',
        sector: 'Energy',
        quantity: -50,
        exposure: cents(-10_000),
        gains: [cents(1_200), cents(0), cents(-1_200)],
      }),
    ],
    sectors: [
      {
        name: 'Industrials',
        positions: 2,
        exposure: { ...exposure, ...percents, short: cents(0), shortPercent: 0, net: cents(60_000), netPercent: 60 },
      },
      {
        name: 'Energy',
        positions: 1,
        exposure: { ...exposure, ...percents, long: cents(0), longPercent: 0, net: cents(-10_000), netPercent: -10 },
      },
    ],
    underlyings: [
      {
        code: 'ALDE',
        name: 'Alden Tooling',
        positions: 2,
        marketValue: cents(39_100),
        exposure: { ...exposure, ...percents, short: cents(0), shortPercent: 0, net: cents(60_000), netPercent: 60 },
      },
      {
        code: 'KSTL',
        name: 'Kestrel Energy',
        positions: 1,
        marketValue: cents(-10_000),
        exposure: { ...exposure, ...percents, long: cents(0), longPercent: 0, net: cents(-10_000), netPercent: -10 },
      },
    ],
    stress: { moves: [-10, 0, 10], gains: [cents(-6_100), cents(0), cents(4_400)] },
    correlation: {
      codes: ['ALDE', 'KSTL', 'MRDG'],
      values: [
        [1, 0.41, -0.2],
        [0.41, 1, 0.05],
        [-0.2, 0.05, 1],
      ],
      sessions: 252,
      shortest: null,
      leftOut: [],
    },
    ...fields,
  }
}

export const sampleRiskPosition = (fields: Partial<RiskPosition> = {}): RiskPosition => ({
  accountId,
  code: 'ALDE',
  name: 'Alden Tooling',
  underlying: 'ALDE',
  sector: 'Industrials',
  quantity: 400,
  lastPrice: 100,
  marketValue: cents(40_000),
  delta: 1,
  volatility: null,
  exposure: cents(40_000),
  exposurePercent: 40,
  beta: 1.2,
  sessions: 252,
  betaWeighted: { dollars: cents(48_000), shares: 96, percentGain: cents(480) },
  gap: null,
  gains: [cents(-4_800), cents(0), cents(4_800)],
  ...fields,
})

/** An open, secret vote by heads that one of three members has voted in. */
export const sampleVote = (fields: Partial<Vote> = {}): Vote => ({
  id: '5d2b8f5e-06f0-4d9b-9d55-1f7e33a1de61',
  question: 'Shall we buy the boat?',
  details: '',
  choices: ['Yes', 'No'].map((label, index) => ({
    id: `5d2b8f5e-06f0-4d9b-9d55-1f7e33a1de7${index}`,
    label,
    votes: null,
    units: null,
    percent: null,
    isGreatest: false,
  })),
  isSecret: true,
  byUnits: false,
  recordDay: '2026-03-03',
  lastDay: '2026-03-06',
  openedAt: Date.parse('2026-03-03T15:00:00Z'),
  state: 'OPEN',
  endedAt: null,
  reason: null,
  voters: 3,
  cast: 1,
  castPercent: null,
  isWithheld: false,
  ...fields,
})

export const sampleBooks = (fields: Partial<FundBooks> = {}): FundBooks => ({
  accountId,
  opening: { day: '2026-01-05', value: cents(1000), openProfit: cents(0), shares: [] },
  dealing: 'before-the-day',
  isDealingFixed: false,
  club: null,
  closedUntil: null,
  moves: [],
  statements: null,
  expenses: [],
  transfers: [],
  distributions: [],
  matches: [],
  unmatchedItems: [],
  unmatchedMovements: [],
  movementsBeforeOpening: [],
  refusedEntries: [],
  moneyTransfers: [],
  ...fields,
})

/** 2 % a year to unallocated since the opening, charged every month. */
export const sampleFeePolicy = (fields: Partial<FeePolicyLine> = {}): FeePolicyLine => ({
  id: '019a9f3e-8c00-7000-8000-0000000000f1',
  kind: 'management',
  rate: '2',
  hurdle: '0',
  receiverId: accountId,
  receiver: 'Unallocated',
  period: 'month',
  ownRates: [],
  firstDay: '2026-01-06',
  chargesByItself: false,
  ...fields,
})

/** A fund that charges nothing; `sampleFees({ policies: [sampleFeePolicy()] })` charges. */
export const sampleFees = (fields: Partial<FundFees> = {}): FundFees => ({
  policies: [],
  open: [],
  charges: [],
  netValues: [],
  isNetExact: true,
  ...fields,
})

/** The example of docs/rules/fund-fees.md: Ada pays 169.86 for management, and 40.00 on the gain of one of two lots. */
export const sampleCharge = (fields: Partial<ChargeCalculation> = {}): ChargeCalculation => ({
  endDay: '2026-02-27',
  isWaived: false,
  reason: null,
  unitValue: '12.0000000000',
  total: cents(209.86),
  lines: [
    {
      memberId,
      name: 'Ada Lund',
      kind: 'management',
      rate: '2',
      value: cents(100_000),
      exact: '169.86350986',
      carried: '0.00214000',
      owed: '0.00000000',
      fee: cents(169.86),
      lots: [],
    },
    {
      memberId,
      name: 'Ada Lund',
      kind: 'performance',
      rate: '20',
      value: cents(99_830.14),
      exact: '40.00000000',
      carried: '0.00000000',
      owed: '0.00000000',
      fee: cents(40),
      lots: [
        { since: '2026-01-05', units: '100.00000000', mark: '10.0000', hurdleMark: '10.0000', gain: '200.00000000' },
        { since: '2026-02-02', units: '100.00000000', mark: '14.0000', hurdleMark: '14.0000', gain: '0.00000000' },
      ],
    },
  ],
  ...fields,
})
