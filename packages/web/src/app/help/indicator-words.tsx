// Definitions of the chart's indicators; their code loads only with the help page of the chart.
import { indicators } from '@clubfolio/domain/indicator'
import { MeaningList } from './meaning-list.tsx'

export function IndicatorWords() {
  return <MeaningList title="Indicators" meanings={indicators.map(({ title, definition }) => [title, definition])} />
}
