// The target plan of an account, loaded for its form.
import type { Allocation } from '@clubfolio/contract'
import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { PlanForm } from './plan-form.tsx'
import { usePlan } from './target-api.ts'

export interface PlanViewProps {
  readonly allocation: Allocation
  readonly onDone: () => void
}

export function PlanView({ allocation, onDone }: PlanViewProps) {
  const plan = usePlan(allocation.accountId)
  const [round, setRound] = useState(0)
  // A plan that changed meanwhile must not replace what is being edited, so the form keeps what it started with.
  if (plan.data)
    return (
      <PlanForm
        key={round}
        saved={plan.data}
        allocation={allocation}
        onReload={async () => {
          await plan.refetch()
          setRound(round + 1)
        }}
        readVersion={async () => (await plan.refetch()).data?.version}
        onDone={onDone}
      />
    )
  if (plan.isError)
    return (
      <Panel>
        <FailedQuery query={plan} title="The targets could not be loaded" />
      </Panel>
    )
  return <Skeleton height={280} />
}
