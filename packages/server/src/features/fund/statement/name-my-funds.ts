// How a member's pages call the funds they take part in: by the club, never by a masked account number alone.
import { maskNumber } from '@clubfolio/domain'
import type { MyPlace } from './my-participation.ts'

type NamedPlace = Pick<MyPlace, 'account_id' | 'name' | 'number' | 'manager' | 'club'>

/**
 * Returns the name of the fund of each place: the club's, else "Fund of Maria Keller". Funds of one name are told apart
 * by their account, two places in one fund by the member.
 * Example: of two unnamed funds of one manager, one is "Fund of Maria Keller · •••• 4821".
 */
export function nameMyFunds(places: readonly NamedPlace[]): readonly string[] {
  return places.map((place) => {
    const alike = places.filter((other) => nameOf(other) === nameOf(place))
    const isShared = alike.some((other) => other.account_id !== place.account_id)
    const isTwice = alike.filter((other) => other.account_id === place.account_id).length > 1
    return [nameOf(place), ...(isShared ? [maskNumber(place.number)] : []), ...(isTwice ? [place.name] : [])].join(
      ' · ',
    )
  })
}

const nameOf = ({ club, manager }: NamedPlace): string => club ?? `Fund of ${manager}`
