// The year's papers: for those with a role in a fund the allocation of all holders, balance sheet and income statement;
// for a member their own page. Source: docs/rules/fund-year.md.
import { adviserNote, differenceNote } from '@clubfolio/contract'
import { Button, Select, Skeleton } from '@mantine/core'
import { IconFileAnalytics } from '@tabler/icons-react'
import { z } from 'zod'
import { useUrlState } from '../../../kernel/url-state.ts'
import { CurrencyProvider } from '../../../ui/figure/currency.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { FailedQuery } from '../../../ui/state/failed-query.tsx'
import { useDocumentTitle } from '../../../ui/use-document-title.ts'
import { useFundChoices, type FundChoice } from '../fund-choice.ts'
import { FundHead, NoFundToShow } from '../fund-select.tsx'
import { AllocationTable, BasisTable } from './allocation-table.tsx'
import { OwnYear } from './own-year.tsx'
import { PackPanel } from './pack-panel.tsx'
import { BalanceSheet, IncomeStatement } from './statement-panels.tsx'
import { useFundYear, useMyYear, usePrintFactSheet, type YearPlace } from './year-api.ts'
import { describeOpenYear } from './year-words.ts'
import classes from './year.module.css'

/** `fund` is the account of a fund, `member` the own part of somebody who takes part in it. */
const Chosen = z.object({ fund: z.string().catch(''), member: z.string().catch(''), year: z.string().catch('last') })

export function YearScreen() {
  useDocumentTitle('Year')
  const [chosen, setChosen] = useUrlState(Chosen)
  const funds = useFundChoices(chosen)
  const { failed, isLoaded, choice } = funds
  const years = useYears(choice, chosen.year)
  return (
    <>
      <FundHead
        title="Year"
        funds={funds}
        onChoose={({ accountId, memberId = '' }) => setChosen({ fund: accountId, member: memberId, year: 'last' })}
        actions={
          <>
            {years ? (
              <Select
                aria-label="Year"
                w={110}
                data={years.all.map(String)}
                value={String(years.shown)}
                allowDeselect={false}
                onChange={(year) => year && setChosen({ year })}
              />
            ) : null}
            {choice && choice.memberId === undefined ? <FactSheetButton accountId={choice.accountId} /> : null}
          </>
        }
      />
      {choice?.memberId !== undefined ? (
        <OwnYear place={{ accountId: choice.accountId, memberId: choice.memberId, year: chosen.year }} />
      ) : choice ? (
        <WholeYear place={{ accountId: choice.accountId, year: chosen.year }} />
      ) : (
        <NoFundToShow
          failed={failed}
          isLoaded={isLoaded}
          empty={{
            title: 'No fund yet',
            words: 'Once an account has a fund, or you take part in one, the papers of each year appear here.',
          }}
        />
      )}
    </>
  )
}

function FactSheetButton({ accountId }: { readonly accountId: string }) {
  const print = usePrintFactSheet(accountId)
  return (
    <Button
      variant="default"
      leftSection={<IconFileAnalytics size={16} stroke={1.6} />}
      loading={print.isPending}
      onClick={() => print.mutate()}
    >
      Fact sheet
    </Button>
  )
}

function useYears(choice: FundChoice | undefined, year: string) {
  const place = { accountId: choice?.accountId ?? '', year }
  const whole = useFundYear(place, choice !== undefined && choice.memberId === undefined)
  const own = useMyYear({ ...place, memberId: choice?.memberId ?? '' }, choice?.memberId !== undefined)
  const data = choice?.memberId === undefined ? whole.data : own.data
  return data ? { all: data.years, shown: data.year } : undefined
}

function WholeYear({ place }: { readonly place: YearPlace }) {
  const year = useFundYear(place)
  if (year.isError)
    return (
      <Panel>
        <FailedQuery query={year} title="The year could not be loaded" />
      </Panel>
    )
  if (!year.data) return <Skeleton height={280} />
  const { data } = year
  return (
    <CurrencyProvider currency={data.currency}>
      <div className={classes['grid']}>
        <div className={classes['wide']}>
          <AllocationTable year={data} place={place} />
        </div>
        <div className={classes['wide']}>
          <BasisTable year={data} />
        </div>
        <BalanceSheet year={data} place={place} />
        <IncomeStatement year={data} place={place} />
        <div className={classes['wide']}>
          <PackPanel place={place} year={data.year} />
        </div>
        <div className={classes['wide']}>
          <Panel isPadded>
            <p className={classes['notes']}>{describeOpenYear(data)}</p>
            <p className={classes['notes']}>{differenceNote}</p>
            <p className={classes['notes']}>{adviserNote}</p>
          </Panel>
        </div>
      </div>
    </CurrencyProvider>
  )
}
