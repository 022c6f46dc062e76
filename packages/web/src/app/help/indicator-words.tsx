// The definitions of the chart's indicators; their code comes only with the chart's own page of the help.
import { indicators } from '@clubfolio/domain/indicator'
import { MeaningList } from './meaning-list.tsx'

export function IndicatorWords() {
  return <MeaningList title="Indicators" meanings={indicators.map(({ title, definition }) => [title, definition])} />
}
