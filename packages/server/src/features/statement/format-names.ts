// The formats of statements in words.
import type { StatementFormat } from '@clubfolio/statement-files'

export const formatNames: Readonly<Record<StatementFormat, string>> = {
  schwab: 'Charles Schwab history (CSV)',
  'ibkr-flex-xml': 'Interactive Brokers Flex query (XML)',
  'ibkr-flex-csv': 'Interactive Brokers Flex query (CSV)',
  'ibkr-activity': 'Interactive Brokers activity statement (CSV)',
  ofx: 'OFX or QFX',
  trading212: 'Trading 212 (CSV)',
  degiro: 'DEGIRO account (CSV)',
  etoro: 'eToro account (CSV)',
  swissquote: 'Swissquote transactions (CSV)',
  revolut: 'Revolut trading (CSV)',
  freetrade: 'Freetrade activity (CSV)',
  delta: 'Delta portfolio (CSV)',
  mapped: 'Table with columns that you explained',
}
