// Account Mapping: who owns the money in an account. Overview, participations, pie and one holder's detail, from the
// fund down to one member and one entry. Source: docs/rules/accounts.md, "Account Mapping".
import { allows, featureAccess, type ReadableFund } from '@clubfolio/contract'
import { Button, Select } from '@mantine/core'
import { IconBook2, IconCalendarStats, IconFileText, IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { z } from 'zod'
import { useAccountList } from '../../kernel/account-list.ts'
import { useChosenAccount } from '../../kernel/chosen-account.ts'
import { useFormRequest } from '../../kernel/form-request.ts'
import { useCan } from '../../kernel/session.ts'
import { useUrlState } from '../../kernel/url-state.ts'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { CurrencyProvider } from '../../ui/figure/currency.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { MissingPermission } from '../../ui/state/missing-permission.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { accountLabel, accountName } from '../account/account-label.ts'
import { AllChecks } from './book/all-checks.tsx'
import { BooksModal, type BooksView } from './book/books-modal.tsx'
import type { ApprovedRequest } from './book/request-view.tsx'
import { useFundOverview, useParticipations } from './book/api.ts'
import { showsNetValues } from './book/fee-words.ts'
import { holderNetOf, useFees } from './book/fees-api.ts'
import { FundRightsProvider, rightsIn } from './book/fund-rights.tsx'
import { ClubSetting } from './club/club-setting.tsx'
import { DocumentView } from './document/document-view.tsx'
import { useApprovals } from './office/office-api.ts'
import { useReadableFunds } from './readable-funds.ts'
import { PeopleModal, type PeopleView } from './office/people-modal.tsx'
import { FundFigures } from './performance/fund-figures.tsx'
import { HolderDetail } from './performance/holder-detail.tsx'
import { ParticipationModal, type ShownAccount } from './entry/participation-modal.tsx'
import { ParticipationPie } from './performance/participation-pie.tsx'
import { ParticipationTable } from './performance/participation-table.tsx'
import { SetUpGuide } from './set-up-guide.tsx'
import { StatementModal } from './statement/statement-modal.tsx'
import classes from './participation.module.css'

const listRule = featureAccess.accountList
/**
 * `fund` is the account of a fund, also of another owner; `part` opens what a notification is about: a part of the
 * people, or fees.
 */
const Place = z.object({ member: z.string().catch(''), fund: z.string().catch(''), part: z.string().catch('') })

const peopleViews: readonly PeopleView[] = ['approvals', 'roles', 'announcements', 'votes']

export function AccountMappingScreen() {
  useDocumentTitle('Account Mapping')
  const accounts = useAccountList()
  const [place, setPlace] = useUrlState(Place)
  const [isAdding, setAdding] = useState(false)
  const [reading, setReading] = useState<BooksView>()
  const [isStating, setStating] = useState(false)
  const [approving, setApproving] = useState<ApprovedRequest>()
  useFormRequest(
    'participation',
    useCallback(() => setAdding(true), []),
  )
  const can = useCan()
  const active = (accounts.data ?? []).filter(({ isActive }) => isActive)
  const chosen = useChosenAccount()
  const funds = useReadableFunds()
  const others = (funds.data ?? []).filter((fund) => fund.place !== 'OWNER')
  const ownId = active.find(({ id }) => id === place.fund)?.id ?? chosen.account?.id
  const other =
    others.find(({ accountId }) => accountId === place.fund) ??
    (accounts.data?.length === 0 || !can('VMA') ? others[0] : undefined)
  const account = other ? accountOf(other) : active.find(({ id }) => id === ownId)
  // A dialog belongs to the fund on which it was opened: Back or a link can lead to another one while it is open.
  const [fundInView, setFundInView] = useState(account?.id)
  if (account?.id !== fundInView) {
    setFundInView(account?.id)
    if (fundInView !== undefined) {
      setAdding(false)
      setApproving(undefined)
      setStating(false)
    }
  }
  const rows = useParticipations(account?.id)
  const overview = useFundOverview(account?.id)
  const selected = rows.data?.find((row) => row.memberId === place.member)
  const canList = allows(listRule, can)
  const canChoose = canList || others.length > 0
  const memberCount = rows.data?.filter((row) => row.isMember).length
  const rights = overview.data ? rightsIn(overview.data) : { mayRecord: other === undefined }
  const approvals = useApprovals(overview.data ? account?.id : undefined)
  const fees = useFees(overview.data ? account?.id : undefined)
  const net = fees.data && showsNetValues(fees.data) ? fees.data : undefined
  const openPeriod = fees.data?.open[0]
  const feesDue =
    openPeriod === undefined
      ? undefined
      : {
          endDay: openPeriod,
          isAsked: approvals.data?.waiting.some(({ kind }) => kind === 'FEE_CHARGE') ?? false,
          onShow: () => setReading('fees'),
        }
  const peopleView = peopleViews.find((one) => one === place.part)
  const books = reading ?? (place.part === 'fees' ? 'fees' : undefined)
  const closeBooks = () => {
    setReading(undefined)
    setPlace({ part: '' })
  }
  const toDecide = approvals.data?.waiting.filter(({ canDecide }) => canDecide).length ?? 0
  const choose = (id: string) => {
    const isOther = others.some(({ accountId }) => accountId === id)
    if (!isOther) chosen.choose(id)
    setPlace({ fund: isOther ? id : '', member: '', part: '' })
  }
  const noAccount = account ? undefined : 'Select an account first'
  const noFund = noAccount ?? (overview.data ? undefined : 'The fund of this account is not loaded yet')

  return (
    <CurrencyProvider currency={account?.currency}>
      <FundRightsProvider overview={overview.data}>
        <PageHead
          title="Account Mapping"
          isSelectWide
          select={
            !canChoose ? undefined : (
              <Select
                aria-label="Account"
                placeholder="Select account"
                data={[
                  ...active.map((candidate) => ({ value: candidate.id, label: accountLabel(candidate) })),
                  ...others.map((fund) => ({ value: fund.accountId, label: fundLabel(fund) })),
                ]}
                value={account?.id ?? null}
                onChange={(id) => id && choose(id)}
                allowDeselect={false}
              />
            )
          }
          fact={
            account && memberCount !== undefined && overview.data
              ? `${memberCount} ${memberCount === 1 ? 'member' : 'members'} · priced ${overview.data.asOf}`
              : undefined
          }
          actions={
            !canChoose ? undefined : (
              <>
                <DisabledReason reason={noFund ?? (rows.data?.length === 0 ? 'No one holds units yet' : undefined)}>
                  <Button
                    variant="default"
                    leftSection={<IconFileText size={16} stroke={1.6} />}
                    onClick={() => rows.data && setStating(true)}
                  >
                    Statements
                  </Button>
                </DisabledReason>
                <DisabledReason reason={noFund}>
                  <Button
                    variant="default"
                    leftSection={<IconBook2 size={16} stroke={1.6} />}
                    onClick={() => setReading('matching')}
                  >
                    Books
                  </Button>
                </DisabledReason>
                <DisabledReason reason={noFund}>
                  <Button
                    variant="default"
                    leftSection={<IconUsersGroup size={16} stroke={1.6} />}
                    onClick={() => setPlace({ part: 'approvals' })}
                  >
                    {toDecide > 0 ? `People (${toDecide})` : 'People'}
                  </Button>
                </DisabledReason>
                {account && overview.data ? (
                  <Button
                    variant="default"
                    leftSection={<IconCalendarStats size={16} stroke={1.6} />}
                    renderRoot={(props) => <Link to="/fund-year" search={() => ({ fund: account.id })} {...props} />}
                  >
                    Year
                  </Button>
                ) : null}
                {rights.mayRecord ? (
                  <DisabledReason reason={noAccount}>
                    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
                      New Participation
                    </Button>
                  </DisabledReason>
                ) : null}
              </>
            )
          }
        />
        {!canChoose ? (
          <Panel>
            <MissingPermission
              rule={listRule}
              purpose="see your accounts and whose the money in them is"
              about="A fund is built on a linked account."
            />
          </Panel>
        ) : accounts.isError && !account ? (
          <Panel>
            <FailedQuery query={accounts} title="Accounts could not be loaded" />
          </Panel>
        ) : account ? (
          <div className={classes['grid']}>
            {overview.data && rows.data && other === undefined ? (
              <SetUpGuide
                overview={overview.data}
                rows={rows.data}
                onBooks={() => setReading('matching')}
                onAdd={() => setAdding(true)}
                onStatements={() => setStating(true)}
              />
            ) : null}
            <FundFigures overview={overview.data} onMatch={() => setReading('matching')} feesDue={feesDue} />
            <ParticipationTable
              query={rows}
              fees={net}
              selectedId={selected?.memberId}
              onSelect={(row) => setPlace({ member: row.memberId === selected?.memberId ? '' : row.memberId })}
              onAdd={rights.mayRecord ? () => setAdding(true) : undefined}
            />
            <ParticipationPie
              rows={rows.data}
              selectedId={selected?.memberId}
              onSelect={(id) => setPlace({ member: id === selected?.memberId ? '' : id })}
            />
            {selected && rows.data ? (
              <HolderDetail
                key={selected.memberId}
                row={selected}
                rows={rows.data}
                net={holderNetOf(net, selected.memberId)}
                onClose={() => setPlace({ member: '' })}
                onMatch={() => setReading('matching')}
              />
            ) : null}
          </div>
        ) : accounts.data ? (
          <Panel>
            <NoAccount hasAccounts={active.length > 0} />
          </Panel>
        ) : null}
        {can('VAd') ? <AllChecks /> : null}
        {books && account && overview.data ? (
          <BooksModal
            key={account.id}
            account={account}
            overview={overview.data}
            firstView={books}
            documents={<DocumentView accountId={account.id} />}
            club={<ClubSetting accountId={account.id} />}
            waiting={approvals.data?.waiting ?? []}
            onShowWaiting={() => {
              setReading(undefined)
              setPlace({ part: 'approvals' })
            }}
            onApprove={setApproving}
            onClose={closeBooks}
          />
        ) : null}
        {peopleView && account && overview.data ? (
          <PeopleModal
            key={account.id}
            accountId={account.id}
            subject={other ? fundLabel(other) : accountName(account)}
            firstView={peopleView}
            onClose={() => setPlace({ part: '' })}
          />
        ) : null}
        {isStating && account && overview.data && rows.data?.[0] ? (
          <StatementModal
            accountId={account.id}
            holders={rows.data.map((row) => ({ memberId: row.memberId, name: row.memberFullName }))}
            chosenId={selected?.memberId ?? rows.data[0].memberId}
            firstDay={overview.data.openingDay}
            lastDay={overview.data.asOf}
            onClose={() => setStating(false)}
          />
        ) : null}
        {approving && account ? (
          <ParticipationModal
            account={account}
            member={approving.member}
            approved={approving}
            onClose={() => setApproving(undefined)}
          />
        ) : null}
        {isAdding && rights.mayRecord && (other ?? (active.length > 0 && chosen.choices)) ? (
          <ParticipationModal {...(account ? { account } : {})} onClose={() => setAdding(false)} />
        ) : null}
      </FundRightsProvider>
    </CurrencyProvider>
  )
}

/** "Riverside Club · •••• 4821", with the owner where the club has no name. */
const fundLabel = ({ club, owner, accountNumber, isPaper }: ReadableFund): string =>
  [club ?? owner, accountNumber, ...(isPaper ? ['Paper'] : [])].join(' · ')

/** What the screen needs of the account of another owner's fund. */
const accountOf = ({ accountId, accountNumber, isPaper, currency }: ReadableFund): ShownAccount => ({
  id: accountId,
  number: accountNumber,
  isPaper,
  currency,
  isReadOnly: false,
})

function NoAccount({ hasAccounts }: { readonly hasAccounts: boolean }) {
  if (hasAccounts) {
    return (
      <EmptyState
        title="No account chosen"
        words="Select an account above to see whose the money in it is: every member's amount, share and profit."
      />
    )
  }
  return (
    <EmptyState
      title="No account to share yet"
      words={
        'A fund is built on a linked brokerage account. Link one, then record what each member pays in; shares and ' +
        "profits follow from the account's value."
      }
      actions={<Button renderRoot={(props) => <Link to="/account" {...props} />}>Link an account</Button>}
    />
  )
}
