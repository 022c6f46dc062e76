// Reads an IBKR Flex query delivered as XML: one element with attributes for each booking.
import { watchDateOrder, type DateOrder } from '@clubfolio/domain'
import { dateOrderOf } from '../date-order-of.ts'
import { ignoredLine, readRow } from '../make-line.ts'
import type { ElementReader, EventSource, MarkupFormat, MarkupOptions } from '../markup/markup-format.ts'
import { readFlexBooking, type FlexSection } from './ibkr-flex-booking.ts'

const sections: Readonly<Record<string, FlexSection>> = {
  Trade: 'trade',
  CashTransaction: 'cash',
  CorporateAction: 'action',
  Transfer: 'transfer',
  OpenPosition: 'position',
  CashReportCurrency: 'cashReport',
}

/** Other levels of detail of trades, which IBKR writes as elements of their own. */
const summaries = ['Order', 'SymbolSummary', 'AssetSummary']

export const ibkrFlexXml: MarkupFormat = {
  format: 'ibkr-flex-xml',
  async prepare(events, options) {
    return elementReader(await findOrder(events, options.dateOrder), options)
  },
}

/** The query's owner chooses the form of its dates; the period of the statement mostly shows it. */
async function findOrder(events: EventSource, stated: DateOrder | undefined): Promise<DateOrder | 'ymd'> {
  const watch = watchDateOrder()
  for await (const event of events()) {
    if (event.kind !== 'open') continue
    const { fromDate = '' } = event.attributes
    if (event.name === 'FlexStatement' && /^\d{4}-?\d{2}/.test(fromDate)) return 'ymd'
    for (const [name, value] of Object.entries(event.attributes)) if (/date/i.test(name)) watch.note(value, event.line)
  }
  return dateOrderOf(watch.decide(stated))
}

function elementReader(dateOrder: DateOrder | 'ymd', { facts }: MarkupOptions): ElementReader {
  return {
    read(event) {
      if (event.kind !== 'open') return []
      const { name, attributes, line } = event
      if (name === 'FlexStatement') {
        facts.accountNumber ??= attributes['accountId'] || null
        return []
      }
      const written = Object.entries(attributes)
      if (name === 'FlexQueryResponse' || name === 'FlexStatements' || written.length === 0) return []
      const text = `<${name}${written.map(([key, value]) => ` ${key}="${value}"`).join('')}/>`
      const place = { line, text }
      if (name === 'AccountInformation') {
        facts.baseCurrency ??= attributes['currency'] || null
        return [ignoredLine(place, 'This row says something about the account.')]
      }
      if (summaries.includes(name))
        return [ignoredLine(place, 'This row sums up executions. Choose the level of detail "Execution" in the query.')]
      const section = sections[name]
      if (!section) return [ignoredLine(place, `Rows of the kind "${name}" do not change the account.`)]
      const values = new Map(written.map(([key, value]) => [key.toLowerCase(), value.trim()]))
      const fields = (key: string): string => values.get(key) ?? ''
      return readRow(place, () => readFlexBooking(section, { place, fields, dateOrder, facts }))
    },
  }
}
