// An instrument as an asset of the Alpaca wire.

import type { PaperInstrument } from '../../market/paper-market.ts'
import { assetId } from '../kernel/alpaca-id.ts'
import { wireSymbol } from '../kernel/alpaca-symbol.ts'

const EXCHANGES: Readonly<Record<string, string>> = {
  NASDAQ: 'NASDAQ',
  NYSE: 'NYSE',
  'NYSE ARCA': 'ARCA',
  ARCA: 'ARCA',
  'NYSE AMERICAN': 'AMEX',
  AMEX: 'AMEX',
  BATS: 'BATS',
  OTC: 'OTC',
}

/** Returns the name of an exchange; OTC for one that this wire has no name for. */
export function assetExchange(exchange: string): string {
  return EXCHANGES[exchange.toUpperCase()] ?? 'OTC'
}

/** Returns the class of an instrument. */
export function assetClass(assetType: string): string {
  if (assetType === 'OPTION') return 'us_option'
  return assetType === 'INDEX' ? 'us_index' : 'us_equity'
}

/** Returns one element of the assets response. `hasOptions`: contracts on it are listed. */
export function assetWire(instrument: PaperInstrument, hasOptions: boolean): object {
  const { symbol, assetType, exchange, description, isShortable, cusip } = instrument
  const isTraded = assetType === 'EQUITY' || assetType === 'ETF'
  return {
    id: assetId(wireSymbol(symbol)),
    class: assetClass(assetType),
    exchange: assetExchange(exchange),
    symbol: wireSymbol(symbol),
    name: description,
    status: 'active',
    tradable: isTraded,
    marginable: isTraded,
    shortable: isTraded && isShortable,
    easy_to_borrow: isTraded && isShortable,
    ...(isTraded ? { borrow_status: isShortable ? 'easy_to_borrow' : 'hard_to_borrow' } : {}),
    fractionable: false,
    ...(isTraded
      ? { maintenance_margin_requirement: 30, margin_requirement_long: '30', margin_requirement_short: '30' }
      : {}),
    attributes: hasOptions ? ['has_options'] : [],
    cusip,
  }
}
