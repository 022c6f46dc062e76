// The people of the demonstration's club and whose money each deposit and withdrawal is. Amounts and dates come from
// the account's own year.
import { type Cents, toCents } from '@clubfolio/domain'

export interface PlannedMember {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  /** May sign in as this user and see their share under "My participations". */
  readonly signsInAs?: string
  readonly bank: { readonly bankAlias: string; readonly bankAccountNumber: string; readonly bankRouting: string }
  /** Their part of the opening value. */
  readonly openingCents?: Cents
}

/** The first three were members when the club was founded; of the opening value 15,000 dollars stay unallocated. */
export const clubMembers: readonly PlannedMember[] = [
  {
    firstName: 'Nora',
    lastName: 'Lind',
    email: 'member@clubfolio.example',
    phone: '+12125550103',
    signsInAs: 'member@clubfolio.example',
    openingCents: toCents(4_000_000n),
    bank: { bankAlias: 'Household', bankAccountNumber: '4400127781', bankRouting: '021000089' },
  },
  {
    firstName: 'Peter',
    lastName: 'Vogel',
    email: 'peter.vogel@clubfolio.example',
    phone: '+12125550111',
    openingCents: toCents(2_500_000n),
    bank: { bankAlias: 'Savings', bankAccountNumber: '7712009345', bankRouting: '026009593' },
  },
  {
    firstName: 'Ruth',
    lastName: 'Adler',
    email: 'ruth.adler@clubfolio.example',
    phone: '+12125550112',
    openingCents: toCents(2_000_000n),
    bank: { bankAlias: 'Joint account', bankAccountNumber: '5500672214', bankRouting: '021001088' },
  },
  {
    firstName: 'Tom',
    lastName: 'Berger',
    email: 'tom.berger@clubfolio.example',
    phone: '+12125550113',
    bank: { bankAlias: 'Salary', bankAccountNumber: '3301448820', bankRouting: '021000021' },
  },
  {
    firstName: 'Ida',
    lastName: 'Kern',
    email: 'ida.kern@clubfolio.example',
    phone: '+12125550114',
    bank: { bankAlias: 'Checking', bankAccountNumber: '9087650032', bankRouting: '026013673' },
  },
]

/** Indexes into `clubMembers`: the owners of the deposits in order of time, and of the withdrawals. */
export const depositors: readonly number[] = [3, 4, 0]
export const leavers: readonly number[] = [1]
