// The fund, or the own part of one, that a screen shows; and the screen where there is none to show.
import { Select, Skeleton } from '@mantine/core'
import { PageHead, type PageHeadProps } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import type { FundChoice, useFundChoices } from './fund-choice.ts'

export interface FundSelectProps {
  readonly choices: readonly FundChoice[]
  readonly choice: FundChoice
  readonly onChoose: (next: FundChoice) => void
}

export function FundSelect({ choices, choice, onChoose }: FundSelectProps) {
  return (
    <Select
      aria-label="Fund"
      data={choices.map(({ id, label }) => ({ value: id, label }))}
      value={choice.id}
      allowDeselect={false}
      onChange={(id) => {
        const next = choices.find((one) => one.id === id)
        if (next) onChoose(next)
      }}
    />
  )
}

export interface FundHeadProps extends Omit<PageHeadProps, 'isSelectWide' | 'select'> {
  readonly funds: Pick<ReturnType<typeof useFundChoices>, 'choices' | 'choice'>
  readonly onChoose: (next: FundChoice) => void
}

/** The head of a screen about one fund, with the choice of it. */
export function FundHead({ funds: { choices, choice }, onChoose, ...head }: FundHeadProps) {
  return (
    <PageHead
      {...head}
      isSelectWide
      select={choice ? <FundSelect choices={choices} choice={choice} onChoose={onChoose} /> : undefined}
    />
  )
}

export interface NoFundToShowProps extends Pick<ReturnType<typeof useFundChoices>, 'failed' | 'isLoaded'> {
  /** Where the user has no account and takes part in no fund. */
  readonly empty: { readonly title: string; readonly words: string }
}

/** While the funds are being read, where they could not be, and where there are none. */
export function NoFundToShow({ failed, isLoaded, empty }: NoFundToShowProps) {
  if (failed)
    return (
      <Panel>
        <FailedQuery query={failed} title="Funds could not be loaded" />
      </Panel>
    )
  if (!isLoaded) return <Skeleton height={280} />
  return (
    <Panel>
      <EmptyState {...empty} />
    </Panel>
  )
}
