// Lines of a position with its orders, for the pages of the harness: the average, then stops below and targets above.

import type { PriceLine } from '../src/index.ts'

export function exampleLines(count: number, last: number): PriceLine[] {
  return Array.from({ length: count }, (_, index): PriceLine => {
    if (index === 0)
      return { id: 'line-0', kind: 'average', price: last * 0.985, title: 'Long 150', note: '+$241.50', tone: 'up' }
    const isStop = index % 2 === 1
    return {
      id: `line-${index}`,
      kind: 'sell',
      price: Number((last * (isStop ? 0.97 - index * 0.004 : 1.01 + index * 0.004)).toFixed(2)),
      title: isStop ? 'Sell 20 stop' : 'Sell 20 target',
      isMovable: true,
      removal: 'Cancel the order',
    }
  })
}
