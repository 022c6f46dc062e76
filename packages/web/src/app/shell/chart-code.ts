// The instrument that an order is for where none is named: that of the chart in view.

/** Example: "SPY" for "/chart/SPY/_D"; undefined on other screens. */
export function chartCode(pathname: string): string | undefined {
  const [, screen, code] = pathname.split('/')
  return screen === 'chart' && code ? decodeURIComponent(code) : undefined
}
