// The symbol of a file of prices without a symbol column, read from the file's name. It only proposes: a proposal that
// is not certain must be confirmed by a person. Source: docs/rules/market.md, "The symbol of a file".
import { codeKey } from './instrument-key.ts'

export interface Listings {
  readonly isKnown: (key: string) => boolean
  /** A directory of listings was imported, so that a symbol that it does not list is doubtful. */
  readonly hasDirectory: boolean
}

export interface SymbolProposal {
  /** The symbol, in upper case; null when it is not certain. */
  readonly symbol: string | null
  /** What the name could mean when it is not certain, in the order of the name. */
  readonly candidates: readonly string[]
}

/** Words of file names that are no symbols, although some companies have such a code (ALL, MAR, D). */
const words: ReadonlySet<string> = new Set(
  `daily weekly monthly yearly intraday minute minutes min hourly hour day days week weeks month months year years
  d w m wk mo y yr da jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july
  august september october november december yahoo yahoofinance finance yfinance google googlefinance stooq alpha
  vantage alphavantage av quandl tiingo polygon iex nasdaq nyse amex kaggle investing marketwatch barchart history
  historical historic hist data dataset price prices pricing quote quotes stock stocks share shares equity equities
  etf etfs index indices market markets ohlc ohlcv bar bars candle candles download downloads export exported table
  chart file copy final new old test sample adjusted unadjusted adj raw full compact all complete merged series time
  timeseries eod us usa usd from to until through and of the max ytd csv tsv txt json zip large small big part first
  last latest current update updated daily-adjusted report output input my`.split(/\s+/),
)

/** What a symbol may consist of, in upper case; also indices (^GSPC) and classes (BRK-B, BRK/B). */
export const symbolPattern = /^[A-Z0-9^][A-Z0-9.^/$=-]{0,19}$/

const extensions = /(\.(csv|tsv|txt|dat|gz|zip))+$/i
const tickerForm = /^\^?[A-Z]{1,6}([./-][A-Z]{1,2})?$/
/** Such as SP500 or DJ30: letters, then digits. */
const indexForm = /^\^?([A-Z]{1,5})\d{1,5}$/
const longestLowerCase = 4

interface Token {
  /** As written in the name. */
  readonly text: string
  readonly symbol: string
}

/**
 * Returns the symbol that a file's name states: the one part of the name that is a known listing, once words, months,
 * years and other numbers are left out. Before a directory of listings is known, the only part that is left and looks
 * like a symbol is one. `daily_AAPL_2020.csv` is AAPL, `aapl.us.txt` is AAPL, `BRK-B.csv` is BRK-B.
 */
export function proposeSymbol(fileName: string, listings: Listings): SymbolProposal {
  const stem = (fileName.split(/[/\\]/).at(-1) ?? '').replace(extensions, '')
  const isKnown = ({ symbol }: Token) => listings.isKnown(codeKey(symbol))
  const all = tokensOf(stem, isKnown)
  const left = distinct(all.filter(({ text }) => !isWord(text)))
  const [only] = all
  // A name that is nothing but a word is the listing of that code: ALL.csv.
  if (all.length === 1 && only !== undefined && isKnown(only)) return certain(only)
  const known = left.filter(isKnown)
  const [first] = known
  if (known.length === 1 && first !== undefined) {
    // "cat" among other words is perhaps a word; "CAT" among words in lower case is the symbol.
    const isAlone = left.length === 1 || left.filter(({ text }) => text === text.toUpperCase()).length === 1
    return isAlone && (left.length === 1 || first.text === first.text.toUpperCase())
      ? certain(first)
      : open([...known, ...left.filter((token) => token !== first && looksLikeSymbol(token))])
  }
  if (known.length > 1) return open(known)
  const likely = left.filter(looksLikeSymbol)
  const [sole] = likely
  if (left.length === 1 && sole !== undefined && !listings.hasDirectory) return certain(sole)
  return open(likely.length > 0 ? likely : distinct(all).filter(isKnown))
}

const certain = ({ symbol }: Token): SymbolProposal => ({ symbol, candidates: [] })
const open = (tokens: readonly Token[]): SymbolProposal => ({
  symbol: null,
  candidates: tokens.map(({ symbol }) => symbol),
})

/** Returns the parts of a name; a share class belongs to the part before it: BRK-B, brk_b, BRK.B. */
function tokensOf(stem: string, isKnown: (token: Token) => boolean): Token[] {
  const parts = [...stem.matchAll(/[A-Za-z0-9^]+/g)].map((match) => ({ text: match[0], at: match.index }))
  const tokens: Token[] = []
  for (let index = 0; index < parts.length; index++) {
    const { text, at } = parts[index]!
    const next = parts[index + 1]
    const separator = next === undefined ? '' : stem.slice(at + text.length, next.at)
    if (next !== undefined && /^[A-Za-z]$/.test(next.text) && /^[._-]$/.test(separator) && !isWord(text)) {
      const joined = tokenOf(`${text}${separator === '_' ? '.' : separator}${next.text}`)
      if (isKnown(joined) || (separator !== '_' && !isWord(next.text) && !isKnown(tokenOf(text)))) {
        tokens.push(joined)
        index++
        continue
      }
    }
    tokens.push(tokenOf(text))
  }
  return tokens
}

const tokenOf = (text: string): Token => ({ text, symbol: text.toUpperCase() })

/** Returns whether a part of a name is a word or a number: "daily", "2020", "1min", "20040819", "data2", "5y". */
const isWord = (text: string): boolean => {
  const lower = text.toLowerCase()
  return /^\d/.test(lower) || words.has(lower) || words.has(lower.replace(/\d+$/, '')) || /^v\d+$/.test(lower)
}

function looksLikeSymbol({ text, symbol }: Token): boolean {
  if (indexForm.test(symbol)) return true
  const isLowerCase = text === text.toLowerCase()
  return tickerForm.test(symbol) && (!isLowerCase || symbol.split(/[.-]/)[0]!.length <= longestLowerCase)
}

function distinct(tokens: readonly Token[]): Token[] {
  const seen = new Set<string>()
  return tokens.filter(({ symbol }) => !seen.has(codeKey(symbol)) && seen.add(codeKey(symbol)))
}
