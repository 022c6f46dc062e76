// Recognises a file's kind by its column names, and whether its prices are as traded or already split-adjusted. Reads
// no rows.

export interface DailyColumns {
  readonly symbol: number | undefined
  readonly date: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number | undefined
  readonly dividend: number | undefined
  readonly split: number | undefined
}

export interface ListingColumns {
  readonly symbol: number
  readonly name: number | undefined
  readonly exchange: number | undefined
  readonly assetType: number | undefined
  readonly ipoDate: number | undefined
  readonly isEtf: number | undefined
  readonly isTest: number | undefined
  readonly sector: number | undefined
  readonly industry: number | undefined
  readonly country: number | undefined
  readonly marketCap: number | undefined
}

interface Common {
  readonly delimiter: ',' | '\t' | ';'
  readonly columnCount: number
  /** The kind's name for users. */
  readonly label: string
}

export type FileKind =
  | (Common & { readonly kind: 'daily'; readonly columns: DailyColumns; readonly isAdjusted: boolean })
  | (Common & { readonly kind: 'minute'; readonly columns: DailyColumns })
  | (Common & {
      readonly kind: 'split-steps'
      readonly columns: { readonly symbol: number; readonly date: number; readonly factor: number }
    })
  | (Common & {
      readonly kind: 'listing'
      readonly columns: ListingColumns
      /** Directories add instruments, lists of constituents only describe known ones. */ readonly isDirectory: boolean
      readonly exchange: string | undefined
    })

const names = {
  symbol: ['symbol', 'ticker', 'code', 'act symbol'],
  date: ['date', 'timestamp', 'day', 'datetime'],
  open: ['open'],
  high: ['high'],
  low: ['low'],
  close: ['close'],
  volume: ['volume', 'vol'],
  dividend: ['dividend', 'dividend amount', 'dividends'],
  split: ['split', 'split coefficient', 'stock splits'],
  name: ['name', 'security', 'company name', 'security name'],
  exchange: ['exchange'],
  assetType: ['assettype', 'asset type'],
  ipoDate: ['ipodate', 'ipo date'],
  isEtf: ['etf'],
  isTest: ['test issue'],
  sector: ['gics sector', 'sector'],
  industry: ['gics sub-industry', 'industry'],
  country: ['country'],
  marketCap: ['market cap', 'marketcap', 'market capitalization'],
} as const

/**
 * Returns the kind of a file from its header and first row, or undefined when the columns fit none. Minute files look
 * like daily ones; the first row distinguishes them (a time of day, or epoch milliseconds).
 */
export function recogniseFile(header: string, firstRow: string | undefined): FileKind | undefined {
  const delimiter = header.includes('\t') ? '\t' : header.includes(';') && !header.includes(',') ? ';' : ','
  const written = header.split(delimiter).map((text) => text.trim().replaceAll(/^"|"$/g, '').replaceAll(/^<|>$/g, ''))
  const columns = written.map((text) => text.toLowerCase().replaceAll('_', ' '))
  const at = (key: keyof typeof names): number | undefined => {
    for (const name of names[key]) if (columns.includes(name)) return columns.indexOf(name)
    return undefined
  }
  const common = { delimiter, columnCount: columns.length } as const

  const [symbol, date, factor] = [at('symbol'), at('date'), columns.indexOf('split factor')]
  if (symbol !== undefined && date !== undefined && factor >= 0) {
    return { ...common, kind: 'split-steps', label: 'adjustment factors', columns: { symbol, date, factor } }
  }
  const prices = priceColumns(at)
  if (prices) {
    if (isMinuteRow(firstRow?.split(delimiter)[prices.date]))
      return { ...common, kind: 'minute', label: 'minute bars', columns: prices }
    return { ...common, kind: 'daily', columns: prices, ...adjustmentOf(written, header, columns) }
  }
  if (symbol !== undefined && at('name') !== undefined) {
    const isDirectory = at('exchange') !== undefined || columns.includes('market category')
    const listing: ListingColumns = {
      symbol,
      name: at('name'),
      exchange: at('exchange'),
      assetType: at('assetType'),
      ipoDate: at('ipoDate'),
      isEtf: at('isEtf'),
      isTest: at('isTest'),
      ...sectorColumns(columns, at),
      country: at('country'),
      marketCap: at('marketCap'),
    }
    return {
      ...common,
      kind: 'listing',
      label: isDirectory ? 'listing directory' : 'list of constituents',
      columns: listing,
      isDirectory,
      exchange: columns.includes('market category') ? 'NASDAQ' : undefined,
    }
  }
  return undefined
}

function priceColumns(at: (key: keyof typeof names) => number | undefined): DailyColumns | undefined {
  const [date, open, high, low, close] = [at('date'), at('open'), at('high'), at('low'), at('close')]
  if (date === undefined || open === undefined || high === undefined || low === undefined || close === undefined)
    return undefined
  return {
    symbol: at('symbol'),
    date,
    open,
    high,
    low,
    close,
    volume: at('volume'),
    dividend: at('dividend'),
    split: at('split'),
  }
}

/**
 * Returns the columns of sector and industry. A fundamentals file, which labels the sub-industry "Sector", is
 * recognised by its column of filings.
 */
function sectorColumns(
  columns: readonly string[],
  at: (key: keyof typeof names) => number | undefined,
): Pick<ListingColumns, 'sector' | 'industry'> {
  if (columns.includes('sec filings')) return { sector: undefined, industry: at('sector') }
  return { sector: at('sector'), industry: at('industry') }
}

/**
 * Returns whether prices are adjusted. Yahoo ("Adj Close") and Stooq (angle brackets, or capitalised names without it)
 * deliver split-adjusted prices; our own wide form and Alpha Vantage (lower case, with or without a split column)
 * deliver prices as traded.
 */
function adjustmentOf(
  written: readonly string[],
  header: string,
  columns: readonly string[],
): { isAdjusted: boolean; label: string } {
  if (written.includes('Adj Close')) return { isAdjusted: true, label: 'Yahoo daily prices (split-adjusted)' }
  if (header.includes('<') || (written.includes('Close') && written.includes('Date')))
    return { isAdjusted: true, label: 'Stooq daily prices (split-adjusted)' }
  if (columns.includes('split coefficient'))
    return { isAdjusted: false, label: 'Alpha Vantage daily prices (as traded)' }
  return { isAdjusted: false, label: 'daily prices (as traded)' }
}

const isMinuteRow = (date: string | undefined): boolean =>
  date !== undefined && (/^\d{12,14}$/.test(date) || /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}/.test(date))
