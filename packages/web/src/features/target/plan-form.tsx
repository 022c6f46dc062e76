// The form of a target plan: band and alert, the tree of classes, and a plan that somebody else has changed meanwhile.
import { ApiError, type Allocation, type SavedTargetPlan, targetGroupingNames } from '@clubfolio/contract'
import { targetGroupings } from '@clubfolio/domain'
import { Button, Checkbox, Select } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { confirm } from '../../ui/confirm.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { NumericInput } from '../../ui/numeric-input.tsx'
import { Panel } from '../../ui/panel.tsx'
import { showFailure } from '../../ui/show-failure.ts'
import { showToast } from '../../ui/toast.tsx'
import { discardUnsaved } from '../../ui/unsaved-work.ts'
import { useSendOnce } from '../../ui/use-send-once.ts'
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts'
import { WarningBar } from '../../ui/warning-bar.tsx'
import { ClassFields } from './class-fields.tsx'
import { addClass, changeGrouping } from './edit-draft.ts'
import { describeMissing, draftOfPlan, draftOfAllocation, planOf, treeOf, type PlanDraft } from './plan-draft.ts'
import { planFaultsOf, levelMissing } from './plan-faults.ts'
import styles from './plan.module.css'
import { useDeletePlan, useSavePlan } from './target-api.ts'

const leaveQuestion = {
  question: 'Do you want to leave without saving?',
  consequence: 'Your changes to the targets are lost.',
  accept: 'Leave',
  cancel: 'Stay',
  isDanger: true,
} as const

export interface PlanFormProps {
  readonly saved: SavedTargetPlan
  readonly allocation: Allocation
  /** Starts over with the plan as it is now. */
  readonly onReload: () => Promise<void>
  readonly readVersion: () => Promise<number | undefined>
  readonly onDone: () => void
}

export function PlanForm({ saved, allocation, onReload, readVersion, onDone }: PlanFormProps) {
  const { accountId } = allocation
  const [start] = useState(saved)
  const [first] = useState(() => (start.plan ? draftOfPlan(start.plan) : draftOfAllocation(allocation)))
  const [draft, setDraft] = useState<PlanDraft>(first)
  const [hasLeft, setLeft] = useState(false)
  const [isConflict, setConflict] = useState(false)
  const save = useSavePlan()
  const remove = useDeletePlan()
  const sendOnce = useSendOnce()
  const faults = useMemo(() => planFaultsOf(draft), [draft])
  const isChanged = JSON.stringify(draft) !== JSON.stringify(first)
  useUnsavedGuard(isChanged && !save.isSuccess, leaveQuestion)
  const change = (part: Partial<PlanDraft>) => setDraft((before) => ({ ...before, ...part }))
  const send = (version: number) =>
    sendOnce(async () => {
      try {
        const { message } = await save.mutateAsync({ accountId, version, plan: planOf(draft) })
        discardUnsaved()
        showToast({ tone: 'success', title: 'Success', message })
        onDone()
      } catch (error) {
        if (error instanceof ApiError && error.body.refusal === 'targetPlanChanged') setConflict(true)
        else if (error instanceof ApiError) showFailure(error)
        else throw error
      }
    })
  const replaceOther = async () => {
    const version = await readVersion()
    if (version !== undefined) await send(version)
  }
  const deletePlan = async () => {
    if (!(await confirm(deleteQuestion))) return
    try {
      const { message } = await remove.mutateAsync({ accountId, version: start.version })
      discardUnsaved()
      showToast({ tone: 'success', title: 'Success', message })
      onDone()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
  return (
    <form
      noValidate
      aria-label="Targets"
      onBlur={() => setLeft(true)}
      onSubmit={(event) => {
        event.preventDefault()
        if (faults.count === 0) void send(start.version)
      }}
    >
      {isConflict ? (
        <div className={styles['conflict']}>
          <WarningBar
            isDanger
            action={
              <span className={styles['ways']}>
                <Button variant="default" onClick={() => void onReload()}>
                  Discard mine
                </Button>
                <Button loading={save.isPending} onClick={() => void replaceOther()}>
                  Save mine
                </Button>
              </span>
            }
          >
            Not saved: the targets were changed since you opened them, in another window or by another device. Save mine
            puts yours in their place; Discard mine opens the changed targets.
          </WarningBar>
        </div>
      ) : null}
      <Panel
        title="Targets"
        controls={
          start.plan ? (
            <Button
              variant="subtle"
              size="xs"
              color="gray"
              leftSection={<IconTrash size={14} stroke={1.6} />}
              loading={remove.isPending}
              onClick={() => void deletePlan()}
            >
              Delete targets
            </Button>
          ) : undefined
        }
      >
        {start.plan ? null : (
          <p className={styles['note']}>
            These classes and percentages are what the account holds today. Change them to what you aim for.
          </p>
        )}
        <div className={styles['settings']}>
          <Select
            label="Classes by"
            data={targetGroupings.map((value) => ({ value, label: targetGroupingNames[value] }))}
            value={draft.grouping}
            allowDeselect={false}
            onChange={(grouping) => setDraft((before) => changeGrouping(before, grouping ?? 'OWN'))}
          />
          <NumericInput
            label="Band in percent points"
            suffix="pts"
            value={draft.points}
            error={hasLeft ? faults.band.points : undefined}
            onChange={(points) => change({ points })}
          />
          <NumericInput
            label="Band in percent of target"
            suffix="%"
            value={draft.relative}
            error={hasLeft ? faults.band.relative : undefined}
            onChange={(relative) => change({ relative })}
          />
          <Checkbox
            label="Notify me when a class leaves its band"
            checked={draft.alerts}
            onChange={(event) => change({ alerts: event.currentTarget.checked })}
          />
        </div>
        <p className={styles['note']}>
          A class is outside its band as soon as it is further from its target than one of the two.
        </p>
        <ol className={styles['tree']} aria-label="Classes">
          {treeOf(draft).map((one) => (
            <ClassFields
              key={one.key}
              one={one}
              draft={draft}
              faults={hasLeft ? faults.byClass.get(one.key) : undefined}
              choices={draft.grouping === 'OWN' ? [] : start.choices[draft.grouping]}
              allocation={allocation}
              onDraft={setDraft}
            />
          ))}
        </ol>
        <div className={styles['level']} data-open={levelMissing(draft, null) === 0n ? undefined : true}>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.6} />}
            onClick={() => setDraft((before) => addClass(before, null))}
          >
            Add class
          </Button>
          {draft.classes.some(({ holdsCash }) => holdsCash) ? null : (
            <span>No class holds cash, so all of it is to be invested.</span>
          )}
          <span role="status">{faults.whole ?? describeMissing(levelMissing(draft, null))}</span>
        </div>
        <div className={styles['foot']}>
          <FormFoot submit="Save targets" openCount={faults.count} isSubmitting={save.isPending} onCancel={onDone} />
        </div>
      </Panel>
    </form>
  )
}

const deleteQuestion = {
  question: 'Do you want to delete the targets of this account?',
  consequence: 'Classes, percentages and the band are lost. Positions and orders stay as they are.',
  accept: 'Delete',
  isDanger: true,
} as const
