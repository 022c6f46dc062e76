// The pie on members, on a wallet, and on the edge cases.

import { useEffect, useState, type ReactElement } from 'react'
import type { PieSlice, ThemeName } from '../src/index.ts'
import { Pie3d } from '../src/pie.ts'

const slice = (name: string, value: number, more: Partial<PieSlice> = {}): PieSlice => ({
  id: name,
  name,
  value,
  details: [
    { label: 'Quantity', text: String(Math.round(value * 10)) },
    { label: 'Profit/Lost', text: '+$1,204.50', tone: 'up' },
  ],
  ...more,
})

const sets: Record<string, { readonly start: number; readonly slices: readonly PieSlice[] }> = {
  members: {
    start: -60,
    slices: [
      slice('Okafor', 37.1),
      slice('Lindqvist', 27.22),
      slice('Ferreira', 16.26),
      slice('Tanaka', 11.86),
      slice('Whitlock', 7.56),
    ],
  },
  wallet: {
    start: -120,
    slices: [
      slice('Buying power', 35.2, { isBuyingPower: true, percent: 135.2 }),
      slice('CRVN', 10.66),
      slice('OSTV', 10.38),
      slice('HALD', 8.69),
      slice('PLCD', 7.48),
      slice('ALDE', 7.28, { mark: 'short' }),
      slice('MRDG', 7.09),
      slice('QLN', 6.67),
      slice('BWF', 6.55),
    ],
  },
  one: { start: -60, slices: [slice('Okafor', 100), slice('Tanaka', 0), slice('Whitlock', -12)] },
  large: {
    start: 150,
    slices: [
      slice('Okafor', 70),
      slice('Lindqvist', 22),
      slice('Thin', 1),
      slice('Thinner', 0.5),
      slice('Ferreira', 6.5),
    ],
  },
}

export function PiePage({
  query,
  theme,
}: {
  readonly query: URLSearchParams
  readonly theme: ThemeName
}): ReactElement {
  const [selected, setSelected] = useState<string | undefined>(undefined)
  const { start, slices } = sets[query.get('set') ?? 'members'] ?? { start: 0, slices: [] }
  useEffect(() => {
    document.body.dataset['ready'] = ''
  }, [])
  return (
    <Pie3d
      title="Participation"
      slices={slices}
      theme={theme}
      startDegrees={start}
      selectedId={selected}
      onSelect={setSelected}
    />
  )
}
