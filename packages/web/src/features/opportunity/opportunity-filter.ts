// The seeker's filter as encoded in the address, and when it may be fetched; independent of the UI.
// Source: docs/rules/trading.md, "Opportunity seeker".
import {
  assetTypes,
  capitalText,
  investmentTypes,
  opportunityOrders,
  opportunityPageSize,
  riskText,
  sortDirections,
  type CallInput,
  type Routes,
} from '@clubfolio/contract'
import { z } from 'zod'

type AssetType = (typeof assetTypes)[number]

export const OpportunitySearch = z.object({
  direction: z.enum(investmentTypes).catch('long'),
  capital: z.string().catch(''),
  risk: z.string().catch(''),
  symbol: z.string().catch(''),
  /** `All` means every type. */
  types: z.string().catch('All'),
  year: z.coerce.number().int().nullable().catch(null),
  qec: z.enum(['true', 'false']).catch('false'),
  /** Filter was pressed and nothing was reset since; rows are fetched only then. */
  asked: z.enum(['true', 'false']).catch('false'),
  /** Whether to list rows that the session has overtaken. */
  overtaken: z.enum(['show', 'hide']).catch('show'),
  /** The column that a click on its header orders by; without one, the nearest entry is first. */
  orderBy: z.enum(opportunityOrders).nullable().catch(null),
  order: z.enum(sortDirections).catch('ASC'),
  start: z.coerce.number().int().min(0).catch(0),
  count: z.coerce.number().int().min(1).max(200).catch(opportunityPageSize),
})
export type OpportunitySearch = z.output<typeof OpportunitySearch>

/** The fields of the Filter modal. */
export type SeekerFilter = Pick<
  OpportunitySearch,
  'direction' | 'capital' | 'risk' | 'symbol' | 'types' | 'year' | 'qec'
>

/** Returns the chosen types among those that the market offers. */
export const listTypes = (types: string, offered: readonly string[] = assetTypes): AssetType[] =>
  assetTypes.filter((type) => offered.includes(type) && (types === 'All' || types.split(' ').includes(type)))

/** Returns `All` while every type is chosen, so that a new type of the market is included too. */
export const writeTypes = (chosen: readonly string[], offered: readonly string[]): string =>
  offered.every((type) => chosen.includes(type)) ? 'All' : chosen.join(' ') || 'none'

/** Returns whether direction, capital, risk and at least one type are set and valid, and Filter was pressed. */
export const isAsked = (place: OpportunitySearch): boolean => place.asked === 'true' && countOpenFields(place) === 0

/**
 * Returns the query for the rows; undefined until it is asked for and the types that the market offers are known. A
 * type that is not offered is not sent.
 */
export function opportunityQuery(
  place: OpportunitySearch,
  offered: readonly string[] | undefined,
): CallInput<Routes['opportunity']['find']> | undefined {
  if (!isAsked(place) || offered === undefined) return undefined
  const { overtaken, orderBy, order } = place
  const params = {
    investmentType: place.direction,
    capital: place.capital,
    risk: place.risk,
    start: place.start,
    count: place.count,
    assetTypes: listTypes(place.types, offered),
    symbolOrAll: place.symbol === '' ? null : place.symbol,
    showOnlyQEC: place.qec === 'true',
    yearIPO: place.year,
  }
  return { params, query: { overtaken, direction: order, ...(orderBy === null ? {} : { orderBy }) } }
}

const complaint = (schema: z.ZodType, text: string, name: string): string | undefined => {
  if (text === '') return `${name} is required.`
  return schema.safeParse(text).error?.issues[0]?.message
}

/** Returns the error of each field, shown next to it. */
export const filterFaults = ({ capital, risk, types }: SeekerFilter) => ({
  capital: complaint(capitalText, capital, 'Capital'),
  risk: complaint(riskText, risk, 'Risk'),
  types: listTypes(types).length === 0 ? 'Choose at least one instrument type.' : undefined,
})

export const countOpenFields = (fields: SeekerFilter): number =>
  Object.values(filterFaults(fields)).filter((fault) => fault !== undefined).length

/** The changes of each reset; every reset also clears the table until Filter is pressed again. */
export const filterResets = {
  capital: { capital: '' },
  risk: { risk: '' },
  symbol: { symbol: '' },
  year: { year: null },
  direction: { direction: 'long' },
  qec: { qec: 'false' },
  types: { types: 'All' },
} as const satisfies Record<string, Partial<SeekerFilter>>

export const cleared = { asked: 'false', start: 0 } as const

/** Returns the current year and the nine before it, counted from the market day. */
export function yearsBefore(marketDay: string | null | undefined): number[] {
  const year = Number(marketDay?.slice(0, 4))
  return Number.isFinite(year) && year > 0 ? Array.from({ length: 10 }, (_, index) => year - index) : []
}
