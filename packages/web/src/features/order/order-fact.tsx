// One figure of what an order does: its name and its value.
export interface FactProps {
  readonly name: string
  readonly value: string
  readonly isLoss?: boolean
}

export function Fact({ name, value, isLoss = false }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-loss={isLoss || undefined}>{value}</dd>
    </div>
  )
}
