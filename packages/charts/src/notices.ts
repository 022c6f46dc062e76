// The attribution required by the charting libraries' licences, as data for the application's About page.

export interface Notice {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly licenceUrl: string
  readonly homepage: string
  /** The NOTICE text that must stay readable, word for word. */
  readonly notice: string
}

export const notices: readonly Notice[] = [
  {
    name: 'TradingView Lightweight Charts',
    version: '5.2.1',
    licence: 'Apache-2.0',
    licenceUrl: 'https://www.apache.org/licenses/LICENSE-2.0',
    homepage: 'https://www.tradingview.com/',
    notice: 'TradingView Lightweight Charts™\nCopyright (с) 2026 TradingView, Inc. https://www.tradingview.com/',
  },
  {
    name: 'KLineChart',
    version: '10.0.2',
    licence: 'Apache-2.0',
    licenceUrl: 'https://www.apache.org/licenses/LICENSE-2.0',
    homepage: 'https://klinecharts.com/',
    notice:
      'KLineChart\nCopyright (c) 2019 lihu\n\nTradingView Lightweight Charts\nCopyright (с) 2019 TradingView, ' +
      'Inc. https://www.tradingview.com',
  },
]
